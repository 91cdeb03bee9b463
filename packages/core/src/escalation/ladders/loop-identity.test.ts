import { describe, expect, it } from 'vitest';
import type { CallFeatures } from '../../features/call-features.js';
import type { RecentCall } from '../../session/ledger.js';
import type { EventContext } from '../../session/session.js';
import { finding } from '../../testing/finding.js';
import { range } from '../../testing/trace.js';
import { hashOf, toHash31 } from '../../text/hash.js';
import type { Finding } from '../../verdict/verdict.js';
import { isOfLoop, type LoopKeys, matchLoop, mergeKeys } from './loop-identity.js';

const nameOf = (identity: string): number => toHash31(hashOf(identity));
const keys = (over: Partial<LoopKeys> = {}): LoopKeys => ({ names: [], calls: [], shared: null, ...over });
const shared = (over: object = {}): NonNullable<LoopKeys['shared']> => ({
  ...{ tool: 1, target: 0, words: [] },
  ...over,
});

/** A recent call; its number is its event, too, unless another one is named. */
const made = (call: number, over: Partial<RecentCall> = {}): RecentCall =>
  ({ ...{ seq: call, call, tool: 1, target: 5, hasFailed: true }, ...over }) as RecentCall;

const featuresOf = (call: number, over: object = {}): CallFeatures =>
  ({ ...{ tool: 1, call, target: 5, argWords: [] }, ...over }) as unknown as CallFeatures;

/** The moment right after the last of the calls. */
function after(recent: readonly RecentCall[], features?: CallFeatures, seq = recent.at(-1)?.seq ?? 0) {
  return { seq, features, session: { ledger: { recent } } } as unknown as EventContext;
}

/** A finding about these events. */
function about(events: readonly number[], over: Parameters<typeof finding>[1] = {}): Finding {
  const one = finding('made-up', over);
  return { ...one, signal: { ...one.signal, evidence: { ...one.signal.evidence, events } } };
}

const match = (findings: readonly Finding[], context: EventContext, loops: readonly LoopKeys[] = []) =>
  matchLoop({ status: 'looping', score: 1, findings }, context, loops);

describe('the keys of a loop', () => {
  it('hold four names and eight calls, the newest first', () => {
    const recent = range(9, 1).map((call) => made(call, { hasFailed: false }));
    const findings = range(5).map((i) => about(range(9, 1), { identity: `name ${i}` }));
    const { keys: found } = match(findings, after(recent, featuresOf(9)))!;
    expect(found.names).toEqual(range(4).map((i) => nameOf(`name ${i}`)));
    expect(found.calls).toEqual([9, 8, 7, 6, 5, 4, 3, 2]);
  });

  it('hold each call once', () => {
    const recent = [made(1, { call: 7 }), made(2, { call: 7 }), made(3, { call: 8 })];
    expect(match([about([1, 2, 3])], after(recent, featuresOf(8)))!.keys.calls).toEqual([8, 7]);
  });

  it('leave out calls that belong to another known loop', () => {
    const context = after([made(1), made(2), made(3)], featuresOf(3));
    expect(match([about([1, 2, 3])], context, [keys({ calls: [1] })])!.keys.calls).toEqual([3, 2]);
  });

  it('name every degenerate text alike', () => {
    const { keys: found } = match([about([], { identity: 'text:the the' })], after([]))!;
    expect(found.names).toEqual([nameOf('text')]);
  });

  it('come from findings that are sure, if there are any', () => {
    const findings = [about([1], { urgency: 'note', identity: 'unsure' }), about([2], { identity: 'sure' })];
    const recent = [made(1), made(2)];
    expect(match(findings, after(recent, featuresOf(2)))!.keys).toMatchObject({
      ...{ names: [nameOf('sure')], calls: [2] },
    });
    expect(match(findings.slice(0, 1), after(recent, featuresOf(2)))!.keys.calls).toEqual([1]);
  });
});

describe('what varied calls share', () => {
  const words = range(14, 1).reverse();
  const features = featuresOf(2, { argWords: words });
  const sharedOf = (recent: readonly RecentCall[], over: Parameters<typeof finding>[1] = {}, seq?: number) =>
    match([about([1, 2], over)], after(recent, features, seq))!.keys.shared;

  it('is their tool, their target and the first twelve words', () => {
    expect(sharedOf([made(1), made(2)])).toEqual({ tool: 1, target: 5, words: range(12, 1) });
  });

  it.each<[string, LoopKeys['shared'] | undefined, () => unknown]>([
    [
      'is no target if they differ',
      shared({ words: range(12, 1) }),
      () => sharedOf([made(1, { target: 6 }), made(2)]),
    ],
    ['is nothing for one call', null, () => sharedOf([made(2)])],
    ['is nothing if one of them used another tool', null, () => sharedOf([made(1, { tool: 2 }), made(2)])],
    ['is nothing if one of them succeeded', null, () => sharedOf([made(1, { hasFailed: false }), made(2)])],
    ['is nothing if the last call is not of this event', null, () => sharedOf([made(1), made(2)], {}, 3)],
  ])('%s', (_, expected, found) => {
    expect(found()).toEqual(expected);
  });

  it('needs no failure if the calls only reword each other', () => {
    const recent = [made(1, { hasFailed: false }), made(2, { hasFailed: false })];
    expect(sharedOf(recent, { category: 'TOOL_PARAMETER_DRIFT' })).not.toBeNull();
  });
});

