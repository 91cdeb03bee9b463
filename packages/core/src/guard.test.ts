import { describe, expect, it } from 'vitest';
import { createGuard } from './guard.js';
import type { GuardSession } from './guard/types.js';
import { call, times } from './testing/trace.js';

const status = { tool: 'Bash', args: { command: 'git status' }, result: 'clean' };
const repeat = (session: GuardSession, count: number) =>
  Array.from({ length: count }, () => session.after(status)).map((one) =>
    one.kind === 'act' ? one.rung : one.kind,
  );

describe('a session', () => {
  it('every method accepts its kind of event and returns a decision, numbered from 0', () => {
    const session = createGuard({ preset: 'votes' }).session('s');
    const decisions = [
      session.before({ tool: 'Bash', args: {} }),
      session.after({ tool: 'Bash', args: {}, result: 'ok', tokens: 12 }),
      session.delta('Let me'),
      session.delta({ text: ' see', channel: 'reasoning', at: 5 }),
      session.message('Let me see'),
      session.message({ text: 'Done.', tokens: 3 }),
      session.turn({ role: 'user', text: 'go on' }),
      session.edit({ path: 'a.ts', before: 'h1', after: 'h2' }),
      session.state({ goal: 'ship' }),
      session.error({ message: 'no such file' }),
      session.step({ intent: 'look', status: 'success' }),
      session.observe(call('Read', { path: 'a.ts' })),
      session.reset(9),
      session.reset(),
    ];
    expect(decisions).toEqual(
      decisions.map((_, seq) => ({
        kind: 'proceed',
        seq,
        verdict: { status: 'healthy', score: 0, findings: [] },
        reports: [],
      })),
    );
  });

  it('sessions are independent of each other', () => {
    const guard = createGuard({ preset: 'votes' });
    expect(repeat(guard.session('one'), 2)).toEqual(['proceed', 'proceed']);
    expect(repeat(guard.session('two'), 2)).toEqual(['proceed', 'proceed']);
    expect(repeat(guard.session('one'), 1)).toEqual(['nudge']);
  });

  it('two handles with one name share a session', () => {
    const guard = createGuard({ preset: 'votes' });
    repeat(guard.session('one'), 2);
    expect(repeat(guard.session('one'), 1)).toEqual(['nudge']);
    expect(guard.session('one').id).toBe('one');
  });

  it('a dropped session starts afresh', () => {
    const guard = createGuard({ preset: 'votes' });
    repeat(guard.session('one'), 2);
    guard.forget('one');
    expect(guard.session('one').after(status)).toMatchObject({ kind: 'proceed', seq: 0 });
  });

  it('a reset starts afresh and keeps counting events', () => {
    const session = createGuard({ preset: 'votes' }).session('one');
    repeat(session, 2);
    expect(session.reset()).toMatchObject({ kind: 'proceed', seq: 2 });
    expect(repeat(session, 3)).toEqual(['proceed', 'proceed', 'nudge']);
  });
});

describe('bad events', () => {
  const throwing = {
    get kind(): string {
      throw new Error('no');
    },
  };
  it.each([
    ['nothing', undefined, 'EVENT_SHAPE', undefined],
    ['a text', 'call', 'EVENT_SHAPE', undefined],
    ['no kind', { tool: 'x' }, 'EVENT_KIND', 'kind'],
    ['an unknown kind', { kind: 'cal', tool: 'x' }, 'EVENT_KIND', 'kind'],
    ['a kind from the prototype', { kind: 'constructor' }, 'EVENT_KIND', 'kind'],
    ['a missing field', { kind: 'call' }, 'EVENT_FIELD', 'tool'],
    ['a field of the wrong type', { kind: 'call', tool: 7 }, 'EVENT_FIELD', 'tool'],
    ['null for a field that must be there', { kind: 'message', text: null }, 'EVENT_FIELD', 'text'],
    ['a time that is none', { kind: 'message', text: 'x', at: NaN }, 'EVENT_FIELD', 'at'],
    [
      'a value that is not one of those allowed',
      { kind: 'step', intent: 'x', status: 'done' },
      'EVENT_FIELD',
      'status',
    ],
    ['a property that cannot be read', throwing, 'EVENT_SHAPE', undefined],
  ])('%s is refused with code and hint, and the session stays as it was', (_, event, code, field) => {
    const session = createGuard({ preset: 'votes' }).session('one');
    repeat(session, 2);
    const before = session.snapshot();
    const decision = session.observe(event);
    expect(decision).toMatchObject({ kind: 'refused', code, hint: expect.stringMatching(/.{10}/) as string });
    expect(decision.kind === 'refused' && decision.field).toBe(field);
    expect(session.snapshot()).toEqual(before);
    expect(repeat(session, 1)).toEqual(['nudge']);
  });

  it('the methods refuse bad events, too, and the hint says what is expected', () => {
    const session = createGuard().session('one');
    expect(session.before(undefined as never)).toMatchObject({ kind: 'refused', code: 'EVENT_SHAPE' });
    expect(session.after({ tool: 7 } as never)).toMatchObject({
      hint: '`tool` of a call event must be a text.',
    });
    expect(session.turn({ role: 'robot' } as never)).toMatchObject({
      hint: '`role` of a turn event must be one of: user, harness.',
    });
    expect(session.delta(7 as never)).toMatchObject({ kind: 'refused' });
  });

  it('a flood of refused events drops no session', () => {
    const guard = createGuard({ preset: 'votes', maxSessions: 1 });
    repeat(guard.session('one'), 2);
    for (let i = 0; i < 5; i++) guard.session(`bad${i}`).observe({ kind: 'nonsense' });
    expect(repeat(guard.session('one'), 1)).toEqual(['nudge']);
  });
});

