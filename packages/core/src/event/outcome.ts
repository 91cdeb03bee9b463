import { fingerprint, textPrint } from './fingerprint.js';
import { maskText } from './mask.js';
import { combine } from './fingerprint.js';

/** Why a call failed, as far as its words tell. */
export type FailureClass =
  | 'denied'
  | 'auth'
  | 'unknown-tool'
  | 'validation'
  | 'not-found'
  | 'network'
  | 'timeout'
  | 'unavailable'
  | 'exhausted'
  | 'other';

/** What came back from a call, ready for comparing. */
export interface CallOutcome {
  /** Equal for outcomes that differ in volatile parts only. */
  readonly print: number;
  /** The same with all numbers folded. */
  readonly skeleton: number;
  readonly numbers: readonly number[];
  readonly words: readonly number[];
  /** `soft`: the tool says success, the text says error. */
  readonly failed: 'no' | 'soft' | 'hard';
  readonly reason: FailureClass;
  readonly isEmpty: boolean;
  /** Nothing but a clock or an id came back. */
  readonly isVolatile: boolean;
  readonly size: number;
  /** Of a short failure: the words of its innermost clause, behind the last `Error:` or `due to:`. */
  readonly cause: readonly number[];
}

const HEAD = 400;
/** A longer text is a report with many lines, not one failure. */
const MAX_CAUSE = 1000;

/** Words of errors that programs of all kinds use. Order matters: the first class that fits is taken. */
const CLASSES: readonly (readonly [FailureClass, readonly string[]])[] = [
  ['unknown-tool', ['unknown tool', 'no such tool', 'tool not found', 'unknown function', 'no tool named', 'not a valid tool', 'unrecognized tool', 'not a registered tool']],
  ['network', ['econnrefused', 'connection refused', 'connection_refused', 'connection reset', 'econnreset', 'could not resolve', 'name resolution', 'unreachable', 'enotfound', 'getaddrinfo', 'connectionerror', 'failed to connect', 'failed to establish', 'socket hang up', "couldn't connect", 'could not connect', "can't connect", 'cannot connect']],
  ['unavailable', ['too many requests', 'rate limit', 'ratelimit', 'overloaded', 'unavailable', 'bad gateway', 'gateway timeout', 'try again later', ' 429', ' 503', ' 502', ' 504', 'is locked', 'is busy', 'in use by']],
  ['exhausted', ['no space left', 'disk full', 'out of memory', 'quota']],
  ['timeout', ['timed out', 'timeout', 'deadline exceeded', 'etimedout']],
  ['denied', ['permission denied', 'access denied', 'not permitted', 'not allowed', 'forbidden', 'declined', 'denied', 'blocked', 'rejected', 'disallowed', 'refused', 'may not', 'eacces', 'eperm']],
  ['auth', ['unauthorized', 'unauthenticated', 'authentication', 'credential', 'api key', 'expired token', 'token expired', 'password', 'login required', ' 401']],
  ['not-found', ['not found', 'no such', 'does not exist', "doesn't exist", 'enoent', 'cannot find', 'could not find', ' 404']],
  ['validation', ['invalid', 'validation', 'missing', 'required', 'must be', 'must not', 'malformed', 'improperly', 'unexpected', 'schema', 'failed to parse', 'not a valid', 'syntaxerror', 'typeerror']],
];

const SOFT_STARTS = ['error', 'failed', 'failure', 'fatal', 'exception', 'traceback', 'invalid', 'cannot', 'could not', 'unable to', 'unknown ', 'permission denied', 'access denied', 'blocked', 'refused', 'usage:'];
const SOFT_INSIDE = ['error:', '\nerror', '\nfatal', '\nfailed', 'exception:', 'traceback (most recent', 'command not found', 'no such file or directory', 'permission denied', 'timed out'];
const ERROR_SIGNS = ['error', 'exception', 'failed', 'denied', 'cannot', 'unable', 'not found', 'invalid', 'timed out', 'refused'];
const EMPTY_STARTS = ['no ', 'none', 'null', 'nothing', 'empty', '0 ', 'not found', 'undefined'];
const EMPTY_INSIDE = ['no results', 'no matches', 'no match', 'no output', 'no rows', 'no files', 'no data', 'no new ', '0 results', '0 matches', '0 hits', '0 rows', '(empty', 'not found', 'nothing found', 'did not return', 'returned nothing', 'nothing to '];
/** Lists that a query fills. */
const LISTS = ['rows', 'results', 'items', 'data', 'hits', 'matches', 'records', 'entries', 'files', 'findings', 'documents', 'values'];

export function readOutcome(result: unknown, isError: boolean): CallOutcome {
  const text = asText(result);
  const masked = maskText(text);
  const head = text.slice(0, HEAD).toLowerCase().trim();
  const failed = isError ? 'hard' : isSoftError(head) ? 'soft' : 'no';
  const cause = failed === 'no' || text.length > MAX_CAUSE ? '' : innermost(text);
  // What lies between head and tail of a long text is compared as it is.
  const middle = text.length > 8192 ? textPrint(text.slice(4096, -4096)) : 0;
  return {
    print: combine(masked.print, middle, isError ? 1 : 0),
    skeleton: combine(masked.skeleton, middle, isError ? 1 : 0),
    numbers: masked.numbers,
    words: masked.words,
    failed,
    reason: failed === 'no' ? 'other' : reasonOf(head),
    isEmpty: failed === 'no' && isEmptyText(head, text.length),
    isVolatile: masked.isVolatile,
    size: text.length,
    cause: cause === '' ? [] : maskText(cause).words,
  };
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

/**
 * Wrappers add their words in front: the cause is the last part, behind a colon, of the last line that speaks of an
 * error. Empty where no line does.
 */
function innermost(text: string): string {
  const line = text.split('\n').findLast((one) => ERROR_SIGNS.some((sign) => one.toLowerCase().includes(sign)));
  if (line === undefined) return '';
  const parts = line.split(': ');
  let clause = parts.pop() ?? '';
  while (parts.length > 0 && clause.split(' ').length < 3) clause = `${parts.pop() ?? ''}: ${clause}`;
  return clause;
}

function reasonOf(head: string): FailureClass {
  for (const [reason, signs] of CLASSES) if (signs.some((sign) => head.includes(sign))) return reason;
  return 'other';
}

function isSoftError(head: string): boolean {
  if (SOFT_STARTS.some((sign) => head.startsWith(sign))) return true;
  const near = head.slice(0, 200);
  return SOFT_INSIDE.some((sign) => near.includes(sign));
}

function isEmptyText(head: string, length: number): boolean {
  if (head === '') return length < HEAD;
  if (length > 300) return false;
  if (LISTS.some((name) => head.includes(`"${name}":[]`) || head.includes(`"${name}": []`))) return true;
  if (head.includes('[]') && !head.includes('[{') && !head.includes('["')) return true;
  if (length > 160) return false;
  if (head === '[]' || head === '{}' || head === '""' || head === 'none') return true;
  const bare = head.startsWith('(') || head.startsWith('[') ? head.slice(1) : head;
  return EMPTY_STARTS.some((sign) => bare.startsWith(sign)) || EMPTY_INSIDE.some((sign) => head.includes(sign));
}
