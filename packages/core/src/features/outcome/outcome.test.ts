import { describe, expect, it } from 'vitest';
import { extractFeatures } from '../call-features.js';
import type { Outcome } from './outcome.js';
import { FIELD_SLOT, WORD_SLOT } from './outcome-reading.js';

/** For a tool with a meaningless name. */
function outcomeOf(result: unknown, isError = false): Outcome {
  return extractFeatures({ tool: 'run', args: {}, result, isError }).outcome;
}

function readOf(result: unknown): Outcome {
  return extractFeatures({ tool: 'read_page', args: {}, result }).outcome;
}

const PAGE = 'The quick brown fox jumps over the lazy dog while twelve other animals watch from a distance.';

describe('outcomes with equal content', () => {
  it.each<[string, unknown, unknown]>([
    [
      'a content block and its text',
      { content: [{ type: 'text', text: PAGE }] },
      { content: [{ type: 'text', text: PAGE, annotations: {} }] },
    ],
    ['JSON and the same JSON as a text', { a: 1, b: ['x'] }, '{"a": 1, "b": ["x"]}'],
    ['fields in another order', { a: 1, b: 'two words' }, { b: 'two words', a: 1 }],
    ['other `_meta`', { text: PAGE, _meta: { id: 1 } }, { text: PAGE, _meta: { id: 2 } }],
    ['another time', 'done at 12:30:05', 'done at 12:31:09'],
    ['another duration', 'finished in 0.31s', 'finished in 1.2s'],
    [
      'another id',
      'record created: 0f8fad5b-d9cb-469f-a165-70867728950e',
      'record created: f47ac10b-58cc-4372-a567-0e02b2c3d479',
    ],
    ['another time in a field', { took_ms: 12, rows: 3 }, { took_ms: 15, rows: 3 }],
    ['another time stamp', { at: 1_735_689_600, rows: 3 }, { at: 1_735_689_700, rows: 3 }],
    ['other capitals, quotes and blanks', 'File "a.ts"  SAVED', 'file a.ts saved'],
    ['-0 and 0', { n: -0 }, { n: 0 }],
  ])('%s', (_, one, other) => {
    expect(outcomeOf(other).content).toBe(outcomeOf(one).content);
  });

  it('a time is content where nothing else came back: it was measured', () => {
    const [slow, fast] = [outcomeOf({ data: { ms: 640 } }), outcomeOf({ data: { ms: 411 } })];
    expect(fast.content).not.toBe(slow.content);
  });

  it('a time that JSON cannot hold is none', () => {
    expect(outcomeOf({ ms: Number.NaN }).slotValues).toEqual([]);
  });
});

describe('outcomes with other content', () => {
  it.each<[string, unknown, unknown]>([
    ['another word', 'the file is open', 'the file is closed'],
    ['another number', '3 of 9 done', '4 of 9 done'],
    ['a small change of a number', { share: 0.0001 }, { share: 0.0002 }],
    ['another number in the usage footer', 'Answer.\n[tokens used: 120]', 'Answer.\n[tokens used: 140]'],
    ['another value of a field', { status: 'open' }, { status: 'closed' }],
    ['the value under another name', { open: 3 }, { closed: 3 }],
    ['true and false', { isReady: true }, { isReady: false }],
    ['one item more', ['a', 'b'], ['a', 'b', 'b']],
    [
      'the middle of a long text',
      `${'a b '.repeat(3000)}x${' c d'.repeat(3000)}`,
      `${'a b '.repeat(3000)}y${' c d'.repeat(3000)}`,
    ],
    [
      'another checksum, where nothing else came back',
      '394c14696d53f5b2c463c518a838c972',
      'a4a0f61ab4c0a8dbb302517f6eefc53a',
    ],
    [
      'another checksum beside a duration',
      { sha: '394c14696d53f5b2c463c518a838c972', elapsedMs: 12 },
      { sha: 'a4a0f61ab4c0a8dbb302517f6eefc53a', elapsedMs: 15 },
    ],
    [
      'other ids, where nearly all are ids',
      'a1b2c3 b2c3d4 c3d4e5 d4e5f6 e5f6a7',
      'a1b2c3 b2c3d4 c3d4e5 d4e5f6 e5f6b8',
    ],
    ['the last of many numbers', { list: [...Array(40).keys()] }, { list: [...Array(39).keys(), 99] }],
  ])('%s', (_, one, other) => {
    expect(outcomeOf(other).content).not.toBe(outcomeOf(one).content);
  });

  it('a usage footer with other numbers keeps the same words', () => {
    const one = outcomeOf('Answer.\n[tokens used: 120]');
    const other = outcomeOf('Answer.\n[tokens used: 140]');
    expect(other.words).toBe(one.words);
    expect(other.slotNames).toEqual(one.slotNames);
    expect([one.slotValues, other.slotValues]).toEqual([[120], [140]]);
  });
});

