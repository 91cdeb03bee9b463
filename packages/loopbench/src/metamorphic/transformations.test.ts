import { describe, expect, test } from 'vitest';
import type { Case } from '../data/case.js';
import { readCorpus } from '../data/sets.js';
import { drawFrom } from './draw.js';
import { jsonRpc, mcpBlocks, meta, tagFrame, usageFooter } from './changes/envelopes.js';
import { TRANSFORMATIONS } from './index.js';
import { foreignCalls, remarks, sameRemarks, workInFront } from './changes/insertions.js';
import { keyOrder, noErrorMark, renamed } from './changes/names.js';
import { shuffledRounds } from './changes/order.js';
import { absolutePaths, dotPaths, windowsPaths } from './changes/paths.js';
import { lineClocks, truncated } from './changes/results.js';
import { noTime, scaledTime, shiftedTime, tokensAndCost } from './changes/time.js';
import { type Event, eventsOf } from './trace.js';
import type { Transformation } from './transformation.js';
import { volatileFields } from './changes/volatile-fields.js';
import { joinedMessages, splitMessages, unicode } from './changes/wording.js';

const call = (extra: Event = {}): Event => ({
  ...{ kind: 'call', tool: 'look', args: { at: 'x' }, result: 'all is well', isError: false },
  ...extra,
});
const say = (text: string): Event => ({ kind: 'message', text });
const traceOf = (events: readonly Event[], labels: Partial<Case> = {}): Case => ({
  ...{ id: 't', category: 'c', source: 's', expect: 'loop', events },
  ...labels,
});
const apply = (transformation: Transformation, one: Case, seed = 's'): Case =>
  transformation.apply(one, drawFrom(seed));
const changed = (transformation: Transformation, events: readonly Event[], seed?: string): readonly Event[] =>
  eventsOf(apply(transformation, traceOf(events), seed));
const results = (transformation: Transformation, events: readonly Event[]): unknown[] =>
  changed(transformation, events).map(({ result }) => result);
const repeat = (count: number, event: Event): Event[] => Array.from({ length: count }, () => event);

describe('every transformation', () => {
  const { cases } = readCorpus('corpus');
  const sample = cases.filter((_, i) => i % 9 === 0);

  test.each(TRANSFORMATIONS)('$id is deterministic for a seed and does not mutate its input', (one) => {
    for (const trace of sample) {
      const before = JSON.stringify(trace);
      expect(apply(one, trace)).toEqual(apply(one, trace));
      expect(JSON.stringify(trace)).toBe(before);
    }
  });

  test.each(TRANSFORMATIONS)('$id keeps deadline and span inside the trace and in order', (one) => {
    for (const trace of sample) {
      const { events, by = 0, span = [0, 0] } = apply(one, trace);
      expect(Math.max(by, ...span)).toBeLessThan(events.length);
      expect(span[0]).toBeLessThanOrEqual(span[1]);
    }
  });

  test('has a unique name', () => {
    expect(TRANSFORMATIONS.length).toBeGreaterThanOrEqual(15);
    expect(new Set(TRANSFORMATIONS.map(({ id }) => id)).size).toBe(TRANSFORMATIONS.length);
  });

  test('most change traces of the corpus', () => {
    const idle = TRANSFORMATIONS.filter(
      (one) => !one.isInterleaved && cases.every((trace) => apply(one, trace) === trace),
    );
    expect(idle.map(({ id }) => id)).toEqual([]);
  });

  test('other seeds draw other names', () => {
    const names = (seed: string) => changed(renamed, [call()], seed).map(({ tool }) => tool);
    expect(names('1')).not.toEqual(names('2'));
  });
});

describe('envelopes', () => {
  test('MCP blocks carry the result as text, and the error flag', () => {
    expect(results(mcpBlocks, [call({ result: { a: 1 } }), call({ result: 'no', isError: true })])).toEqual([
      { content: [{ type: 'text', text: '{"a":1}' }] },
      { content: [{ type: 'text', text: 'no' }], isError: true },
    ]);
  });

  test('JSON-RPC responses are numbered', () => {
    const parsed = results(jsonRpc, repeat(2, call())).map((one) =>
      typeof one === 'string' ? JSON.parse(one) : one,
    );
    expect(parsed).toMatchObject([{ result: 'all is well' }, { result: 'all is well' }]);
    expect(Number(parsed[1].id) - Number(parsed[0].id)).toBe(1);
  });

  test.each([meta, usageFooter, tagFrame, volatileFields])(
    '$id differs at every call and still contains the result',
    (one) => {
      const texts = results(one, repeat(6, call())).map((result) => JSON.stringify(result));
      expect(new Set(texts).size).toBe(6);
      for (const text of texts) expect(text).toContain('all is well');
    },
  );

  test('a call without a result gets none', () => {
    for (const one of [mcpBlocks, jsonRpc, meta, usageFooter, tagFrame, volatileFields]) {
      expect(results(one, [call({ result: undefined })])).toEqual([undefined]);
    }
  });

  test('volatile fields keep their names within a trace', () => {
    const keys = results(volatileFields, repeat(3, call())).map((one) =>
      Object.keys(typeof one === 'string' ? JSON.parse(one) : (one as object)).join(),
    );
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]!.split(',').length).toBeGreaterThanOrEqual(3);
    expect(keys[0]!.split(',').length).toBeLessThanOrEqual(6);
  });
});

