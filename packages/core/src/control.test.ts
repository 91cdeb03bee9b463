import { describe, expect, it } from 'vitest';
import { configure } from './configure.js';
import type { Budgets } from './escalation/budget.js';
import type { OverrideRequest } from './escalation/override.js';
import { createGuard } from './guard.js';
import type { GuardOptions, GuardSession } from './guard/types.js';
import { override } from './override.js';
import { reduce, start } from './pipeline.js';
import { restore, snapshot } from './snapshot.js';
import { call, failure, message, range, times, turn } from './testing/trace.js';

const look = (i: number, more = {}) =>
  call('Read', { path: `src/part${i}.ts` }, `the code of part ${i}`, more);
const ask = (session: GuardSession, at?: number) =>
  session.before({ tool: 'Read', args: { path: 'src/next.ts' }, ...(at !== undefined && { at }) });

describe('an exceeded budget refuses the next call, and does not count as a loop', () => {
  it.each<[string, Budgets, readonly object[], string | undefined]>([
    ['calls that are left', { calls: 4 }, range(3).map((i) => look(i)), undefined],
    ['calls that are used up', { calls: 3 }, range(3).map((i) => look(i)), 'calls'],
    ['attempts use nothing up', { calls: 1 }, times(3, { kind: 'attempt', tool: 'x' } as never), undefined],
    [
      'tokens of calls and messages',
      { tokens: 100 },
      [look(1, { tokens: 60 }), message('hm', { tokens: 40 })],
      'tokens',
    ],
    ['tokens that nobody knows', { tokens: 1 }, range(9).map((i) => look(i)), undefined],
    ['money', { cost: 0.5 }, range(3).map((i) => look(i, { cost: 0.2 })), 'cost'],
    ['money that nobody knows', { cost: 0.5 }, range(3).map((i) => look(i, { tokens: 1000 })), undefined],
    ['time', { milliseconds: 1000 }, [look(0, { at: 5000 }), look(1, { at: 6000 })], 'milliseconds'],
    ['time that nobody knows', { milliseconds: 1 }, range(3).map((i) => look(i)), undefined],
    [
      'time that comes out of order',
      { milliseconds: 1000 },
      [look(0, { at: 5000 }), look(1, { at: 1000 })],
      undefined,
    ],
    ['nothing at all', { calls: 0 }, [], 'calls'],
    [
      'a reset gives nothing back',
      { calls: 3 },
      [...range(3).map((i) => look(i)), { kind: 'reset' }],
      'calls',
    ],
    ['nor does a new task', { calls: 3 }, [...range(3).map((i) => look(i)), turn('go on')], 'calls'],
  ])('%s', (_, budgets, events, expected) => {
    const session = createGuard({ budgets }).session('one');
    for (const event of events) session.observe(event);
    const decision = ask(session);
    if (expected === undefined) {
      expect(decision.kind).toBe('proceed');
      return;
    }
    expect(decision).toMatchObject({
      ...{ kind: 'act', rung: 'stop', status: 'BUDGET_EXHAUSTED', budget: { name: expected } },
      verdict: { status: 'healthy', findings: [] },
    });
    if (decision.kind === 'act') expect(decision.text).toMatch(/budget/);
    if (decision.kind === 'act') expect(decision.text).not.toMatch(/loop/i);
  });

  it('the time of the attempt itself counts', () => {
    const session = createGuard({ budgets: { milliseconds: 1000 } }).session('one');
    session.observe(look(0, { at: 5000 }));
    expect(ask(session, 5999).kind).toBe('proceed');
    expect(ask(session, 6000).kind).toBe('act');
  });

  it('sub-agents that are nested too deep', () => {
    const guard = createGuard({ budgets: { depth: 2 } });
    const kinds = [0, 1, 2, 3].map((depth) => ask(guard.session(`at ${depth}`, { depth })).kind);
    expect(kinds).toEqual(['proceed', 'proceed', 'proceed', 'act']);
  });

  it('a call that ran in spite of its budget is reported on the nearest rung', () => {
    const session = createGuard({ budgets: { calls: 2 }, capabilities: { injectMessage: true } }).session(
      'one',
    );
    expect(range(3).map((i) => session.observe(look(i)))[2]).toMatchObject({
      ...{
        rung: 'redirect',
        wanted: 'stop',
        status: 'BUDGET_EXHAUSTED',
        budget: { name: 'calls', limit: 2, spent: 2 },
      },
    });
  });

  it('in shadow mode the decision only reports it', () => {
    const session = createGuard({ budgets: { calls: 0 }, mode: 'shadow' }).session('one');
    expect(ask(session)).toMatchObject({ kind: 'proceed', wouldBe: { rung: 'stop' } });
  });

  it.each<[GuardOptions, RegExp]>([
    [{ budgets: { dollars: 3 } as never }, /OPTION_UNKNOWN.*budgets\.dollars.*calls, tokens/],
    [{ budgets: { calls: '3' as never } }, /OPTION_TYPE.*budgets\.calls/],
    [{ budgets: { calls: -1 } }, /OPTION_RANGE.*budgets\.calls, got -1/],
    [{ budgets: { calls: NaN } }, /OPTION_RANGE.*budgets\.calls/],
    [{ budgets: 7 as never }, /OPTION_TYPE.*budgets/],
    [{ depth: -1 }, /OPTION_RANGE.*depth, got -1/],
  ])('an invalid budget is refused by name: %j', (options, message_) => {
    expect(() => createGuard(options)).toThrow(message_);
  });
});

