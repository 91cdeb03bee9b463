import { describe, expect, it } from 'vitest';
import { type CallFeatures, extractFeatures } from '../../features/call-features.js';
import { type Ledger, NEW_LEDGER, type RecentCall } from '../../session/ledger.js';
import type { EventContext } from '../../session/session.js';
import type { Trail } from '../mechanisms/returns.js';
import { findReturn, isReasoned, type Step, stepOf } from './returning-state.js';

const BASE = extractFeatures({ tool: 'write_file', args: {}, result: 'saved' });
const LIMITS = { returns: 3, pieces: 5, noChange: 7 };
const TWENTY_MINUTES = 1_200_000;

function contextOf(event: object, ledger: Partial<Ledger> = {}, more: object = {}): EventContext {
  return {
    seq: 9,
    event,
    session: { ledger: { ...NEW_LEDGER, ...ledger } },
    ...more,
  } as unknown as EventContext;
}
const CALL = { kind: 'call', tool: 'set' };
const step = (kind: Step['kind']): Step => ({ kind, key: 4, to: 1 });

describe('a setting is set again for a reason', () => {
  it.each<[string, Step['kind'], object, Partial<Ledger>, object, boolean]>([
    ['if an outcome changed since', 'setting', CALL, { changes: 3 }, {}, true],
    ['not if none changed', 'setting', CALL, { changes: 2 }, {}, false],
    ['after twenty minutes', 'setting', CALL, {}, { progress: { gap: TWENTY_MINUTES } }, true],
    ['not earlier', 'setting', CALL, {}, { progress: { gap: TWENTY_MINUTES - 1 } }, false],
    ['a state never', 'state', CALL, { changes: 3 }, {}, false],
    ['a plan never', 'setting', { kind: 'state' }, { changes: 3 }, {}, false],
  ])('%s', (_, kind, event, ledger, more, expected) => {
    expect(isReasoned(step(kind), 2, contextOf(event, ledger, more))).toBe(expected);
  });
});

describe('a return', () => {
  const trail = (returns: number, repeats = 0, key = 4): Trail => ({
    ...{ key, states: [1, 2, 1], returns, repeats, events: [3, 5, 9] },
  });
  const found = (
    kind: Step['kind'],
    before: Trail,
    after: Trail,
    context = contextOf(CALL),
    others: readonly Trail[] = [],
  ) => findReturn(before, after, step(kind), [...others, after], context, LIMITS);
  const other = (more: Partial<RecentCall>): EventContext =>
    contextOf(CALL, {
      recent: [{ seq: 4, isAct: false, isNote: false, hasFailed: false, ...more } as RecentCall],
    });

  it.each<[string, ReturnType<typeof found>, object | undefined]>([
    ['counts', found('state', trail(0), trail(1)), { messageId: 'back', share: 1 / 3, count: 1 }],
    ['of a piece counts less', found('piece', trail(0), trail(1)), { messageId: 'back', share: 1 / 5 }],
    ['no return is none', found('state', trail(1), trail(1)), undefined],
    ['of a failure', found('failure', trail(0), trail(1)), { messageId: 'failure', share: 1 / 3 }],
    [
      'of a failure, while another came back',
      found('failure', trail(0), trail(1), contextOf(CALL), [trail(1, 0, 5)]),
      { share: 2 / 3, count: 1 },
    ],
    [
      'of a failure, while another did not',
      found('failure', trail(0), trail(1), contextOf(CALL), [trail(0, 0, 5)]),
      { share: 1 / 3 },
    ],
    [
      'two changes without effect',
      found('state', trail(0, 1), trail(0, 2)),
      { messageId: 'nothing', share: 2 / 7, count: 2 },
    ],
    ['one change without effect', found('state', trail(0, 0), trail(0, 1)), undefined],
    ['no further change without effect', found('state', trail(0, 2), trail(0, 2)), undefined],
    ['a setting without effect', found('setting', trail(0, 1), trail(0, 2)), undefined],
    ['a failure without effect', found('failure', trail(0, 1), trail(0, 2)), undefined],
    [
      'with a success between is a comparison',
      found('state', trail(0), trail(1), other({})),
      { messageId: 'compared' },
    ],
    [
      'with a failure between is none',
      found('state', trail(0), trail(1), other({ hasFailed: true })),
      { messageId: 'back' },
    ],
    [
      'with an action between is none',
      found('state', trail(0), trail(1), other({ isAct: true })),
      { messageId: 'back' },
    ],
    [
      'with a note between is none',
      found('state', trail(0), trail(1), other({ isNote: true })),
      { messageId: 'back' },
    ],
    [
      'with its own calls only is none',
      found('state', trail(0), trail(1), other({ seq: 5 })),
      { messageId: 'back' },
    ],
    [
      'with calls before it only is none',
      found('state', trail(0), trail(1), other({ seq: 2 })),
      { messageId: 'back' },
    ],
    [
      'of a file has its name',
      found('state', trail(0), trail(1), contextOf({ kind: 'edit', path: 'a.ts' })),
      { data: { call: 'a.ts' } },
    ],
    [
      'of a plan says so',
      found('setting', trail(0), trail(1), contextOf({ kind: 'state' })),
      { data: { call: 'the plan' } },
    ],
  ])('%s', (_, result, expected) => {
    if (expected) expect(result).toMatchObject(expected);
    else expect(result).toBeUndefined();
  });

  it('a path is cut to sixty characters', () => {
    const call = (length: number): string =>
      found('state', trail(0), trail(1), contextOf({ kind: 'edit', path: 'p'.repeat(length) }))!.data![
        'call'
      ] as string;
    expect(call(60)).toBe('p'.repeat(60));
    expect(call(61)).toBe(`${'p'.repeat(60)}…`);
  });
});

