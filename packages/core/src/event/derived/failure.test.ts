import { describe, expect, it } from 'vitest';
import { type FailureClass, failureClass, innermostClause, isSoftError } from './failure.js';

describe('why a call failed', () => {
  it.each<[FailureClass, string]>([
    ['unknown-tool', 'no tool named edit_files; did you mean edit_file?'],
    ['network', 'getaddrinfo enotfound api.example'],
    ['network', 'connection reset by peer'],
    ['unavailable', 'rate limit reached, retry in 20 s'],
    ['unavailable', 'database is locked'],
    ['exhausted', 'disk quota exceeded'],
    ['timeout', 'context deadline exceeded'],
    ['denied', 'user declined the call'],
    ['denied', 'blocked by policy'],
    ['auth', 'credentials are stale'],
    ['not-found', 'http 404'],
    ['validation', 'unexpected keyword argument'],
    ['other', 'the tests are red'],
    ['other', ''],
  ])('%s: %s', (reason, head) => {
    expect(failureClass(head)).toBe(reason);
  });

  it.each<[FailureClass, string, string]>([
    ['network', 'a refused connection is no refusal', 'connection refused'],
    ['unavailable', 'a gateway that times out will be back', '504 gateway timeout'],
    ['unknown-tool', 'a tool that is not found is no file', 'tool not found: ls'],
    ['denied', 'what is not permitted is not merely missing', 'not permitted: missing role'],
  ])('the first matching class wins, %s: %s', (reason, _, head) => {
    expect(failureClass(head)).toBe(reason);
  });
});

describe('a success whose text mentions an error', () => {
  const soft = (text: string, isRead = false): boolean =>
    isSoftError(text.slice(0, 400).toLowerCase(), text.length, isRead);

  it.each([
    ['its first word', 'Unable to open the archive'],
    ['its first word, whatever sign follows', 'ERROR[E0382]: use of moved value'],
    ['the first word of a later line', 'compiling\nlinking\nfatal: no space'],
    ['the name of an error', 'ran it, got KeyError: shop'],
    ['a phrase of shells', 'sh: 1: jq: command not found'],
    ['a count of failures', 'F\n1 failed, 88 passed in 4.10s'],
    ['a record that says no', '{"ok": false, "conflict": "Ana"}'],
    ['a decision', '{"decision":"DENIED","policy":"NR-1"}'],
    ['a code of an error', '{"error":"otp_expired"}'],
  ])('by %s', (_, text) => {
    expect(soft(text)).toBe(true);
  });

  it.each([
    ['a word that only begins like one', 'errors: 0'],
    ['a name with an underscore', 'error_rate 0.2'],
    ['a name with a dash', 'error-report.ts: 3 matches'],
    ['the name of a folder', 'src/a.ts\nerror/page.tsx'],
    ['the name of a file', 'failure.test.ts'],
    ['a count of none', '88 passed, 0 failed'],
    ['a record that says yes', '{"ok": true, "error": null}'],
    ['an error without a word', '{"error":"","rows":3}'],
    ['a name with a digit', 'error404 page was written'],
    ['a long report with an error further down', `${'all is well here. '.repeat(40)}\nerror: one`],
    ['a long text that begins with the word', `Error handling. ${'A chapter of the book. '.repeat(100)}`],
  ])('not by %s', (_, text) => {
    expect(soft(text)).toBe(false);
  });

  it('a traceback counts as an error at any length', () => {
    expect(soft(`Traceback (most recent call last):\n${'  File "a.py"\n'.repeat(300)}`)).toBe(true);
  });

  it('for the content of a file, only a short text counts', () => {
    expect(soft('Error: no such file', true)).toBe(true);
    expect(soft(`Error codes\n${'1 = too hot\n'.repeat(30)}`, true)).toBe(false);
  });
});

describe('the innermost clause', () => {
  it.each([
    ['behind the wrappers', 'Tool error: run failed: ValueError: the key is too long', 'the key is too long'],
    ['with its wrapper where it is short', 'failed: cannot open: door', 'cannot open: door'],
    [
      'of the last line that speaks of an error',
      'error: a b c\nwarning: d\nfailed: e f g\nsee the log',
      'e f g',
    ],
    ['of one line as it is', 'connection refused', 'connection refused'],
    ['of a text without an error: none', 'all is well: go on', ''],
    ['of nothing: none', '', ''],
  ])('%s', (_, text, clause) => {
    expect(innermostClause(text)).toBe(clause);
  });
});
