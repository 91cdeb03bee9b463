import { describe, expect, it } from 'vitest';
import { hashPath } from '../../features/call-features.js';
import type { EventContext } from '../../session/session.js';
import { finding } from '../../testing/finding.js';
import { range } from '../../testing/trace.js';
import {
  isBlockHeld,
  isEased,
  isFrequent,
  isSameRound,
  type LoopEscalation,
  newEscalation,
  recordOtherEvent,
  recordSighting,
  withBlock,
} from './loop-escalation.js';

interface Given {
  readonly event?: object;
  readonly path?: number;
  readonly call?: number;
  readonly progress?: object;
  readonly boundary?: string;
  readonly acts?: number;
  readonly at?: number;
  readonly tasks?: number;
  readonly runs?: number;
}

function contextOf({ event = { kind: 'call' }, path = 0, call = 1, acts = 0, ...more }: Given = {}) {
  const { progress, boundary, at = 0, tasks = 0, runs = 0 } = more;
  return {
    ...{ event, boundary, progress, seq: 0 },
    features: { tool: 1, call, target: 0, argWords: [], pathHash: path },
    session: { tasks, runs, ledger: { acts, at } },
  } as unknown as EventContext;
}

const LIMITS = { blockAt: 3, clear: 3, liftAfter: 1000 };
const KEYS = { names: [], calls: [1], shared: null };
const NEWS = { isNews: true, isAct: false };
const start = (over: Partial<LoopEscalation> = {}, given: Given = {}): LoopEscalation => ({
  ...newEscalation({ keys: KEYS, count: 1 }, contextOf(given), 10),
  ...over,
});
const again = (loop: LoopEscalation, given: Given = {}, isCounted = true): LoopEscalation =>
  recordSighting(loop, contextOf(given), 11, { isCounted });
const otherwise = (loop: LoopEscalation, given: Given): LoopEscalation =>
  recordOtherEvent(loop, contextOf(given), LIMITS);
const blocked = (given: Given = {}): LoopEscalation =>
  withBlock(start(), contextOf(given), undefined, LIMITS);

describe('how often a loop is seen', () => {
  it('is an average in which the newest event weighs 30 %; above 50 is more often than not', () => {
    const heats = range(3).reduce<LoopEscalation[]>((all) => [...all, again(all.at(-1)!)], [start()]);
    expect(heats.map(({ heat }) => heat)).toEqual([30, 51, 66, 76]);
    expect([start({ heat: 50 }), start({ heat: 51 })].map(isFrequent)).toEqual([false, true]);
    expect([100, 2, 1].map((heat) => otherwise(start({ heat }), {}).heat)).toEqual([70, 1, 1]);
  });

  it('progress counts from the last detection on', () => {
    expect([start().calm, again(start({ calm: 2 })).calm]).toEqual([0, 0]);
  });

  it('only counted detections count', () => {
    expect([again(start()).count, again(start(), {}, false).count]).toEqual([2, 1]);
  });
});

describe('the files of a loop', () => {
  it('are the last four that its calls name, each once', () => {
    const loop = range(5, 2).reduce((one, path) => again(one, { path }), start({}, { path: 1 }));
    expect(again(loop, { path: 6 }).paths).toEqual([3, 4, 5, 6]);
    expect(again(loop).paths).toEqual([3, 4, 5, 6]);
  });

  it('are none for a text', () => {
    const text = {
      ...contextOf({ event: { kind: 'delta' } }),
      features: undefined,
    } as unknown as EventContext;
    expect(recordSighting(start(), text, 11, { isCounted: true }).paths).toEqual([]);
  });
});

