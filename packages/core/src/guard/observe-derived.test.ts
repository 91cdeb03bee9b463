import { presetOf } from '../presets/index.js';
import { describe, expect, it } from 'vitest';
import { withDerived } from '../event/derived/derive.js';
import type { AgentEvent, CallEvent } from '../event/event.js';
import { createGuard } from '../guard.js';
import { observeWithDerived } from './observe-derived.js';

const write = (content: string): CallEvent => ({
  ...{ kind: 'call', tool: 'Write', args: { file_path: 'a.ts', content }, result: 'ok' },
});
const test = (result: string): CallEvent => ({
  ...{ kind: 'call', tool: 'Bash', args: { command: 'go test' }, result },
});
const todo = (status: string): CallEvent => ({
  ...{ kind: 'call', tool: 'TodoWrite', args: { todos: [{ content: 'Port', status }] }, result: 'ok' },
});
const times = <T>(count: number, make: (i: number) => readonly T[]): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i)).flat();

/** The rungs of the decisions, call by call. */
function rungs(events: readonly AgentEvent[], preset: string, derives: boolean): readonly string[] {
  const session = createGuard({ preset: presetOf(preset) }).session('one');
  return events.map((event) => {
    const decision = derives ? observeWithDerived(session, event) : session.observe(event);
    return decision.kind === 'act' ? decision.rung : decision.kind;
  });
}

describe('derived edits and errors are no separate evidence', () => {
  it.each<readonly [string, readonly AgentEvent[]]>([
    ['a file that is written to and fro', times(12, (i) => [write(`version ${i % 2}`)])],
    ['the same write again and again', times(10, () => [write('same')])],
    ['writes with new content', times(10, (i) => [write(`version ${i}`)])],
    [
      'a test that fails while the code changes',
      times(8, (i) => [write(`try ${i}`), test('--- FAIL: TestA\nFAIL')]),
    ],
    ['a test that fails while nothing changes', times(8, () => [test('--- FAIL: TestA\nFAIL')])],
  ])('%s: every preset that listens to calls decides the same without them', (_, events) => {
    for (const preset of ['entropy', 'matrix', 'drift', 'cycles'])
      expect(rungs(events, preset, true), preset).toEqual(rungs(events, preset, false));
    // The number of events affects how often a sign is reported, so only interventions are compared.
    const felt = (derives: boolean): readonly string[] =>
      rungs(events, 'default', derives).map((rung) => (rung === 'observe' ? 'proceed' : rung));
    expect(felt(true)).toEqual(felt(false));
  });

  it('the other counters of a session stay the same', () => {
    const states = [true, false].map((derives) => {
      const session = createGuard().session('one');
      for (const call of [write('a'), test('--- FAIL: TestA\nFAIL'), write('b')])
        for (const event of derives ? withDerived(call) : [call]) session.observe(event);
      const { world, made, rounds, news } = (
        session.snapshot() as unknown as { state: { session: Record<string, unknown> } }
      ).state.session;
      return { world, made, rounds, news };
    });
    expect(states[0]).toEqual(states[1]);
  });
});

describe('a refusal that comes back as the result of the refused call', () => {
  const capabilities = { appendToResult: true, veto: true };

  /** What the result changes in a session, besides the number of events and the guard's texts. */
  function changes(call: CallEvent, given: (refusal: string) => CallEvent): boolean {
    const session = createGuard({ capabilities }).session('one');
    for (let i = 0; i < 12; i++) observeWithDerived(session, call);
    const refused = session.observe({ kind: 'attempt', tool: call.tool, args: call.args });
    const known = (): string => {
      const { state } = session.snapshot() as unknown as { state: { session: object } };
      return JSON.stringify({ ...state, said: null, session: { ...state.session, seq: 0 } });
    };
    const before = known();
    observeWithDerived(session, given(refused.kind === 'act' ? refused.text : 'not refused'));
    return known() !== before;
  }

  it.each<[name: string, call: CallEvent]>([
    ['an edit', write('same')],
    ['a list of todos', todo('in_progress')],
  ])('yields no derived events: not %s', (_, call) => {
    expect(changes(call, (result) => ({ ...call, result }))).toBe(false);
  });

  it.each<[name: string, given: (refusal: string) => CallEvent]>([
    ['for another call', (result) => ({ ...todo('completed'), result })],
    ['with more behind it', (refusal) => ({ ...todo('in_progress'), result: `${refusal}\nok` })],
    ['in other words', () => ({ ...todo('in_progress'), result: '[rutbreak] This call was not run.' })],
  ])('%s it is an ordinary result', (_, given) => {
    expect(changes(todo('in_progress'), given)).toBe(true);
  });
});

describe('information that calls do not show is new', () => {
  it('a todo that goes back and forth is found in derived events', () => {
    const flips = times(8, (i) => [
      todo(i % 2 === 0 ? 'in_progress' : 'completed'),
      test(`ok ${i} ${'abcdefgh'.charAt(i)}`),
    ]);
    expect(rungs(flips, 'default', true)).toContain('nudge');
    const session = createGuard().session('one');
    const categories = flips.flatMap((event) => {
      const decision = observeWithDerived(session, event);
      return decision.kind === 'act' ? [decision.verdict.primary?.category] : [];
    });
    expect(categories).toContain('STATE_OSCILLATION');
  });

  it('a detector without calls receives derived edits', () => {
    const flips = times(4, (i) => [write(`version ${i % 2}`)]);
    const session = createGuard({ preset: 'votes' }).session('one');
    const found = flips.map((event) => observeWithDerived(session, event));
    expect(
      found.some((one) => one.kind === 'act' && one.verdict.primary?.category === 'STATE_REGRESSION'),
    ).toBe(true);
  });
});

describe('a call and its derived events', () => {
  it('share one decision, with the number of the strongest', () => {
    const session = createGuard().session('one');
    const decision = observeWithDerived(session, write('a'));
    expect(decision).toMatchObject({ kind: 'proceed', seq: 0 });
    expect(observeWithDerived(session, { kind: 'message', text: 'next' })).toMatchObject({ seq: 2 });
  });

  it('are refused together', () => {
    const session = createGuard().session('one');
    const bad = { ...write('a'), round: 'x' } as never;
    expect(observeWithDerived(session, bad)).toMatchObject({ kind: 'refused', field: 'round' });
    expect(observeWithDerived(session, write('a'))).toMatchObject({ seq: 0 });
  });

  it('count as one call in a budget', () => {
    const session = createGuard({ budgets: { calls: 2 } }).session('one');
    const decide = (): string => observeWithDerived(session, write(String(Math.PI))).kind;
    expect([decide(), decide(), decide()]).toEqual(['proceed', 'proceed', 'act']);
  });

  it('in shadow mode report the strongest intervention', () => {
    const session = createGuard({ mode: 'shadow' }).session('one');
    const would = times(10, (i) => [todo(i % 2 === 0 ? 'in_progress' : 'completed')]).map((event) => {
      const decision = observeWithDerived(session, event);
      return decision.kind === 'proceed' ? decision.wouldBe?.rung : decision.kind;
    });
    expect(would).toContain('redirect');
  });
});
