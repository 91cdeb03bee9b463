import { type FailureClass, failureClass, innermostClause, isSoftError } from './failure.js';
import { combine, fingerprint, textPrint } from './fingerprint.js';
import { maskText } from './mask.js';
import { LOOK } from './scan.js';

/** What came back from a call, ready for comparing. */
export interface CallOutcome {
  /** Equal for outcomes that differ in volatile parts only. */
  readonly print: number;
  /** The same with all numbers folded. */
  readonly skeleton: number;
  readonly numbers: readonly number[];
  readonly words: readonly number[];
  /** One hash a line, volatile parts and all; none of a record. */
  readonly lines: readonly number[];
  /** `soft`: the tool says success, the text says error. */
  readonly failed: 'no' | 'soft' | 'hard';
  readonly reason: FailureClass;
  readonly isEmpty: boolean;
  /** Nothing but a clock or an id came back. */
  readonly isVolatile: boolean;
  /** A clock or an id was in it. */
  readonly isStamped: boolean;
  readonly size: number;
  /** Of a short failure: the words of its innermost clause, behind the last `Error:` or `due to:`. */
  readonly cause: readonly number[];
}

const HEAD = 400;
/** A longer text is a report with many lines, not one failure. */
const MAX_CAUSE = 1000;

const EMPTY_STARTS = ['no ', 'none', 'null', 'nothing', 'empty', '0 ', 'not found', 'undefined'];
const EMPTY_INSIDE = [
  ...['no results', 'no matches', 'no match', 'no output', 'no rows', 'no files', 'no data', 'no new '],
  ...['(empty', 'not found', 'nothing found', 'did not return', 'returned nothing', 'nothing to '],
];
const NONE_COUNTED = ['0 results', '0 matches', '0 hits', '0 rows'];
/** Lists that a query fills. */
const EMPTY_LISTS = [
  ...['rows', 'results', 'items', 'data', 'hits', 'matches', 'records', 'entries', 'files', 'findings'],
  ...['documents', 'values'],
].flatMap((name) => [`"${name}":[]`, `"${name}": []`]);

/** Longer records and sentences say something else too. */
const MAX_EMPTY_RECORD = 300;
const MAX_EMPTY_TEXT = 160;

export function readOutcome(result: unknown, isError: boolean, isRead = false): CallOutcome {
  const text = asText(result);
  const masked = maskText(text);
  const head = text.slice(0, HEAD).toLowerCase().trim();
  const failed = isError ? 'hard' : isSoftError(head, text.length, isRead) ? 'soft' : 'no';
  const cause = failed === 'no' || text.length > MAX_CAUSE ? '' : innermostClause(text);
  return {
    print: wholePrint(masked.print, text, isError),
    skeleton: wholePrint(masked.skeleton, text, isError),
    numbers: masked.numbers,
    words: masked.words,
    lines: typeof result === 'string' ? masked.lines : [],
    failed,
    reason: failed === 'no' ? 'other' : failureClass(head),
    isEmpty: failed === 'no' && isEmptyText(head, text.length),
    isVolatile: masked.isVolatile,
    isStamped: masked.isStamped,
    size: text.length,
    cause: cause === '' ? [] : maskText(cause).words,
  };
}

/** An error is never like a success; what lies between head and tail of a long text is compared as it is. */
function wholePrint(print: number, text: string, isError: boolean): number {
  if (text.length > LOOK) return combine(print, textPrint(text.slice(LOOK / 2, -LOOK / 2)), isError ? 1 : 0);
  return isError ? combine(print, 1) : print;
}

/** An object as its JSON; what cannot be written stands for itself by its print. */
function asText(result: unknown): string {
  if (typeof result === 'string') return result;
  if (result === undefined || result === null) return '';
  try {
    const text = JSON.stringify(result) as string | undefined;
    return text ?? '';
  } catch {
    return `#${fingerprint(result).print}`;
  }
}

/** Does it say that there is nothing? `head` is in lower case. */
function isEmptyText(head: string, length: number): boolean {
  if (head === '') return length < HEAD;
  if (length > MAX_EMPTY_RECORD) return false;
  if (EMPTY_LISTS.some((sign) => head.includes(sign))) return true;
  const isRecord = head.startsWith('{') || head.startsWith('[');
  if (isRecord && head.includes('[]') && !head.includes('[{') && !head.includes('["')) return true;
  if (length > MAX_EMPTY_TEXT) return false;
  if (head === '{}' || head === '""') return true;
  const bare = head.startsWith('(') || head.startsWith('[') ? head.slice(1) : head;
  if (EMPTY_STARTS.some((sign) => bare.startsWith(sign))) return true;
  return (
    EMPTY_INSIDE.some((sign) => head.includes(sign)) || NONE_COUNTED.some((sign) => countsNone(head, sign))
  );
}

/** `0 hits`, and not `10 hits`. */
function countsNone(head: string, sign: string): boolean {
  const at = head.indexOf(sign);
  return at === 0 || (at > 0 && !'0123456789.,'.includes(head.charAt(at - 1)));
}
