import type { Loop } from '../../contract.js';

/** A part of a text, and whether it is the same in the other texts. */
export interface Piece {
  readonly text: string;
  readonly kind: 'same' | 'differs' | 'masked' | 'redacted';
}

const TOKENS = /\[redacted:[\w-]+\]|\w+|\s+|[^\w\s]/gu;
const REDACTED = /^\[redacted:[\w-]+\]$/;
const MAX_TOKENS = 1200;

function tokensOf(text: string): readonly string[] {
  return (text.match(TOKENS) ?? []).slice(0, MAX_TOKENS);
}

/**
 * Compares repeats. If detection called their outcome the same, differences did not count, so they are shown as masked.
 */
export function compareTexts(texts: readonly string[], isMasked: boolean): readonly (readonly Piece[])[] {
  const lists = texts.map(tokensOf);
  const [first = []] = lists;
  const shared = lists.slice(1).reduce<readonly string[]>((kept, list) => common(kept, list), first);
  return lists.map((list) => piecesOf(list, shared, isMasked ? 'masked' : 'differs'));
}

function piecesOf(
  list: readonly string[],
  shared: readonly string[],
  other: 'masked' | 'differs',
): readonly Piece[] {
  const pieces: { text: string; kind: Piece['kind'] }[] = [];
  let next = 0;
  for (const token of list) {
    const isSame = token === shared[next];
    if (isSame) next++;
    const kind = REDACTED.test(token) ? 'redacted' : isSame || token.trim() === '' ? 'same' : other;
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += token;
    else pieces.push({ text: token, kind });
  }
  return pieces;
}

/** The longest common subsequence of tokens. */
export function common(a: readonly string[], b: readonly string[]): readonly string[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const middle = longest(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...a.slice(0, start), ...middle, ...a.slice(a.length - end)];
}

const MAX_CELLS = 400_000;

function longest(a: readonly string[], b: readonly string[]): readonly string[] {
  const width = b.length + 1;
  if ((a.length + 1) * width > MAX_CELLS) return [];
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found: string[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      found.push(a[i] ?? '');
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return found;
}

/** How two repeats differ. The steps of one round differ as well, which is no difference between two rounds. */
export function variationsOf({ evidence }: Pick<Loop, 'evidence'>): readonly string[] {
  return evidence.variations.filter((one) => !evidence.elements.includes(one));
}

interface Row {
  readonly name: string;
  readonly what: string;
}

/** A round may take several steps: only the same step of two rounds can be compared, and of one step only one tool. */
export function ofOneStep<T extends Row>(rows: readonly T[], steps: number): readonly T[] {
  const byTool = mostFrequent(rows, ({ name }) => name);
  const byStep = steps > 1 ? mostFrequent(byTool, ({ what }) => what) : byTool;
  return byStep.length > 1 ? byStep : byTool;
}

function mostFrequent<T>(rows: readonly T[], keyOf: (row: T) => string): readonly T[] {
  const many = (row: T): number => rows.filter((other) => keyOf(other) === keyOf(row)).length;
  const [most] = rows.toSorted((a, b) => many(b) - many(a));
  return most === undefined ? [] : rows.filter((row) => keyOf(row) === keyOf(most));
}
