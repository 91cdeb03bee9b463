import { describe, expect, it } from 'vitest';
import { maskText } from './mask.js';
import { LOOK } from './scan.js';
import { wordHash } from './volatile-names.js';

const print = (text: string): number => maskText(text).print;
const skeleton = (text: string): number => maskText(text).skeleton;
const wordsOf = (...words: readonly string[]): number[] => words.map(wordHash);

/** Two looks at the same thing: nothing but what is volatile differs. */
const VOLATILE: readonly (readonly [string, string, string])[] = [
  ['a clock with seconds', 'open at 09:12:03', 'open at 17:45:59'],
  ['a clock without seconds', 'open at 09:12', 'open at 17:45'],
  ['fractions of a second', 'open at 09:12:03.123', 'open at 09:12:03.9'],
  ['fractions behind a comma', 'open at 09:12:03,123', 'open at 09:12:03,900'],
  ['a zone', 'open at 09:12:03Z', 'open at 09:12:03+02:00'],
  ['a zone without a colon', 'open at 09:12:03+0200', 'open at 09:12:03-0530'],
  ['a date', 'built 2026-09-14', 'built 2027-01-02'],
  ['a date with a time', 'built 2026-09-14T09:12:03.123Z', 'built 2026-09-15T00:00:00Z'],
  ['a date and a time with a blank between', 'built 2026-09-14 09:12', 'built 2026-09-15 10:00'],
  ['seconds since 1970', 'built 1726305123', 'built 1726305999'],
  ['the same with a fraction', 'built 1726305123.25', 'built 1726305999.75'],
  ['thousandths', 'built 1726305123123', 'built 1726305999999'],
  ['millionths', 'built 1726305123123456', 'built 1726305999999999'],
  ['billionths', 'built 1726305123123456789', 'built 1726305999999999999'],
  ['a duration with its unit', 'passed in 12ms', 'passed in 981ms'],
  ['a fraction of a duration', 'passed in 0.58s', 'passed in 12.01s'],
  ['a unit apart', 'passed in 4 minutes', 'passed in 7 minutes'],
  ['other units', 'up 3d', 'up 12h'],
  ['microseconds', 'took us 12µs more', 'took us 9µs more'],
  ['a hexadecimal id', 'saved as 7f3a9c1', 'saved as 0b44e2d'],
  ['a hexadecimal id that begins with a letter', 'saved as a9aff9e0', 'saved as f0e1d2c3'],
  ['a long id', 'key sk4Zx81kQm3Lw9Pz2R', 'key sk7Bv20jYn5Tc8Hd1W'],
  ['an id behind a name', 'saved mem_a9aff9e0', 'saved mem_0c11d2e4'],
  ['a tag', 'handed to worker#fd8a again', 'handed to worker#09c5 again'],
  ['a value in an address', 'see /login?next=6a5aeb', 'see /login?next=71e598'],
  ['the last part of a name', 'pod ledger-7d9c23719f-009c5', 'pod ledger-7d9ccd30cd-8234a'],
  [
    'a UUID that begins with a digit',
    'run 550e8400-e29b-41d4-a716-446655440000',
    'run 6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  ],
  [
    'a UUID that begins with a letter',
    'run a50e8400-e29b-41d4-a716-446655440000',
    'run fba7b810-9dad-11d1-80b4-00c04fd430c8',
  ],
  [
    'a UUID without a digit in its first part',
    'run deadbeef-e29b-41d4-a716-446655440000',
    'run abcdefab-9dad-11d1-80b4-00c04fd430c8',
  ],
  [
    'a UUID behind a name',
    'run job_550e8400-e29b-41d4-a716-446655440000',
    'run job_6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  ],
  ['an address in memory', 'at 0x7ffd3c10', 'at 0x55d0aa00'],
  ['a process', 'pid 4711 is busy', 'pid 93 is busy'],
  ['a process in brackets', 'worker[pid=4711] is busy', 'worker[pid=93] is busy'],
  ['a process behind a colon', 'PID: 4711', 'PID: 93'],
  ['a request', 'request #8812 denied', 'request #17 denied'],
  ['a request id in one word', 'requestId: ab12', 'requestId: zz9'],
  ['a request id in two words', 'Request ID: ab12', 'Request ID: zz9'],
  ['a chunk id in two words', 'Chunk ID: 3f2a', 'Chunk ID: 77b1'],
  ['a header', 'X-Request-Id: 12ab', 'X-Request-Id: 9'],
  ['a value made of parts', 'session neat-cloud is on', 'session dark-river is on'],
  ['an attempt', 'attempt 3 failed', 'attempt 41 failed'],
  ['a quoted value', '{"attempt":"3"}', '{"attempt":"41"}'],
  ['a name with an ending', '{"updated_at":5}', '{"updated_at":6}'],
  ['a name with an ending in capitals', '{"idleForSeconds":5}', '{"idleForSeconds":61}'],
  ['milliseconds as a name', '{"query_ms":5}', '{"query_ms":612}'],
  ['a place in a file', 'line 12: missing comma', 'line 40: missing comma'],
  ['a place on a page', '[ref=e12] button', '[ref=e98] button'],
  ['how long it took', 'elapsed: 12.5', 'elapsed: 3'],
];

/** Two different things: what differs is no mere accident. */
const MEANINGFUL: readonly (readonly [string, string, string])[] = [
  ['a count', '3 tests failed', '4 tests failed'],
  ['a percentage', '40 % done', '50 % done'],
  ['a version', 'version 1.2.3', 'version 1.2.4'],
  ['a price', 'costs 12.50', 'costs 12.05'],
  ['a size', '12 MB free', '13 MB free'],
  ['where one number ends', 'cells 1 23', 'cells 12 3'],
  ['a number and its neighbour', 'row 1 2', 'row 12'],
  ['an exit code', 'exit code 1', 'exit code 2'],
  ['a port', 'port 8080', 'port 8081'],
  ['a code with a capital', 'error-E0308', 'error-E0277'],
  ['a word of hexadecimal letters', 'see name=face', 'see name=cafe'],
  ['a number behind a sign', 'ticket #7012', 'ticket #7013'],
  ['a number that a name only contains', 'retryable 3', 'retryable 4'],
  ['an id that is a small number', 'id 5', 'id 6'],
  ['a name without a number', 'session open', 'session closed'],
  ['behind a sign that ends the name', 'session. 5 left', 'session. 6 left'],
  ['behind another word', 'time left 5', 'time left 6'],
  ['metres, not minutes', 'walked 3 m', 'walked 4 m'],
  ['mega, not minutes', '5M rows', '6M rows'],
  ['an ordinal', 'the 3rd of May', 'the 4th of May'],
  ['a generation', '5G network', '4G network'],
  ['a model with a short number', 'gpt4 answered', 'gpt5 answered'],
  ['a short hexadecimal word', 'colour ff00aa', 'colour 00ff00'],
  ['a word of hexadecimal letters', 'the facade', 'the decade'],
  ['a number with nine digits', '172630512 rows', '172630513 rows'],
  ['a number with ten digits that is no time', '9726305123 rows', '9726305124 rows'],
  ['the order of words', 'a before b', 'b before a'],
  ['signs', 'a + b', 'a - b'],
  ['signs at the end', 'done.', 'done!'],
  ['what is not said', 'done', 'done now'],
  ['where words end', 'no where', 'nowhere'],
  ['CJK text', '見つかりません', '見つかりました'],
  ['a year in CJK text', '2025年に完成', '2026年に完成'],
];

describe('what is volatile is masked', () => {
  it.each(VOLATILE)('%s', (_, one, other) => {
    expect(print(other)).toBe(print(one));
    expect(skeleton(other)).toBe(skeleton(one));
  });

  it.each(VOLATILE)('and is one mark, whatever it is: %s', (_, one) => {
    expect(maskText(one).numbers).toEqual([]);
  });

  it('one mark stands for every class', () => {
    const texts = ['09:12', '2026-09-14', '1726305123', '12ms', '7f3a9c1', '0x7ffd3c10'].map(
      (it_) => `seen ${it_} twice`,
    );
    expect(new Set(texts.map(print)).size).toBe(1);
  });

  it('a duration of several parts is a number: a rising one is all that some tools show of their progress', () => {
    const [one, other] = ['1m59s', '1h3m8s'].map((time) => maskText(`still creating [${time} elapsed]`));
    expect(other?.print).not.toBe(one?.print);
    expect(other?.skeleton).toBe(one?.skeleton);
    expect([one?.numbers, other?.numbers]).toEqual([[119], [3788]]);
  });

  it('the case of words, white space and line ends do not matter', () => {
    expect(print('Open\n  the   DOOR')).toBe(print('open the door'));
  });
});

describe('what says something is kept', () => {
  it.each(MEANINGFUL)('%s', (_, one, other) => {
    expect(print(other)).not.toBe(print(one));
  });

  it('a skeleton is blind to numbers and to nothing else', () => {
    expect(skeleton('3 tests failed')).toBe(skeleton('41 tests failed'));
    expect(skeleton('3.5 tests failed')).toBe(skeleton('41 tests failed'));
    expect(skeleton('3 tests failed')).not.toBe(skeleton('3 tests passed'));
    expect(skeleton('3 tests failed')).not.toBe(skeleton('tests failed'));
  });

  it('numbers are listed in order, the first eight', () => {
    expect(maskText('1 2.5 007 at 09:12 -4 5 6 7 8 9').numbers).toEqual([1, 2.5, 7, 4, 5, 6, 7, 8]);
  });

  it.each(['9'.repeat(400), `0.${'0'.repeat(400)}1`, `${'9'.repeat(400)}.${'9'.repeat(400)}`])(
    'numbers stay plain JSON, however long: %#',
    (text) => {
      const { numbers } = maskText(`count ${text}`);
      expect(numbers.every(Number.isFinite)).toBe(true);
    },
  );

  it('words are listed in order, case folded, without numbers and what is volatile', () => {
    expect(maskText('Saw 3 Errors at 09:12 in x').words).toEqual(wordsOf('saw', 'errors', 'at', 'in', 'x'));
  });

  it('six hundred words are enough', () => {
    expect(maskText('word '.repeat(1000)).words).toHaveLength(600);
  });
});

describe('isVolatile', () => {
  it.each([
    '09:12:03',
    '2026-09-14T09:12:03Z',
    '1726305123',
    '{"7f3a9c1"}',
    '550e8400-e29b-41d4-a716-446655440000',
  ])('nothing else is there: %s', (text) => {
    expect(maskText(text).isVolatile).toBe(true);
  });

  it.each(['', '  \n', '...', '5', 'ok', 'now 09:12:03'])('not so: %j', (text) => {
    expect(maskText(text).isVolatile).toBe(false);
  });
});

describe('lines', () => {
  it('one hash a line that says something', () => {
    expect(maskText('one\n\n  two \r\nthree\n').lines).toHaveLength(3);
    expect(maskText('').lines).toEqual([]);
  });

  it('equal lines have equal hashes, wherever they stand and however they are indented', () => {
    const [a, b, c, d] = maskText('x = 1;\n  y = 2;\nx = 1;\ny = 2;').lines;
    expect([a, b]).toEqual([c, d]);
    expect(a).not.toBe(b);
  });

  it.each([
    ['a number', 'row 1\nrow 2'],
    ['what is volatile', 'saved 7f3a9c1\nsaved 0b44e2d'],
    ['a clock', 'seen 09:12:03\nseen 09:12:04'],
    ['a sign', 'x = y\nx < y'],
  ])('lines that differ in %s differ', (_, text) => {
    const [one, other] = maskText(text).lines;
    expect(one).not.toBe(other);
  });

  it('two hundred are enough', () => {
    expect(maskText(Array.from({ length: 300 }, (_, i) => `row ${i}`).join('\n')).lines).toHaveLength(200);
  });
});

describe('long and odd texts', () => {
  it('of a long text the head and the tail are looked at', () => {
    const long = (middle: string): string => `head ${'a '.repeat(LOOK)}${middle}${' b'.repeat(LOOK)} tail`;
    expect(print(long('x'))).toBe(print(long('y')));
    expect(print(`${long('x')} end`)).not.toBe(print(long('x')));
    expect(print(`start ${long('x')}`)).not.toBe(print(long('x')));
  });

  it('a text before leaves no trace', () => {
    const before = maskText('3 tests failed');
    maskText('pid 12 '.repeat(2000));
    expect(maskText('3 tests failed')).toEqual(before);
  });

  it('a name at the end of one text does not name the start of the next', () => {
    maskText('attempt');
    expect(maskText('5 left').numbers).toEqual([5]);
  });

  it.each([
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00\ud800',
    '🙂 3 🙂',
    '１２',
    'é'.repeat(20_000),
    '𠮷'.repeat(9000),
  ])('never throws: %#', (text) => {
    expect(maskText(text)).toEqual(maskText(text));
  });

  /** The best of many short ones: whatever else the machine does can only make some of them longer. */
  const best = (text: string): number => {
    let least = Infinity;
    for (let round = 0; round < 100; round++) {
      const start = performance.now();
      maskText(text);
      least = Math.min(least, performance.now() - start);
    }
    return least;
  };

  it.each([
    '1a',
    '1s1.5',
    'a_',
    'aB',
    'deadbeef-',
    '12-34-',
    '09:12:',
    '2026-09-14T',
    'pid ',
    'pid a-',
    '1.1.',
    '((((',
    '0x1',
    'ab12',
  ])('takes time in proportion to the text, whatever is in it: %s', (unit) => {
    const text = unit.repeat(LOOK).slice(0, LOOK);
    best(text);
    // Four times the text may take four times as long; a square would take sixteen times.
    expect(best(text)).toBeLessThan(10 * best(text.slice(0, LOOK / 4)) + 0.1);
  });
});