describe('a block', () => {
  const held = (loop: LoopEscalation, at: number) =>
    isBlockHeld(loop, contextOf({ event: { kind: 'call', at } }), 1000);

  it('lasts for its time, and twice as long each time the loop returns', () => {
    const first = blocked({ event: { kind: 'call', at: 500 } });
    expect([held(first, 1499), held(first, 1500)]).toEqual([true, false]);
    const second = withBlock(first, contextOf({ event: { kind: 'call', at: 1500 } }), undefined, LIMITS);
    expect([held(second, 3499), held(second, 3500)]).toEqual([true, false]);
  });

  it('lasts at most 2 ** 20 times as long', () => {
    const most = 1000 * 2 ** 20;
    const loop = start({ block: { at: 0, times: 30, isLifted: false, cause: null } });
    expect([held(loop, most - 1), held(loop, most)]).toEqual([true, false]);
    const less = start({ block: { at: 0, times: 20, isLifted: false, cause: null } });
    expect([held(less, most / 2 - 1), held(less, most / 2)]).toEqual([true, false]);
  });

  it('forgets at its return what was tried before it was lifted, but not how often it was seen', () => {
    const tried = { ...blocked({ event: { kind: 'call', at: 500 } }), count: 5, held: 1 };
    const later = withBlock(tried, contextOf({ event: { kind: 'call', at: 1500 } }), undefined, LIMITS);
    expect(later).toMatchObject({ count: 3, held: 3 });
  });

  it('keeps its time while it holds', () => {
    const first = blocked({ event: { kind: 'call', at: 500 } });
    const next = withBlock(first, contextOf({ event: { kind: 'call', at: 900 } }), undefined, LIMITS);
    expect(next.block).toMatchObject({ at: 500, times: 1 });
  });

  it('without times holds until it is lifted', () => {
    expect(blocked().block?.at).toBeNull();
    expect(held(blocked(), 10_000_000)).toBe(true);
  });

  it('takes the time of the last call if the event has none', () => {
    expect([7, 1, 0].map((at) => blocked({ at }).block?.at)).toEqual([7, 1, null]);
  });

  it('learns its cause from a detection, not from an attempt', () => {
    const cause = finding('one');
    const causeAt = (kind: string) =>
      withBlock(blocked(), contextOf({ event: { kind } }), cause, LIMITS).block?.cause;
    expect([causeAt('call'), causeAt('attempt')]).toEqual([cause, null]);
  });

  it.each<[string, Given, boolean]>([
    ['a prompt lifts it', { event: { kind: 'turn', role: 'user' } }, true],
    ['a prompt by name lifts it', { event: { kind: 'turn', role: 'user', reason: 'prompt' } }, true],
    ['another word of a person lifts it', { event: { kind: 'turn', role: 'user', reason: 'other' } }, true],
    [
      'a nudge in the name of the user does not',
      { event: { kind: 'turn', role: 'user', reason: 'nudge' } },
      false,
    ],
    ['a turn of the harness does not', { event: { kind: 'turn', role: 'harness' } }, false],
    ['a new task lifts it', { event: { kind: 'message', text: '' }, boundary: 'task' }, true],
    ['a new run lifts it', { event: { kind: 'message', text: '' }, boundary: 'run' }, true],
    ['an edit lifts it', { event: { kind: 'edit', path: 'a', before: 'x', after: 'y' } }, true],
    [
      'an edit that changes nothing does not',
      { event: { kind: 'edit', path: 'a', before: 'x', after: 'x' } },
      false,
    ],
    ['news from a call of the loop lifts it', { progress: NEWS }, true],
    ['news from another call does not', { call: 2, progress: NEWS }, false],
    ['an act that brings news lifts it', { call: 2, progress: { ...NEWS, isAct: true } }, true],
    ['an act on a file lifts it', { call: 2, path: 9, progress: { ...NEWS, isAct: true } }, true],
    ['a call without news does not', { call: 1 }, false],
    ['a message does not', { event: { kind: 'message', text: '' }, progress: NEWS }, false],
  ])('%s', (_, given, isLifted) => {
    expect(otherwise(blocked(), given).block?.isLifted).toBe(isLifted);
  });

  it('is lifted by three events of progress', () => {
    const loop = { ...blocked(), paths: [3] };
    const event = { call: 2, path: 4, progress: NEWS };
    expect(otherwise({ ...loop, calm: 1 }, event).block?.isLifted).toBe(false);
    expect(otherwise({ ...loop, calm: 2 }, event)).toMatchObject({ calm: 3, block: { isLifted: true } });
  });

  it.each<[string, Given, boolean]>([
    ['an edit of its file lifts it', { event: { kind: 'edit', path: 'a', before: 'x', after: 'y' } }, true],
    [
      'an edit of another file does not',
      { event: { kind: 'edit', path: 'b', before: 'x', after: 'y' } },
      false,
    ],
    ['news about its file lifts it', { call: 2, path: hashPath('a'), progress: NEWS }, true],
    ['an act on another file does not', { call: 2, path: 9, progress: { ...NEWS, isAct: true } }, false],
    ['an act that names no file lifts it', { call: 2, progress: { ...NEWS, isAct: true } }, true],
  ])('that names a file: %s', (_, given, isLifted) => {
    expect(otherwise({ ...blocked(), paths: [hashPath('a')] }, given).block?.isLifted).toBe(isLifted);
  });
});