describe('names', () => {
  test('each tool and argument keeps its new name throughout', () => {
    const events = changed(renamed, [call(), call({ tool: 'write' }), call()]);
    expect(events[0]).toEqual(events[2]);
    expect(events[0]?.['tool']).not.toBe(events[1]?.['tool']);
    expect(Object.values(events[0]?.['args'] as object)).toEqual(['x']);
    expect(JSON.stringify(events)).not.toMatch(/look|write|"at"/);
  });

  test('the error flag is removed', () => {
    expect(changed(noErrorMark, [call({ isError: true })])[0]).not.toHaveProperty('isError');
  });

  test('keys move, values and JSON inside texts stay the same', () => {
    const args = { a: 1, b: { c: 2, d: [3, { e: 4, f: 5 }] }, g: 6 };
    const events = repeat(8, call({ args, result: JSON.stringify(args) }));
    const after = changed(keyOrder, events);
    expect(new Set(after.map((one) => JSON.stringify(one['args']))).size).toBeGreaterThan(1);
    for (const one of after) {
      expect(one['args']).toEqual(args);
      expect(JSON.parse(one['result'] as string)).toEqual(args);
    }
  });
});

describe('insertions', () => {
  const events = [say('go'), ...repeat(12, call())];

  test.each([remarks, sameRemarks, foreignCalls, workInFront])(
    '$id keeps all events in order and moves the labels with them',
    (one) => {
      const marked = events.map((event, i) => ({ ...event, mark: i }));
      const after = apply(one, traceOf(marked, { by: 9, span: [3, 11] }));
      const kept = eventsOf(after).filter((event) => 'mark' in event);
      expect(kept).toEqual(marked);
      expect(after.events.length).toBeGreaterThan(events.length);
      expect(after.events[after.by!]).toMatchObject({ mark: 9 });
      expect(after.span!.map((i) => (after.events[i] as Event)['mark'])).toEqual([3, 11]);
    },
  );

  test('unrelated calls are new each time', () => {
    const foreign = changed(foreignCalls, repeat(40, call())).filter(({ tool }) => tool !== 'look');
    expect(foreign.length).toBeGreaterThanOrEqual(6);
    expect(new Set(foreign.map(({ tool }) => tool)).size).toBe(1);
    expect(new Set(foreign.map(({ result }) => result)).size).toBe(foreign.length);
  });

  test('nothing splits a round or a stream', () => {
    const round = repeat(5, call({ round: 1 }));
    const stream = [{ kind: 'delta', text: 'a' }, call()];
    for (const seed of ['1', '2', '3']) {
      expect(changed(remarks, round, seed).slice(-5)).toEqual(round);
      expect(changed(remarks, stream, seed)).toEqual(stream);
    }
  });

  test('work in front follows the task, with earlier times', () => {
    const after = changed(workInFront, [{ kind: 'turn', role: 'user', text: 'go' }, call({ at: 90_000 })]);
    expect(after).toHaveLength(32);
    expect(after[0]).toMatchObject({ kind: 'turn' });
    expect(after[1]?.['at']).toBeLessThan(after[30]?.['at'] as number);
    expect(after[30]?.['at']).toBeLessThan(90_000);
  });
});

describe('results', () => {
  test('the time in front of lines advances', () => {
    const [first, second] = results(lineClocks, repeat(2, call({ result: 'one\ntwo' }))) as string[];
    expect(first!.split('\n').map((line) => line.split(' ').at(-1))).toEqual(['one', 'two']);
    expect(first! < second! || first!.length < second!.length).toBe(true);
    expect(results(lineClocks, [call({ result: '{"a":1}' })])).toEqual(['{"a":1}']);
  });

  test('long results are cut and say how much is missing', () => {
    const [long, short] = results(truncated, [call({ result: 'x'.repeat(500) }), call()]) as string[];
    expect(long).toContain('340');
    expect(long!.length).toBeLessThan(220);
    expect(short).toBe('all is well');
  });
});

describe('paths', () => {
  const events = [call({ args: { path: 'src/a.ts' }, result: 'see ./src/a.ts and https://x.org/a/b.html' })];
  test.each([
    [windowsPaths, /^C:\\\w+\\\w+\\src\\a\.ts$/],
    [absolutePaths, /^\/\w+\/\w+\/src\/a\.ts$/],
  ] as const)('%o: every spelling of a path becomes the same one, URLs stay', (one, pattern) => {
    const [after] = changed(one, events);
    const { path } = after?.['args'] as { path: string };
    expect(path).toMatch(pattern);
    expect(after?.['result']).toBe(`see ${path} and https://x.org/a/b.html`);
  });

  test('some arguments get a leading ./', () => {
    const paths = changed(dotPaths, repeat(20, events[0]!)).map(
      ({ args }) => (args as { path: string }).path,
    );
    expect([...new Set(paths)].toSorted()).toEqual(['./src/a.ts', 'src/a.ts']);
  });
});