describe('slots', () => {
  it('keeps numbers as they are and words as hashes, and says which is which', () => {
    const { slotValues, slotKinds } = outcomeOf({ count: 3_000_000_000.5, state: 'open', isReady: true });
    expect(slotKinds).toEqual([FIELD_SLOT, WORD_SLOT, FIELD_SLOT]);
    expect([slotValues[0], slotValues[2]]).toEqual([3_000_000_000.5, 1]);
    expect(Number.isInteger(slotValues[1])).toBe(true);
  });

  it('keeps the first twenty, and one for all others', () => {
    const many = outcomeOf([...Array(50).keys()]);
    expect(many.slotNames).toHaveLength(21);
    expect(many.slotValues).toHaveLength(21);
    expect(many.slotKinds).toHaveLength(21);
    expect(many.slotKinds[20]).toBe(WORD_SLOT);
  });

  it('omits ids, times and invalid numbers', () => {
    const result = { id: 'a1b2c3d4', at: '12:30:05', never: NaN, most: Infinity };
    expect(outcomeOf(result).slotValues).toEqual([]);
  });
});

describe('the kind of an outcome', () => {
  it.each<[string, Outcome, Outcome['kind']]>([
    ['no result', outcomeOf(undefined), 'unrecorded'],
    ['null', outcomeOf(null), 'unrecorded'],
    ['an empty text', outcomeOf(''), 'nothing'],
    ['an empty list', outcomeOf([]), 'nothing'],
    ['an empty object', outcomeOf({}), 'nothing'],
    ['words for nothing', outcomeOf('No matches found.'), 'nothing'],
    ['a search without results', readOf({ results: [], query: 'foxes' }), 'nothing'],
    ['a list with something in it', readOf({ results: ['fox'] }), 'information'],
    [
      'a list of things with values, of a tool with any name',
      outcomeOf({
        ofertas: [
          { vuelo: 'LH1823', eur: 268 },
          { vuelo: 'AF1377', eur: 305 },
        ],
      }),
      'information',
    ],
    ['a list with one value', outcomeOf({ ids: [7] }), 'acknowledgement'],
    ['a number', outcomeOf('7'), 'acknowledgement'],
    ['a checksum alone', outcomeOf('394c14696d53f5b2c463c518a838c972\n'), 'information'],
    ['a checksum in a receipt', outcomeOf('Saved as 394c14696d53f5b2c463c518a838c972.'), 'acknowledgement'],
    ['a few words', outcomeOf('File saved.'), 'acknowledgement'],
    ['a few words that were asked for', readOf('File saved.'), 'information'],
    ['many words', outcomeOf(PAGE), 'information'],
  ])('%s', (_, outcome, kind) => {
    expect(outcome.kind).toBe(kind);
  });

  it('words that repeat the arguments are no information', () => {
    const text = 'alpha beta gamma delta epsilon zeta eta theta iota';
    const call = { tool: 'run', result: `stored ${text}` };
    expect(extractFeatures({ ...call, args: { text } }).outcome.kind).toBe('acknowledgement');
    expect(extractFeatures({ ...call, args: {} }).outcome.kind).toBe('information');
  });
});

