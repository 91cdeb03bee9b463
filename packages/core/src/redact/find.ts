import { type Blocks, pemBlocks, type Span, urlPasswords } from './blocks.js';
import { type Ends, secretByCommand, secretByName, secretByScheme } from './named.js';
import { mayBeNamed } from './names.js';
import { isWordUnit, mayHide } from './prescan.js';
import { LEAST_SECRET, secretByLooks } from './shapes.js';

const NONE: readonly Span[] = [];

/** One word that is too short to be a secret by itself: most field names, and many values. */
function isShortWord(text: string): boolean {
  if (text.length >= LEAST_SECRET) return false;
  for (let i = 0; i < text.length; i++) if (!isWordUnit(text.charCodeAt(i))) return false;
  return true;
}

/** Every secret, in order, without overlaps. Each step only goes forward: linear in the text. */
export function findSecrets(text: string): readonly Span[] {
  if (isShortWord(text)) return NONE;
  const { secret, open } = pemBlocks(text);
  const passwords = text.includes('://') ? urlPasswords(text) : NONE;
  const others = mayHide(text) ? words(text) : NONE;
  if (secret.length + passwords.length + others.length === 0) return NONE;
  return merged([...secret, ...passwords, ...outside(others, open)]);
}

/** Both are in order. Random-looking text in a certificate or a public key is not a secret. */
function outside(spans: readonly Span[], open: Blocks['open']): readonly Span[] {
  if (open.length === 0) return spans;
  let at = 0;
  return spans.filter(({ from, kind }) => {
    while (at < open.length && open[at]!.to <= from) at++;
    return kind !== 'high entropy' || at === open.length || from < open[at]!.from;
  });
}

function merged(spans: Span[]): Span[] {
  spans.sort((a, b) => a.from - b.from || b.to - a.to);
  const out: Span[] = [];
  for (const span of spans) {
    const last = out.at(-1);
    if (!last || span.from >= last.to) out.push(span);
    else if (span.to > last.to) out[out.length - 1] = { ...last, to: span.to };
  }
  return out;
}

const EQUALS = 61;
const NOWHERE = { from: -1, to: -1 };

/**
 * Character by character, without copying words that cannot be secrets: every event of every agent passes
 * through here.
 */
function words(text: string): readonly Span[] {
  let spans: Span[] | undefined;
  let done = 0;
  const ends: Ends = { line: NOWHERE, bare: NOWHERE };
  for (let from = 0, to = 0; from < text.length; from = to) {
    if (!isWordUnit(text.charCodeAt(from))) {
      to = from + 1;
      continue;
    }
    to = wordEnd(text, from);
    if (from < done || !isWorthALook(text, from, to)) continue;
    const span = secretIn(text, from, to, ends);
    if (!span) continue;
    spans ??= [];
    spans.push(span);
    done = span.to;
  }
  return spans ?? NONE;
}

/** Including the one or two `=` at the end of base64. */
function wordEnd(text: string, from: number): number {
  let to = from + 1;
  while (to < text.length && isWordUnit(text.charCodeAt(to))) to++;
  if (text.charCodeAt(to) === EQUALS) to++;
  if (text.charCodeAt(to) === EQUALS && text.charCodeAt(to - 1) === EQUALS) to++;
  return to;
}

/** Long, or perhaps the name of a secret, a scheme, or `-u`. */
function isWorthALook(text: string, from: number, to: number): boolean {
  const length = to - from;
  if (length >= LEAST_SECRET || text.charCodeAt(from) === 45) return true;
  if (length === 5 || length === 6) {
    const first = text.charCodeAt(from) | 32;
    if (first === 97 || first === 98 || first === 116) return true;
  }
  return mayBeNamed(text, from, to);
}

function secretIn(text: string, from: number, to: number, ends: Ends): Span | undefined {
  const looks = secretByLooks(text, from, to);
  if (looks) return { from, ...looks };
  const word = text.slice(from, to);
  return (
    secretByName(text, from, word, ends) ??
    secretByScheme(text, from, word) ??
    secretByCommand(text, from, word)
  );
}