describe('many sessions', () => {
  it('beyond maxSessions the least recently used session is dropped', () => {
    const guard = createGuard({ preset: 'votes', maxSessions: 2 });
    repeat(guard.session('one'), 2);
    repeat(guard.session('two'), 2);
    repeat(guard.session('one'), 0);
    guard.session('one').message('still here');
    repeat(guard.session('three'), 1);
    expect(guard.session('two').snapshot().state.session.seq).toBe(0);
    expect(guard.session('one').snapshot().state.session.seq).toBe(3);
  });

  it.each([0, -1, 1.5, NaN])('maxSessions %d is refused', (maxSessions) => {
    expect(() => createGuard({ maxSessions })).toThrow(/OPTION_RANGE.*maxSessions.*got.*whole number from 1/);
  });
});

describe('configuration', () => {
  it('options given at the start apply', () => {
    const guard = createGuard({ preset: 'votes', options: { 'tool-repetition': { exact: 2 } } });
    expect(guard.preset).toBe('votes');
    expect(repeat(guard.session('one'), 2)).toEqual(['proceed', 'nudge']);
  });

  it('a change keeps the other options as they were', () => {
    const guard = createGuard({ preset: 'votes', options: { ladder: { warnFirst: false } } });
    guard.configure({ 'tool-repetition': { exact: 2 } });
    guard.configure({ 'tool-repetition': { similar: 3 } });
    expect(repeat(guard.session('one'), 2)).toEqual(['proceed', 'redirect']);
  });

  it.each([
    ['an unknown preset', () => createGuard({ preset: 'nope' as never }), 'PRESET_UNKNOWN'],
    [
      'a bad option',
      () => createGuard({ preset: 'votes', options: { verdict: { single: 2 } } }),
      'OPTION_RANGE',
    ],
    ['a change that is no object', () => createGuard().configure({ verdict: 3 as never }), 'OPTION_TYPE'],
    ['a change of nothing known', () => createGuard().configure({ nope: {} } as never), 'OPTION_UNKNOWN'],
  ])('%s is refused', (_, act, code) => {
    expect(act).toThrow(code);
  });

  it('after a refused change the old options still apply', () => {
    const guard = createGuard({ preset: 'votes' });
    expect(() => guard.configure({ 'tool-repetition': { exact: 2, similar: 0 } })).toThrow(
      'tool-repetition.similar',
    );
    expect(repeat(guard.session('one'), 3)).toEqual(['proceed', 'proceed', 'nudge']);
  });
});

describe('saving and restoring', () => {
  it('a restored session continues where it was, under another name and in another guard', () => {
    const session = createGuard({ preset: 'votes' }).session('one');
    repeat(session, 2);
    const restored = createGuard({ preset: 'votes' }).restore(
      'other',
      JSON.parse(JSON.stringify(session.snapshot())),
    );
    expect(restored.id).toBe('other');
    expect(repeat(restored, 1)).toEqual(['nudge']);
  });

  it('a snapshot is a copy: later events do not change it', () => {
    const session = createGuard({ preset: 'votes' }).session('one');
    const saved = session.snapshot();
    const before = JSON.stringify(saved);
    times(3, call('x')).forEach((event) => session.observe(event));
    expect(JSON.stringify(saved)).toBe(before);
  });

  it('a snapshot that does not fit is refused, and the session stays', () => {
    const guard = createGuard({ preset: 'votes' });
    repeat(guard.session('one'), 2);
    expect(() => guard.restore('one', { version: 1 })).toThrow('SNAPSHOT_SHAPE');
    expect(repeat(guard.session('one'), 1)).toEqual(['nudge']);
  });
});