describe('failures', () => {
  it.each<[string, unknown, Outcome['failure']]>([
    ['a word of failure', 'Error: connection refused', 'soft'],
    ['a word that ends so', 'TypeError: x is not a function', 'soft'],
    ['a line of failure at the end of a long text', `${PAGE.repeat(20)}\nFAILED: the build`, 'soft'],
    ['a word of failure in a line of a long text', `${PAGE.repeat(20)}\nIt never failed`, 'no'],
    ['a word of failure in the middle of a long text', `${PAGE.repeat(9)} failed ${PAGE.repeat(9)}`, 'no'],
    ['an exception with its package', 'the log: java.lang.StackOverflowError', 'soft'],
    ['a field of an object', 'set response.error to the text', 'no'],
    [
      'an exception alone in a line of a long text',
      `${PAGE.repeat(20)}\njunit.framework.AssertionFailedError\n at A.java`,
      'soft',
    ],
    ['no errors', 'Compiled with 0 error', 'no'],
    ['no failures', 'Done without error', 'no'],
    ['a count of none', '12 passed, failed: 0', 'no'],
    ['a name with the word in it', 'wrote src/error.ts', 'no'],
    ['a call in a program', 'throw new error(message)', 'no'],
    ['an HTTP status alone', '503', 'soft'],
    ['a number', '203', 'no'],
    ['an HTTP status line', '429 Too Many Requests. Retry-After: 60', 'soft'],
    ['the same with the protocol', 'HTTP/1.1 503 Service Unavailable\nserver: x', 'soft'],
    ['a count at the start', '404 rows copied', 'no'],
    ['a list of errors', { error: ['quota'] }, 'soft'],
    ['an error field', { error: 'quota' }, 'soft'],
    ['an empty error field', { error: '' }, 'no'],
    ['no error', { error: null }, 'no'],
    ['a word for no error', 'error: none', 'no'],
    ['no failure in a field', { isError: false, text: 'x' }, 'no'],
    ['no failure in a text', 'isError: false', 'no'],
    ['not ok', { ok: false }, 'soft'],
    ['no success', { success: false }, 'soft'],
    ['ok', { ok: true }, 'no'],
    ['a denial', 'Permission denied', 'soft'],
    ['isError of MCP', { content: [{ type: 'text', text: 'x' }], isError: true }, 'soft'],
    ['a status of failure', { status: 'failed' }, 'soft'],
    ['another status', { status: 'active' }, 'no'],
    ['a failure in JSON in a text', '{"error":"quota"}', 'soft'],
    ['a good end', 'All tests passed', 'no'],
  ])('%s', (_, result, failure) => {
    expect(outcomeOf(result).failure).toBe(failure);
  });

  it("the caller's flag outweighs the text", () => {
    expect(outcomeOf('all is well', true).failure).toBe('hard');
    expect(outcomeOf(undefined, true).failure).toBe('hard');
  });

  it('a text that was read may mention failures; a failure to read stands at the start', () => {
    expect(readOf(`${PAGE} Then the engine failed.`).failure).toBe('no');
    expect(readOf('Error: no such file').failure).toBe('soft');
    expect(readOf('401 Unauthorized: the token has expired').failure).toBe('soft');
  });

  it('the same failure for other arguments has the same key', () => {
    const failing = (path: string): Outcome =>
      extractFeatures({ tool: 'run', args: { path }, result: `Error: cannot open ${path}` }).outcome;
    expect(failing('alpha.txt').failureKey).toBe(failing('beta.txt').failureKey);
    expect(failing('alpha.txt').content).not.toBe(failing('beta.txt').content);
  });
});

describe('statements of an outcome', () => {
  it.each<[string, unknown, boolean]>([
    ['a status', 'running', true],
    ['a status in JSON', { job: 'build', status: 'in_progress' }, true],
    ['a word inside of a report', `${PAGE} It was running.`, false],
  ])('still going on: %s', (_, result, isPending) => {
    expect(outcomeOf(result).isPending).toBe(isPending);
  });

  it('a write is never pending', () => {
    expect(extractFeatures({ tool: 'write_file', args: {}, result: 'running' }).outcome.isPending).toBe(
      false,
    );
  });

  it('success', () => {
    expect(outcomeOf('12 passed').passes).toBe(true);
    expect(outcomeOf('12 skipped').passes).toBe(false);
  });

  it('"nothing found", in a short text only', () => {
    expect(outcomeOf('No results').saysNothing).toBe(true);
    expect(outcomeOf(`No results. ${PAGE.repeat(3)}`).saysNothing).toBe(false);
  });
});
