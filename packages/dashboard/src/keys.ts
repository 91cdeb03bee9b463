/** The action of a keyboard shortcut. */
export type Wish =
  | { readonly kind: 'none' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'help' }
  | { readonly kind: 'search' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'move'; readonly by: 1 | -1 }
  | { readonly kind: 'open' }
  | { readonly kind: 'theme' }
  | { readonly kind: 'go'; readonly view: 'fleet' | 'sessions' | 'loops' | 'settings' };

export interface Press {
  readonly key: string;
  /** The focus is in a text field. */
  readonly isTyping: boolean;
  readonly hasModifier: boolean;
}

const PLACES = { f: 'fleet', s: 'sessions', l: 'loops', e: 'settings' } as const;
const NONE: Wish = { kind: 'none' };

/** `before` is the key pressed just before, or ''. */
export function wishOf(before: string, { key, isTyping, hasModifier }: Press): Wish {
  if (key === 'Escape') return { kind: 'leave' };
  if (isTyping || hasModifier) return NONE;
  if (before === 'g')
    return Object.hasOwn(PLACES, key) ? { kind: 'go', view: PLACES[key as keyof typeof PLACES] } : NONE;
  switch (key) {
    case 'g':
      return { kind: 'wait' };
    case '?':
      return { kind: 'help' };
    case '/':
      return { kind: 'search' };
    case 'j':
      return { kind: 'move', by: 1 };
    case 'k':
      return { kind: 'move', by: -1 };
    case 'Enter':
      return { kind: 'open' };
    case 't':
      return { kind: 'theme' };
    default:
      return NONE;
  }
}

export const KEY_HELP: readonly (readonly [keys: string, what: string])[] = [
  ['?', 'This help'],
  ['/', 'Search'],
  ['j  k', 'Next, previous row'],
  ['Enter', 'Open the row'],
  ['g f', 'Fleet'],
  ['g s', 'Sessions'],
  ['g l', 'Loops'],
  ['g e', 'Settings'],
  ['t', 'Dark or light'],
  ['Esc', 'Close, leave the field, go back'],
];
