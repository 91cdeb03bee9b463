/**
 * Every error of the core, with one sentence that says what went wrong. Other packages have their own tables.
 */
export const ERRORS = {
  OPTION_UNKNOWN: 'There is no option of that name.',
  OPTION_TYPE: 'The option has a value of the wrong type.',
  OPTION_RANGE: 'The option has a value outside its range.',
  OPTION_TWICE: 'One option is given twice with different values.',
  PRESET_UNKNOWN: 'There is no preset of that name.',
  HISTORY_SHAPE: 'This is not a history of that shape.',
  HISTORY_BROKEN: 'The history breaks the rules of its protocol.',
  PACKET_SHAPE: 'This is not a packet that can be captured.',
  SNAPSHOT_SHAPE: 'This is not a snapshot of a session.',
  SNAPSHOT_NEWER: 'The snapshot was written by a newer version.',
  SNAPSHOT_PRESET: 'The snapshot belongs to another preset.',
} as const;

/**
 * The code of an error of the core.
 *
 * @example
 * ```ts
 * import { type ErrorCode } from '@rutbreak/core';
 * const code: ErrorCode = 'PRESET_UNKNOWN';
 * code; // => 'PRESET_UNKNOWN'
 * ```
 */
export type ErrorCode = keyof typeof ERRORS;

export interface ErrorDetail {
  readonly [name: string]: unknown;
  /** What to do about it. */
  readonly hint: string;
}

/**
 * Thrown for a caller's mistake only; never for what an agent does. Compare `code`, not the text.
 *
 * @example
 * ```ts
 * import { presetOf, RutbreakError } from '@rutbreak/core';
 * const codeOf = (run: () => unknown): string => {
 *   try {
 *     run();
 *     return '';
 *   } catch (error) {
 *     return error instanceof RutbreakError ? error.code : 'other';
 *   }
 * };
 * codeOf(() => presetOf('defualt')); // => 'PRESET_UNKNOWN'
 * ```
 */
export class RutbreakError extends Error {
  override readonly name = 'RutbreakError';

  constructor(code: ErrorCode, detail: ErrorDetail);
  /** For the codes of another package, together with its sentence. */
  constructor(code: string, detail: ErrorDetail, sentence: string);
  constructor(
    readonly code: string,
    readonly detail: ErrorDetail,
    readonly sentence: string = ERRORS[code as ErrorCode],
  ) {
    const { hint, ...facts } = detail;
    const list = Object.entries(facts).map(([name, value]) => `${name} ${show(value)}`);
    super(`${code}: ${sentence} ${list.length > 0 ? `(${list.join(', ')}) ` : ''}${hint}`);
  }
}

function show(value: unknown): string {
  if (typeof value === 'string') return value.length > 80 ? `${value.slice(0, 80)}…` : value;
  if (typeof value === 'number' || typeof value === 'boolean' || value == null) return String(value);
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

/** The closest known name, as the start of a hint; empty if none is close. */
export function didYouMean(given: unknown, known: readonly string[]): string {
  if (typeof given !== 'string' || given.length > 60) return '';
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
  let best = '';
  let least = Math.max(1, Math.floor(given.length / 3)) + 1;
  for (const name of known) {
    const distance = editDistance(plain(given), plain(name));
    if (distance < least) [best, least] = [name, distance];
  }
  return best === '' ? '' : `Did you mean ${best}? `;
}

/** Levenshtein distance: how many characters to add, drop or replace. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const replaced = row[j]! + (one[i] === other[j] ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