describe('the step of a call', () => {
  const features = (more: Partial<CallFeatures>): CallFeatures => ({
    ...{ ...BASE, effect: 'write', pathHash: 0, oldHash: 0, newHash: 0, contentHash: 0, entity: 8, call: 9 },
    ...more,
  });
  const kindOf = (more: Partial<CallFeatures>, ledger: Partial<Ledger> = {}): string | undefined =>
    stepOf(contextOf(CALL, ledger, { features: features(more), progress: {}, ledgerBefore: NEW_LEDGER }))
      ?.kind;
  const failed = { outcome: { ...BASE.outcome, failure: 'hard' as const } };
  const told = { outcome: { ...BASE.outcome, kind: 'information' as const } };

  it.each<[string, string | undefined, string | undefined]>([
    ['an edit of a piece', kindOf({ pathHash: 1, oldHash: 2, newHash: 3 }), 'piece'],
    ['without the old text it is no piece', kindOf({ pathHash: 1, newHash: 3, contentHash: 4 }), 'state'],
    ['without the new text it is no piece', kindOf({ pathHash: 1, oldHash: 2, contentHash: 4 }), 'state'],
    ['without a path it is no piece', kindOf({ oldHash: 2, newHash: 3 }), 'setting'],
    ['a file without content', kindOf({ pathHash: 1 }), undefined],
    ['a setting', kindOf({}), 'setting'],
    ['a setting that tells something', kindOf(told), undefined],
    ['a read', kindOf({ effect: 'read' }), undefined],
    ['a failure after a change', kindOf(failed, { acts: 1 }), 'failure'],
    ['a failure before any change', kindOf(failed), undefined],
  ])('%s', (_, kind, expected) => {
    expect(kind).toBe(expected);
  });

  it('needs features, progress and the ledger', () => {
    const whole = { features: features({}), progress: {}, ledgerBefore: NEW_LEDGER };
    for (const name of Object.keys(whole))
      expect(stepOf(contextOf(CALL, {}, { ...whole, [name]: undefined }))).toBeUndefined();
  });
});