test('a round is shuffled internally, and a deadline inside it moves to its end', () => {
  const marked = [1, 1, 1, 1, 2, 2].map((round, mark) => call({ round, mark }));
  const after = apply(shuffledRounds, traceOf(marked, { by: 2, span: [1, 5] }), 'x');
  const order = eventsOf(after).map(({ mark }) => mark);
  expect(order).not.toEqual([0, 1, 2, 3, 4, 5]);
  expect(order.slice(0, 4).toSorted()).toEqual([0, 1, 2, 3]);
  expect(after).toMatchObject({ by: 3, span: [1, 5] });
});

describe('wording', () => {
  test('messages have several spellings with the same meaning', () => {
    const texts = changed(unicode, repeat(30, say(`It's a "café" again`))).map(({ text }) => text as string);
    expect(new Set(texts).size).toBeGreaterThan(2);
    const plain = texts.map((text) =>
      text.normalize('NFC').replaceAll('\u00a0', ' ').replaceAll('\u2019', "'").replaceAll(/[“”]/g, '"'),
    );
    expect(new Set(plain)).toEqual(new Set([`It's a "café" again`]));
  });

  test('a message of two sentences becomes two messages, and the labels follow', () => {
    const after = apply(splitMessages, traceOf([say('One. Two.'), say('one'), call()], { by: 2 }));
    expect(eventsOf(after).map(({ text }) => text)).toEqual(['One.', 'Two.', 'one', undefined]);
    expect(after.by).toBe(3);
  });

  test('two messages in a row become one', () => {
    const after = apply(
      joinedMessages,
      traceOf([say('a'), say('b'), say('c'), call()], { by: 1, span: [0, 3] }),
    );
    expect(eventsOf(after).map(({ text }) => text)).toEqual(['a\n\nb', 'c', undefined]);
    expect(after).toMatchObject({ by: 0, span: [0, 2] });
  });
});

describe('time and cost', () => {
  const events = [call({ at: 1000 }), call({ at: 3000 }), call({ at: 9000 })];
  const times = (one: Transformation) => changed(one, events).map(({ at }) => at as number);

  test('times are removed, shifted or scaled, and the order stays', () => {
    expect(times(noTime)).toEqual([undefined, undefined, undefined]);
    const [a = 0, b = 0, c = 0] = times(shiftedTime);
    expect([b - a, c - b, a > 1000]).toEqual([2000, 6000, true]);
    const [d = 0, e = 0, f = 0] = times(scaledTime);
    expect(d).toBe(1000);
    expect((f - e) / (e - d)).toBeCloseTo(3, 1);
  });

  test('calls and messages get tokens and cost', () => {
    for (const event of changed(tokensAndCost, [call(), say('a')])) {
      expect(event).toMatchObject({ tokens: expect.any(Number), cost: expect.any(Number) });
    }
  });
});

describe('labels that would not survive are left out', () => {
  const healthy = (events: readonly Event[]): Case => traceOf(events, { expect: 'no_loop' });
  const failing = call({ isError: true });
  const long = (end: string): Event => call({ result: 'x'.repeat(300) + end });
  const rows: [string, Transformation, Case, boolean][] = [
    ['healthy polls may be known by a name', renamed, healthy(repeat(5, call())), true],
    ['a few equal outcomes need no name', renamed, healthy(repeat(4, call())), false],
    ['a loop is a loop under any name', renamed, traceOf(repeat(9, call())), false],
    ['healthy polls may need their time', noTime, healthy(repeat(5, call())), true],
    ['a failure that looks like a success', noErrorMark, traceOf([call(), failing]), true],
    ['a failure without words', noErrorMark, traceOf([call({ result: '', isError: true })]), true],
    ['a failure that says so', noErrorMark, traceOf([call(), call({ result: 'no', isError: true })]), false],
    ['results that differ after the cut only', truncated, healthy([long('a'), long('b')]), true],
    ['results that differ before it', truncated, healthy([long('a'), call()]), false],
    ['a loop of messages has fewer of them', joinedMessages, traceOf(repeat(4, say('a'))), true],
    ['a loop of calls does not', joinedMessages, traceOf([say('a'), say('b'), call()]), false],
    ['one message that is the loop', splitMessages, traceOf([say('a. a. a.')]), true],
  ];
  test.each(rows)('%s', (_, transformation, one, isLeftOut) => {
    expect(transformation.changesLabel?.(one) !== undefined).toBe(isLeftOut);
  });
});
