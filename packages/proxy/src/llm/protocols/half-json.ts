/**
 * Tool arguments that were cut while they were written. Some clients parse half a JSON text leniently and run the tool with
 * it: half a command, half a file. So what is missing is added in a way that no tool can take: every argument is given once
 * more, as null, and of equal keys the last one counts.
 */
export interface HalfJson {
  readonly push: (text: string) => void;
  /** Nothing is missing. */
  readonly isWhole: () => boolean;
  /** What makes it whole and useless. */
  readonly spoil: () => string;
}

/** The key under which the cut is told. */
const MARK = '"LOOP_DETECTED"';
const MAX_KEYS = 256;
const WORDS = ['true', 'false', 'null'];

interface State {
  /** One sign a level, `{` or `[`. */
  stack: string;
  expect: 'value' | 'key' | 'colon' | 'next';
  isString: boolean;
  /** Signs that an escape in a string still needs. */
  escape: number;
  /** The key, number or word that is being read; of other strings nothing is kept. */
  token: string;
  /** Of the outermost object, as they were written. */
  readonly keys: Set<string>;
  isEmpty: boolean;
}

export function halfJson(): HalfJson {
  const keys = new Set<string>();
  const state: State = {
    ...{ stack: '', expect: 'value', isString: false, escape: 0, token: '', keys, isEmpty: true },
  };
  return {
    push(text) {
      for (let i = 0; i < text.length; i++)
        if (state.isString) readString(state, text.charAt(i));
        else read(state, text.charAt(i));
    },
    isWhole: () => !state.isEmpty && state.stack === '' && !state.isString,
    spoil: () => spoil(state),
  };
}

function readString(state: State, sign: string): void {
  const isKey = state.expect === 'key';
  if (isKey) state.token += sign;
  if (state.escape > 0) {
    // After the backslash one sign is missing; after `\u` four more are.
    state.escape = state.escape === 1 && sign === 'u' ? 5 : state.escape === 2 ? 0 : state.escape - 1;
  } else if (sign === '\\') state.escape = 1;
  else if (sign === '"') {
    if (isKey && state.stack === '{' && state.keys.size < MAX_KEYS) state.keys.add(state.token);
    state.isString = false;
    state.token = '';
    state.expect = isKey ? 'colon' : 'next';
  }
}

function read(state: State, sign: string): void {
  if (sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t') {
    endWord(state);
    return;
  }
  state.isEmpty = false;
  if (sign === '"') {
    state.isString = true;
    state.token = state.expect === 'key' ? '"' : '';
  } else if (sign === '{' || sign === '[') {
    state.stack += sign;
    state.expect = sign === '{' ? 'key' : 'value';
  } else if (sign === '}' || sign === ']') {
    endWord(state);
    state.stack = state.stack.slice(0, -1);
    state.expect = 'next';
  } else if (sign === ',') {
    endWord(state);
    state.expect = state.stack.endsWith('{') ? 'key' : 'value';
  } else if (sign === ':') state.expect = 'value';
  else state.token += sign;
}

function endWord(state: State): void {
  if (state.token === '') return;
  state.token = '';
  state.expect = 'next';
}

function spoil(state: State): string {
  const { stack, keys } = state;
  if (state.isEmpty) return `{${MARK}:true}`;
  if (stack === '' && !state.isString) return '';
  const inner = Array.from(stack.slice(1), (sign) => (sign === '{' ? '}' : ']')).reverse();
  const end = endToken(state) + inner.join('');
  if (!stack.startsWith('{')) return stack === '' ? end : `${end}]`;
  const isFresh = stack === '{' && state.expect === 'key' && !state.isString;
  const nulls = [...keys].map((key) => `,${key}:null`).join('');
  return `${end}${isFresh ? '' : ','}${MARK}:true${nulls}}`;
}

/** Ends what was being read, and gives a value to what has none. */
function endToken(state: State): string {
  const { expect, isString, stack, token } = state;
  if (isString) {
    const rest = state.escape === 1 ? '\\' : '0'.repeat(Math.max(0, state.escape - 1));
    if (expect === 'key' && stack === '{') state.keys.add(`${token}${rest}"`);
    return `${rest}"${expect === 'key' ? ':null' : ''}`;
  }
  if (token !== '') return endOfWord(token);
  if (expect === 'colon') return ':null';
  if (expect === 'value') return 'null';
  // A comma in an inner object wants a key; in the outermost one, the mark follows.
  return expect === 'key' && stack.length > 1 ? `${MARK}:null` : '';
}

function endOfWord(token: string): string {
  const word = WORDS.find((one) => one.startsWith(token));
  if (word !== undefined) return word.slice(token.length);
  return /\d$/.test(token) ? '' : '0';
}
