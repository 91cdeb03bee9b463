import { CATEGORIES, configure, reduce, start } from '@rutbreak/core';
import { describe, expect, it } from 'vitest';
import { runAgent, work, type World } from './agent.js';
import { roleOf } from './cast.js';
import { loadTraces } from './traces.js';

const traces = await loadTraces();

describe('the demo fleet', () => {
  it('has a looping agent for each of the categories, and healthy ones', () => {
    expect(new Set(traces.map(({ category }) => category))).toEqual(new Set([...CATEGORIES, '']));
    expect(traces.filter(({ category }) => category === '').length).toBeGreaterThan(4);
  });

  it('everybody in it has a name of their own', () => {
    const roles = traces.map(({ id }) => roleOf(id));
    expect(new Set(roles.map(({ name }) => name)).size).toBe(traces.length);
    expect(roles.map(({ team }) => team)).not.toContain('agents');
  });

  it.each(traces.map((trace) => [trace.id, trace] as const))(
    '%s is judged as it says',
    (_, { events, category }) => {
      const engine = configure('default');
      let state = start(engine);
      const found = new Set<string>();
      for (const event of events) {
        const next = reduce(state, event, engine);
        state = next.state;
        if (next.decision.kind !== 'refused' && next.decision.verdict.status === 'looping')
          for (const voice of next.decision.verdict.voices) found.add(voice.category);
      }
      if (category === '') expect([...found]).toEqual([]);
      else expect([...found]).toContain(category);
    },
  );

  it('work that follows is progress, however long it is', () => {
    const engine = configure('default');
    let state = start(engine);
    for (const event of work('a', 60)) {
      const next = reduce(state, event, engine);
      state = next.state;
      expect(next.decision).toMatchObject({ verdict: { status: 'healthy' } });
    }
  });
});

describe('a simulated agent', () => {
  const again = { kind: 'call', tool: 'again' };
  const out = { kind: 'call', tool: 'out' };
  const character = { patience: 1, wayOut: [out], isEndless: true };
  const world = (orders: readonly { action: string; held?: boolean }[], log: string[]): World => ({
    send: (event) => {
      log.push(String(event['tool']));
      return Promise.resolve(orders[log.length - 1] ?? { action: 'continue' });
    },
    untilResumed: () => {
      log.push('waits');
      return Promise.resolve({ action: 'continue' });
    },
    end: () => Promise.resolve(void log.push('ends')),
    ...{ rest: () => Promise.resolve(), isOver: () => log.length > 20 },
  });

  it.each<[string, readonly { action: string; held?: boolean }[], number, readonly string[]]>([
    ['listens when it is told once', [{ action: 'nudge' }], 1, ['again', 'out', 'ends']],
    [
      'listens when it is told twice',
      [{ action: 'nudge' }, { action: 'block' }],
      2,
      ['again', 'again', 'out', 'ends'],
    ],
    ['stops when it must', [{ action: 'stop' }], 1, ['again', 'ends']],
    [
      'waits while a person has paused it',
      [{ action: 'pause', held: true }],
      9,
      ['again', 'waits', 'out', 'ends'],
    ],
  ])('%s', async (_, orders, patience, expected) => {
    const log: string[] = [];
    await runAgent([again], { ...character, patience }, world(orders, log));
    expect(log).toEqual(expected);
  });

  it('that works ends with its work', async () => {
    const log: string[] = [];
    await runAgent([again], { ...character, isEndless: false }, world([], log));
    expect(log).toEqual(['again', 'ends']);
  });
});
