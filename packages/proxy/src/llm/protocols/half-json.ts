/**
 * Completes tool arguments that were cut off. Some clients parse partial JSON leniently and would run the tool with
 * half a command or half a file. The added text repeats every argument as null, and of duplicate keys the last one
 * counts, so no tool accepts the result.
 */
export interface HalfJson {
  readonly push: (text: string) => void;
  /** Whether the text is complete JSON. */
  readonly isWhole: () => boolean;
  /** The text that completes the JSON and makes it unusable. */
  readonly invalidate: () => string;
}

/** The key that marks the arguments as cut off. */
const MARK = '"LOOP_DETECTED"';
const MAX_KEYS = 256;
const WORDS = ['true', 'false', 'null'];

interface State {
  /** The open brackets, `{` or `[`, one character per level. */
  stack: string;
  expect: 'value' | 'key' | 'colon' | 'next';
  isString: boolean;
  /** Characters that an escape sequence still needs. */
  escape: number;
  /** The key, number or word being read. The content of other strings is not stored. */
  token: string;
  /** The keys of the outermost object, as written. */
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
    invalidate: () => invalidate(state),
  };
}

function readString(state: State, sign: string): void {
  const isKey = state.expect === 'key';
  if (isKey) state.token += sign;
  if (state.escape > 0) {
    // A backslash needs one more character; `\u` needs four.
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

function invalidate(state: State): string {
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

/** Ends the token being read, and adds a value to a key without one. */
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
  // After a comma, an inner object needs a key; in the outermost object, the marker follows.
  return expect === 'key' && stack.length > 1 ? `${MARK}:null` : '';
}

function endOfWord(token: string): string {
  const word = WORDS.find((one) => one.startsWith(token));
  if (word !== undefined) return word.slice(token.length);
  return /\d$/.test(token) ? '' : '0';
}