describe('progress', () => {
  const calmAfter = (event: object, calls: readonly number[]): number =>
    otherwise(start({ keys: { ...KEYS, calls } }), { event }).calm;

  it.each<[string, object, number, number]>([
    ['a message', { kind: 'message', text: 'done' }, 0, 1],
    ['an empty message', { kind: 'message', text: '' }, 0, 0],
    ['a state', { kind: 'state' }, 0, 1],
    ['a step that succeeds', { kind: 'step', status: 'success' }, 0, 1],
    ['a step that fails', { kind: 'step', status: 'failure' }, 0, 0],
    ['an edit', { kind: 'edit', path: 'a', before: 'x', after: 'y' }, 1, 1],
  ])('%s', (_, event, ofCalls, ofTexts) => {
    expect([calmAfter(event, [1]), calmAfter(event, [])]).toEqual([ofCalls, ofTexts]);
  });

  it('a prompt takes a loop back below the block, and no further', () => {
    const prompt = { event: { kind: 'turn', role: 'user' } };
    expect([5, 2, 1].map((count) => otherwise(start({ count }), prompt).count)).toEqual([2, 2, 1]);
  });

  it('a vetoed call is awaited until a call or a prompt comes', () => {
    const loop = recordSighting(start(), contextOf(), 11, { isCounted: true, isVeto: true });
    const isAwaited = (event: object) => otherwise(loop, { event }).isAwaited;
    expect(isAwaited({ kind: 'message', text: '' })).toBe(true);
    expect([{ kind: 'call' }, { kind: 'turn', role: 'user' }].map(isAwaited)).toEqual([false, false]);
    expect(otherwise(start(), { event: { kind: 'message', text: '' } }).isAwaited).toBe(false);
  });
});

describe('a reason to try again', () => {
  it.each<[string, Partial<LoopEscalation>, Given, boolean]>([
    ['nothing has happened', {}, {}, false],
    ['progress', { calm: 1 }, {}, true],
    ['an act', {}, { acts: 1 }, true],
    ['a new task', {}, { tasks: 1 }, true],
    ['a new run', {}, { runs: 1 }, true],
    ['a new task in a new run', {}, { tasks: 1, runs: 1 }, true],
  ])('%s', (_, over, given, expected) => {
    expect(isEased(start(over), contextOf(given).session)).toBe(expected);
  });

  it('is used once', () => {
    expect(recordSighting(start(), contextOf(), 11, { isCounted: false, isFree: true }).isFreeUsed).toBe(
      true,
    );
    expect(again(start({ isFreeUsed: true })).isFreeUsed).toBe(true);
    expect(again(start()).isFreeUsed).toBe(false);
  });
});

it.each<[string, object, object, Given, boolean]>([
  ['calls of one round', { kind: 'call', round: 4 }, { kind: 'attempt', round: 4 }, {}, true],
  ['calls of two rounds', { kind: 'call', round: 4 }, { kind: 'call', round: 5 }, {}, false],
  ['calls without a round', { kind: 'call' }, { kind: 'call' }, {}, false],
  [
    'calls of one round in two tasks',
    { kind: 'call', round: 4 },
    { kind: 'call', round: 4 },
    { tasks: 1 },
    false,
  ],
  [
    'calls of one round in two runs',
    { kind: 'call', round: 4 },
    { kind: 'call', round: 4 },
    { runs: 1 },
    false,
  ],
  ['pieces of one stream', { kind: 'delta' }, { kind: 'delta' }, {}, true],
  ['a stream and the first round of calls', { kind: 'delta' }, { kind: 'call', round: 0 }, {}, false],
  ['messages', { kind: 'message', round: 4 }, { kind: 'message', round: 4 }, {}, false],
])('the same round: %s', (_, first, second, given, expected) => {
  expect(isSameRound(start({}, { event: first }), contextOf({ ...given, event: second }))).toBe(expected);
});

it('another event ends a stream, and no round of calls', () => {
  const message = { event: { kind: 'message', text: '' } };
  expect(otherwise(start({}, { event: { kind: 'delta' } }), message).round).toBeNull();
  expect(otherwise(start({}, { event: { kind: 'call', round: 4 } }), message).round).toBe(4);
});

describe('a detection with a limit', () => {
  it.each([
    ['below its limit it counts', 1, 0, 2, 2],
    ['at its limit it counts no more', 2, 0, 2, 2],
    ['what harder evidence counted stays', 4, 2, 2, 4],
  ])('%s', (_, count, firm, most, expected) => {
    const seen = recordSighting(start({ count, firm }), contextOf(), 11, { isCounted: true, most });
    expect(seen.count).toBe(expected);
  });
});