describe('a detection is of a known loop', () => {
  const recent = range(6, 1).map((call) => made(call, { hasFailed: false }));
  const named = { names: [nameOf('it')] };

  it.each<[string, readonly LoopKeys[], number | undefined, boolean]>([
    ['if the call is one of its calls', [keys({ calls: [6] })], 0, true],
    ['the one that was seen last, if there are two', [keys({ calls: [6] }), keys({ calls: [6] })], 1, true],
    [
      'if three calls belong to it and the name is known',
      [keys({ ...named, calls: [11, 12, 13] })],
      0,
      false,
    ],
    ['not if the name is known and two calls belong to it', [keys({ ...named, calls: [11, 12] })], -1, true],
    ['if its calls vary and the name is known', [keys({ ...named, shared: shared({ tool: 9 }) })], 0, false],
    ['if its calls go on between others', [keys({ calls: [2, 4] })], 0, true],
    ['not if its calls came before all others', [keys({ calls: [1, 2] })], -1, true],
    [
      'and says nothing new if only the current call is strange',
      [keys({ calls: range(5, 1) })],
      undefined,
      true,
    ],
    ['and says something if two calls are strange', [keys({ calls: range(4, 1) })], -1, true],
  ])('%s', (_, loops, known, isOwnCall) => {
    const found = match([about(range(6, 1))], after(recent, featuresOf(6)), loops);
    expect(found && [found.known, found.isOwnCall]).toEqual(
      known === undefined ? undefined : [known, isOwnCall],
    );
  });

  it('by its name alone, if the event is no call', () => {
    expect(match([about([])], after([]), [keys(named)])!.known).toBe(0);
    expect(match([about([])], after([]), [keys({ names: [nameOf('other')] })])!.known).toBe(-1);
  });

  it('through varied calls that share something', () => {
    const failing = [made(1), made(2)];
    const loops = [keys({ ...named, calls: [7, 8, 9] })];
    expect(match([about([1, 2])], after(failing, featuresOf(2)), loops)!.isOwnCall).toBe(true);
  });

  it('if the finding is about one of its calls alone', () => {
    expect(match([about([6])], after(recent, featuresOf(6)), [keys({ calls: [6] })])?.known).toBe(0);
  });

  it('not, if the only call of the finding is strange', () => {
    expect(match([about([6])], after(recent, featuresOf(6)), [keys({ calls: [1] })])!.known).toBe(-1);
  });
});

it.each<[string, LoopKeys['shared'], object, boolean]>([
  ['a call of the loop belongs to it', null, { call: 3 }, true],
  ['another call does not', null, {}, false],
  ['a call of another tool does not', shared({ target: 5 }), { tool: 2 }, false],
  ['a call of the tool at the target does', shared({ target: 5 }), {}, true],
  ['a call at another target does not', shared({ target: 6 }), {}, false],
  ['no target is not a common one', shared(), { target: 0 }, false],
  ['a call with both common words does', shared({ words: [1, 2] }), { argWords: [2, 1, 3] }, true],
  ['a call with one of two common words does not', shared({ words: [1, 2] }), { argWords: [1] }, false],
  ['one common word says nothing', shared({ words: [1] }), { argWords: [1] }, false],
])('%s', (_, common, over, expected) => {
  expect(isOfLoop(keys({ calls: [3], shared: common }), featuresOf(9, over))).toBe(expected);
});

describe('two detections of one loop', () => {
  it('keep the newer names and calls first', () => {
    const known = keys({ names: range(4), calls: range(8) });
    const merged = mergeKeys(known, keys({ names: [9, 0], calls: [9, 0] }));
    expect(merged).toEqual(keys({ names: [9, 0, 1, 2], calls: [9, 0, 1, 2, 3, 4, 5, 6] }));
  });

  it.each<[string, LoopKeys['shared'], LoopKeys['shared'], LoopKeys['shared']]>([
    ['share what both share', shared({ words: [1, 2] }), shared({ words: [2, 3] }), shared({ words: [2] })],
    ['keep a common target', shared({ target: 5 }), shared({ target: 5 }), shared({ target: 5 })],
    ['lose a target that differs', shared({ target: 5 }), shared({ target: 6 }), shared()],
    ['share nothing if the tools differ', shared(), shared({ tool: 2 }), null],
    ['share what the newer one does if the older shares nothing', null, shared(), shared()],
    ['share nothing if the newer one does not', shared(), null, null],
  ])('%s', (_, known, seen, expected) => {
    expect(mergeKeys(keys({ shared: known }), keys({ shared: seen })).shared).toEqual(expected);
  });
});
