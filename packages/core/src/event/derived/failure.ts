/** Why a call failed, according to its text. */
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

/** Error words from programs of all kinds. Order matters: the first matching class wins. */
const CLASSES: readonly (readonly [FailureClass, readonly string[]])[] = [
  [
    'unknown-tool',
    [
      'unknown tool',
      'no such tool',
      'tool not found',
      'unknown function',
      'no tool named',
      'not a valid tool',
    ],
  ],
  ['unknown-tool', ['unrecognized tool', 'not a registered tool']],
  [
    'network',
    [
      'econnrefused',
      'connection refused',
      'connection_refused',
      'connection reset',
      'econnreset',
      'enotfound',
    ],
  ],
  [
    'network',
    [
      'could not resolve',
      'name resolution',
      'unreachable',
      'getaddrinfo',
      'connectionerror',
      'failed to connect',
    ],
  ],
  [
    'network',
    ['failed to establish', 'socket hang up', "couldn't connect", 'could not connect', 'cannot connect'],
  ],
  [
    'unavailable',
    ['too many requests', 'rate limit', 'ratelimit', 'overloaded', 'unavailable', 'bad gateway'],
  ],
  [
    'unavailable',
    ['gateway timeout', 'try again later', ' 429', ' 503', ' 502', ' 504', 'is locked', 'is busy'],
  ],
  ['exhausted', ['no space left', 'disk full', 'out of memory', 'quota']],
  ['timeout', ['timed out', 'timeout', 'deadline exceeded', 'etimedout']],
  ['denied', ['permission denied', 'access denied', 'not permitted', 'not allowed', 'forbidden', 'declined']],
  ['denied', ['denied', 'blocked', 'rejected', 'disallowed', 'refused', 'may not', 'eacces', 'eperm']],
  ['auth', ['unauthorized', 'unauthenticated', 'authentication', 'credential', 'api key', 'expired token']],
  ['auth', ['token expired', 'password', 'login required', ' 401']],
  ['not-found', ['not found', 'no such', 'does not exist', "doesn't exist", 'enoent', 'cannot find']],
  ['not-found', ['could not find', ' 404']],
  [
    'validation',
    ['invalid', 'validation', 'missing', 'required', 'must be', 'must not', 'malformed', 'improperly'],
  ],
  ['validation', ['unexpected', 'schema', 'failed to parse', 'syntaxerror', 'typeerror']],
];

/** By the head of the text, in lower case. */
export function failureClass(head: string): FailureClass {
  for (const [reason, signs] of CLASSES) if (signs.some((sign) => head.includes(sign))) return reason;
  return 'other';
}

/** First words of results that claim success and mean an error. */
const FIRST_WORDS = new Set([
  ...[
    'error',
    'failed',
    'failure',
    'fatal',
    'exception',
    'traceback',
    'invalid',
    'cannot',
    'unable',
    'unknown',
  ],
  ...['blocked', 'refused', 'denied', 'rejected', 'illegal', 'forbidden', 'usage'],
]);
const PHRASES = [
  'command not found',
  'no such file or directory',
  'permission denied',
  'timed out',
  'could not ',
  'try again',
];

/** Longer texts are content: a source file or a page may mention errors. */
const SHORT = 500;
const LINE = 60;

/**
 * Whether a successful result reports an error: by its first word, or, in a short text, by a line that starts
 * like an error. `head` is in lower case; the content of a file says nothing about reading it.
 */
export function isSoftError(head: string, length: number, isRead: boolean): boolean {
  if (isRead && length > LINE * 4) return false;
  if (FIRST_WORDS.has(firstWord(head, 0))) return length < 4 * SHORT || head.startsWith('traceback');
  if (length > SHORT) return false;
  for (let at = head.indexOf('\n'); at >= 0; at = head.indexOf('\n', at + 1)) {
    if (FIRST_WORDS.has(firstWord(head, at + 1))) return true;
  }
  return (
    countsFailures(head) ||
    hasErrorName(head) ||
    PHRASES.some((phrase) => head.includes(phrase)) ||
    isRefusal(head)
  );
}

/** `1 failed`, and not `0 failed`. */
function countsFailures(head: string): boolean {
  for (let at = head.indexOf(' failed'); at > 0; at = head.indexOf(' failed', at + 1)) {
    const digit = head.charCodeAt(at - 1);
    if (digit > 48 && digit <= 57) return true;
    if (digit === 48 && head.charCodeAt(at - 2) >= 48 && head.charCodeAt(at - 2) <= 57) return true;
  }
  return false;
}

/** The status fields of a record, and their values for a failure. */
const VERDICTS = ['ok', 'success', 'status', 'state', 'decision', 'result', 'outcome', 'error'];
const REFUSALS = new Set([
  ...['false', 'blocked', 'denied', 'rejected', 'refused', 'failed', 'failure', 'error', 'unavailable'],
]);

/** `{"ok": false, …}`, `{"decision":"denied"}`, `{"error":"…"}`. */
function isRefusal(head: string): boolean {
  if (!head.startsWith('{')) return false;
  return VERDICTS.some((name) => {
    const at = head.indexOf(`"${name}":`);
    if (at < 0) return false;
    let from = at + name.length + 3;
    while (head.charAt(from) === ' ') from++;
    const isText = head.charAt(from) === '"';
    const word = firstWord(head, isText ? from + 1 : from);
    // A code such as `otp_expired` names the problem.
    return name === 'error' ? isText && head.charAt(from + 1) !== '"' : REFUSALS.has(word);
  });
}

/** Letters only, followed by punctuation or a space, so that `error_log` does not match. */
function firstWord(text: string, from: number): string {
  let end = from;
  while (end < text.length && text.charCodeAt(end) >= 97 && text.charCodeAt(end) <= 122) end++;
  const next = text.charCodeAt(end);
  if (next === 95 || (next >= 48 && next <= 57)) return '';
  // `error-report.ts`, `error/page.tsx`: the start of a longer name.
  const isJoint = next === 45 || next === 46 || next === 47;
  return isJoint && text.charCodeAt(end + 1) >= 97 && text.charCodeAt(end + 1) <= 122
    ? ''
    : text.slice(from, end);
}

/** `TypeError: x`, `java.io.IOException: y`, but not `std::error::Error`. */
function hasErrorName(text: string): boolean {
  for (const name of ['error: ', 'exception: ', 'error:\n']) {
    if (text.includes(name)) return true;
  }
  return false;
}

const ERROR_SIGNS = [
  'error',
  'exception',
  'failed',
  'denied',
  'cannot',
  'unable',
  'not found',
  'invalid',
  'timed out',
];

/**
 * Wrappers prepend their own words: the cause is the last part, after a colon, of the last line that mentions
 * an error. Empty if no line does.
 */
export function innermostClause(text: string): string {
  const line = text.split('\n').findLast((one) => {
    const lower = one.toLowerCase();
    return ERROR_SIGNS.some((sign) => lower.includes(sign)) || lower.includes('refused');
  });
  if (line === undefined) return '';
  const parts = line.split(': ');
  let clause = parts.pop() ?? '';
  while (parts.length > 0 && clause.split(' ').length < 3) clause = `${parts.pop() ?? ''}: ${clause}`;
  return clause;
}
