import { describe, expect, it } from 'vitest';
import { readOutcome } from './outcome.js';
import { LOOK } from './scan.js';
import { wordHash } from './volatile-names.js';

const print = (result: unknown, isError = false): number => readOutcome(result, isError).print;

describe('prints', () => {
  it.each([
    ['a clock', 'ready at 09:12:03', 'ready at 10:00:00'],
    ['a duration', 'ready after 12ms', 'ready after 3s'],
    ['an id in a record', { id: '7f3a9c1', ok: true }, { id: '0b44e2d', ok: true }],
    ['white space', 'a  b\n', 'a b'],
    ['a record and its JSON', { n: 1 }, '{"n":1}'],
    ['nothing and nothing', undefined, null],
    ['nothing and an empty text', undefined, ''],
  ])('equal but for %s', (_, one, other) => {
    expect(print(other)).toBe(print(one));
  });

  it.each([
    ['a number', '3 left', '4 left'],
    ['a word', 'ready', 'busy'],
    ['a field', { a: 1 }, { b: 1 }],
    ['an item', [1], [1, 1]],
    ['something and nothing', 'x', ''],
    ['an empty list and an empty record', [], {}],
  ])('unlike: %s', (_, one, other) => {
    expect(print(other)).not.toBe(print(one));
  });

  it('an error is never like a success in the same words', () => {
    expect(print('not found', true)).not.toBe(print('not found'));
    expect(readOutcome('x', true).skeleton).not.toBe(readOutcome('x', false).skeleton);
  });

  it('a skeleton is blind to numbers', () => {
    expect(readOutcome('3 left', false).skeleton).toBe(readOutcome('4 left', false).skeleton);
  });

  it('what lies in the middle of a long text counts too, as it is', () => {
    const long = (middle: string): string => `${'a '.repeat(LOOK)}${middle}${' b'.repeat(LOOK)}`;
    expect(print(long('x'))).toBe(print(long('x')));
    expect(print(long('x'))).not.toBe(print(long('y')));
    expect(readOutcome(long('x'), false).skeleton).not.toBe(readOutcome(long('y'), false).skeleton);
  });

  it('a text that is just not too long is masked as a whole', () => {
    const long = (clock: string): string => `${'a '.repeat(LOOK / 4)} ${clock} ${'b '.repeat(LOOK / 5)}`;
    expect(print(long('09:12:03'))).toBe(print(long('10:00:00')));
  });
});

describe('what was read', () => {
  it('numbers, words, lines and size of a text', () => {
    const { numbers, words, lines, size } = readOutcome('Read 3 of 4\nfiles', false);
    expect(numbers).toEqual([3, 4]);
    expect(words).toEqual(['read', 'of', 'files'].map(wordHash));
    expect(lines).toHaveLength(2);
    expect(size).toBe(17);
  });

  it('a record has no lines', () => {
    expect(readOutcome({ text: 'a\nb' }, false).lines).toEqual([]);
  });

  it.each([true, 5, 'x', ['a'], { a: 1 }])('the size of %j is that of its JSON', (result) => {
    expect(readOutcome(result, false).size).toBe(
      typeof result === 'string' ? 1 : JSON.stringify(result).length,
    );
  });

  it('nothing but a clock came back', () => {
    expect(readOutcome('09:12:03', false).isVolatile).toBe(true);
    expect(readOutcome('now 09:12:03', false).isVolatile).toBe(false);
  });
});

