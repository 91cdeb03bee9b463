import { echoOf, type Percept } from '../event/percept.js';

/** Classes of failure that an edit of a file cannot cure. */
export const LASTING: ReadonlySet<string> = new Set([
  'denied',
  'auth',
  'unknown-tool',
  'network',
  'unavailable',
  'exhausted',
]);

/** Classes that pass by themselves, given time. */
export const TRANSIENT: ReadonlySet<string> = new Set(['network', 'timeout', 'unavailable']);

/** Fewer words of the innermost clause say too little to stand for the whole error. */
const MIN_CAUSE = 3;
const MIN_OWN = 2;

/** The words that say what went wrong. An error often quotes the arguments: those words are left out. */
export function failureWords(percept: Percept): readonly number[] {
  const { outcome } = percept;
  const echo = echoOf(percept);
  const isOwn = (word: number): boolean => !echo.has(word);
  const cause = outcome.cause.filter(isOwn);
  if (cause.length >= MIN_CAUSE) return cause;
  const own = outcome.words.filter(isOwn);
  if (own.length >= MIN_OWN) return own;
  // A failure without a word is like another one of the same call only.
  return outcome.words.length > 0 ? outcome.words : [(percept.call + outcome.print) % 0x7fffffff];
}