describe('R12 override with rising friction', () => {
  const broken = failure('Bash', { command: 'make' }, 'undefined reference to crc32');
  const loopedTo = (count: number, options: GuardOptions = {}) => {
    const session = createGuard(options).session('s-1');
    for (const event of times(2 + count, broken)) session.observe(event);
    return session;
  };

  it.each<[string, number, OverrideRequest, string | undefined]>([
    ['a reason that is no text', 1, { reason: 5 as never }, 'OVERRIDE_SHAPE'],
    ['a time that is none', 1, { at: NaN }, 'OVERRIDE_SHAPE'],
    ['nothing was done: there is nothing to override', 0, { isPermitted: true }, 'OVERRIDE_NOTHING'],
    ['the first is simple', 1, {}, undefined],
    ['the second explains and wants a confirmation', 2, {}, 'OVERRIDE_CONFIRM'],
    ['and goes on with one', 2, { isConfirmed: true }, undefined],
    ['the third warns that detection is turned off', 3, { isConfirmed: true }, 'OVERRIDE_ACCEPT'],
    ['and goes on when that is accepted', 3, { acceptsOff: true }, undefined],
    ['the fourth needs a permission', 4, { isConfirmed: true, acceptsOff: true }, 'OVERRIDE_PERMISSION'],
    ['and goes on with one', 4, { isPermitted: true }, undefined],
    ['so does the fifth', 5, { acceptsOff: true }, 'OVERRIDE_PERMISSION'],
  ])('R12 %s', (_, count, request, refusal) => {
    const session = loopedTo(count);
    expect(session.override(null as never)).toMatchObject({ code: 'OVERRIDE_SHAPE' });
    const before = JSON.stringify(session.snapshot());
    const answer = session.override({ reason: 'it is a test bench', at: 77, ...request });
    if (refusal !== undefined) {
      expect(answer).toMatchObject({ kind: 'refused', code: refusal });
      expect(JSON.stringify(session.snapshot())).toBe(before);
      return;
    }
    expect(answer).toEqual({
      ...{
        type: 'ERROR_REPETITION',
        resetCount: count,
        session: 's-1',
        at: 77,
        reason: 'it is a test bench',
      },
    });
    expect(session.before({ tool: 'Bash', args: { command: 'make' } }).kind).toBe('proceed');
  });

  it('R12 the hints say what was found and what to do', () => {
    expect(loopedTo(2).override({})).toMatchObject({ hint: expect.stringContaining('make') });
    expect(loopedTo(3).override({})).toMatchObject({ hint: expect.stringContaining('turns detection off') });
    expect(loopedTo(4).override({})).toMatchObject({
      hint: expect.stringContaining('LOOP_DETECTION_OVERRIDE=true'),
    });
  });

  it('R12 after the third override detection is off for the rest of the session; a reset turns it on again', () => {
    const session = loopedTo(3);
    session.override({ acceptsOff: true });
    const kinds = () => new Set(times(9, broken).map((event) => session.observe(event).kind));
    expect(kinds()).toEqual(new Set(['proceed']));
    session.reset();
    expect(kinds()).toContain('act');
  });

  it('R12 each override makes the next one harder', () => {
    const session = createGuard().session('one');
    const next = (request: OverrideRequest) => {
      for (const event of times(3, broken)) session.observe(event);
      const answer = session.override(request);
      return 'code' in answer ? answer.code : answer.resetCount;
    };
    expect([next({}), next({}), session.override({ isConfirmed: true })]).toMatchObject([
      1,
      'OVERRIDE_CONFIRM',
      { resetCount: 2 },
    ]);
    expect(next({ isConfirmed: true })).toBe('OVERRIDE_ACCEPT');
  });

  it('R12 with the preset `votes`, overrides follow the number of resets', () => {
    const session = createGuard({ preset: 'votes' }).session('one');
    for (const event of times(8, broken)) session.observe(event);
    expect(session.override({})).toMatchObject({ code: 'OVERRIDE_CONFIRM' });
    expect(session.override({ isConfirmed: true })).toMatchObject({ resetCount: 2 });
  });

  it('R12 override is pure: it leaves the given state unchanged', () => {
    const engine = configure('default');
    const state = times(3, broken).reduce(
      (before, event) => reduce(before, event, engine).state,
      start(engine),
    );
    const frozen = JSON.stringify(state);
    expect(override(state, {}, engine, 'x')).toMatchObject({ kind: 'overridden', record: { session: 'x' } });
    expect(JSON.stringify(state)).toBe(frozen);
  });
});

describe('snapshots of the previous version', () => {
  it('load, and the ladder starts at its first rung', () => {
    const engine = configure('default');
    const state = times(3, look(1)).reduce(
      (before, event) => reduce(before, event, engine).state,
      start(engine),
    );
    const { control, ...older } = snapshot(state, engine).state;
    const old = { version: 1, preset: 'default', state: { ...older, ladder: { held: null }, cause: null } };
    const loaded = restore(old, engine);
    expect([control, loaded.control, loaded.ladder]).toEqual([null, null, start(engine).ladder]);
    expect(reduce(loaded, look(1), engine).decision.kind).not.toBe('refused');
  });
});