describe('failures', () => {
  const failed = (result: unknown, isError = false, isRead = false): string =>
    readOutcome(result, isError, isRead).failed;

  it('what came back as an error is one, whatever it says', () => {
    expect(failed('all is well', true)).toBe('hard');
  });

  it.each([
    'Error: no such table',
    'error',
    'Failed to open the door',
    'FATAL: out of memory',
    'Traceback (most recent call last):\n  File "a.py"',
    'Invalid date',
    'Cannot read properties of undefined',
    'usage: tool [-h]',
    'bash: foo: command not found',
    'cat: a.txt: No such file or directory',
    'the request timed out',
    'building\nerror: missing semicolon',
    'TypeError: x is not a function',
    'java.io.IOException: closed',
  ])('a success that speaks of an error: %j', (result) => {
    expect(failed(result)).toBe('soft');
  });

  it.each([
    'ok',
    '',
    '3 files changed',
    'errors are handled in lib/errors.ts',
    'error_log is empty of entries',
    'no failures in 12 tests',
    `# Handling errors\n${'A page about what to do when things go wrong. '.repeat(20)}Error: x`,
  ])('no failure: %j', (result) => {
    expect(failed(result)).toBe('no');
  });

  it('what a file holds says nothing about the reading of it', () => {
    const source = `Error handling\n${'const a = 1;\n'.repeat(20)}`;
    expect(failed(source, false, true)).toBe('no');
    expect(failed('Error: no such file', false, true)).toBe('soft');
  });

  it.each([
    ['unknown-tool', 'Unknown tool: frobnicate'],
    ['network', 'connect ECONNREFUSED 127.0.0.1:5432'],
    ['unavailable', '429 Too Many Requests'],
    ['unavailable', 'HTTP 503'],
    ['exhausted', 'write failed: No space left on device'],
    ['timeout', 'operation timed out'],
    ['denied', 'EACCES: permission denied'],
    ['auth', 'invalid API key'],
    ['not-found', 'file does not exist'],
    ['validation', 'field "name" is required'],
    ['other', 'it broke'],
  ])('the reason is %s: %s', (reason, message) => {
    expect(readOutcome(message, true).reason).toBe(reason);
  });

  it('a success has no reason and no cause', () => {
    const { reason, cause } = readOutcome('permission to proceed', false);
    expect([reason, cause]).toEqual(['other', []]);
  });

  it.each([
    ['what stands behind the last colon', 'Tool failed: Error: the disk is full', 'the disk is full'],
    ['more where that is too short', 'Tool failed: cannot open: door', 'cannot open: door'],
    [
      'the last line that speaks of an error',
      'Error: one two three\nError: four five six\nbye',
      'four five six',
    ],
  ])('the cause is %s', (_, message, cause) => {
    expect(readOutcome(message, true).cause).toEqual(cause.replace(':', '').split(' ').map(wordHash));
  });

  it.each(['it broke', `Error: the disk is full\n${'x '.repeat(600)}`])('no cause: %#', (message) => {
    expect(readOutcome(message, true).cause).toEqual([]);
  });
});

describe('nothing found', () => {
  it.each([
    undefined,
    null,
    '',
    ' \n',
    [],
    {},
    '""',
    'none',
    'None',
    'null',
    '(no output)',
    '[no matches]',
    'No results for "x".',
    '0 results',
    'Your search did not return any documents',
    { rows: [] },
    { total: 0, hits: [], took: 3 },
    '{"items": []}',
    '{"page":1,"people":[]}',
  ])('%j', (result) => {
    expect(readOutcome(result, false).isEmpty).toBe(true);
  });

  it.each([
    'x',
    0,
    false,
    'notes.md',
    '10 results',
    { rows: [1] },
    { rows: [{ tags: [] }] },
    ['a'],
    'const list = [];',
    `No ${'further remarks were made by anyone in the room, and so on. '.repeat(4)}`,
    ' '.repeat(500),
  ])('something: %j', (result) => {
    expect(readOutcome(result, false).isEmpty).toBe(false);
  });

  it('an error is not nothing', () => {
    expect(readOutcome('not found', true).isEmpty).toBe(false);
  });
});

describe('odd results', () => {
  const ring: Record<string, unknown> = {};
  ring['self'] = ring;

  it.each([
    ['a ring', ring],
    ['a big number', 12n],
    [
      'a getter that throws',
      Object.defineProperty({}, 'x', {
        enumerable: true,
        get: () => {
          throw new Error('no');
        },
      }),
    ],
    [
      'a toJSON that throws',
      {
        toJSON: () => {
          throw new Error('no');
        },
      },
    ],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
  ])('%s does not throw', (_, result) => {
    expect(readOutcome(result, false).failed).toBe('no');
  });

  it('rings of different content differ', () => {
    const other: Record<string, unknown> = { a: 1 };
    other['self'] = other;
    expect(print(ring)).not.toBe(print(other));
  });
});
