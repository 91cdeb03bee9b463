import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../event/event.js';
import { call, delta, edit, failure, message, turn } from '../testing/index.js';
import { callsOf, type CallRecord } from './calls.js';
import { recordEvent, NO_OUTCOME, newSession, type Session } from './session.js';

const OBSERVATION = { window: 5, hasFeatures: false, tools: {} };

function play(events: readonly AgentEvent[], start = newSession()): Session {
  return events.reduce((session, event) => recordEvent(session, event, OBSERVATION).session, start);
}

function recordOf(event: AgentEvent, start = newSession()): CallRecord {
  return recordEvent(start, event, OBSERVATION).call!;
}

const inRound = (round: number): AgentEvent => call('ls', { round }, 'x', { round });

describe('rounds and turns', () => {
  it.each([
    { name: 'nothing has happened', events: [], rounds: 0, turns: 0 },
    {
      name: 'a call without a round number is its own round',
      events: [call('a'), call('a')],
      rounds: 2,
      turns: 0,
    },
    {
      name: 'calls of one model step are one round',
      events: [inRound(1), inRound(1), inRound(1)],
      rounds: 1,
      turns: 0,
    },
    {
      name: 'another number is another round',
      events: [inRound(1), inRound(2), inRound(2)],
      rounds: 2,
      turns: 0,
    },
    {
      name: 'a call without a number ends the round',
      events: [inRound(1), call('a'), inRound(1)],
      rounds: 3,
      turns: 0,
    },
    {
      name: 'events that are not calls do not count',
      events: [message('hi'), delta('x'), edit('a', '1', '2')],
      rounds: 0,
      turns: 0,
    },
    {
      name: 'a user turn starts the rounds again',
      events: [call('a'), call('b'), turn(), call('c')],
      rounds: 1,
      turns: 1,
    },
    {
      name: 'a harness message is not a user turn',
      events: [call('a'), turn('go on', { role: 'harness', reason: 'nudge' }), call('b')],
      rounds: 2,
      turns: 0,
    },
    {
      name: 'a harness that numbers rounds from 1 in each turn loses none',
      events: [inRound(1), inRound(2), turn(), inRound(1), turn(), inRound(1), inRound(1)],
      rounds: 1,
      turns: 2,
    },
    {
      name: 'the first round after a turn counts even if it has the old number',
      events: [inRound(3), turn(), inRound(3)],
      rounds: 1,
      turns: 1,
    },
  ])('$name', ({ events, rounds, turns }) => {
    expect(play(events)).toMatchObject({ rounds, turns, seq: events.length });
  });
});

describe('calls', () => {
  it('have numbers like all events', () => {
    const calls = callsOf(play([message('hi'), call('a'), delta('x'), call('b')]));
    expect(calls.map(({ seq, tool }) => [seq, tool])).toEqual([
      [1, 'a'],
      [3, 'b'],
    ]);
  });

  it('are kept up to the window, newest last', () => {
    const calls = callsOf(play(Array.from({ length: 8 }, (_, i) => call('ls', { i }))));
    expect(calls.map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7]);
  });

  it.each([
    { name: 'equal arguments', a: call('ls', { a: 1, b: 2 }), b: call('ls', { a: 1, b: 2 }) },
    { name: 'another order of keys', a: call('ls', { a: 1, b: 2 }), b: call('ls', { b: 2, a: 1 }) },
    { name: 'a key without a value', a: call('ls', { a: 1 }), b: call('ls', { a: 1, b: undefined }) },
    { name: 'no arguments', a: call('ls'), b: call('ls') },
    { name: 'another result', a: call('ls', {}, 'x'), b: call('ls', {}, 'y') },
  ])('are one call despite $name', ({ a, b }) => {
    expect(recordOf(a).call).toBe(recordOf(b).call);
  });

  it.each([
    { name: 'another tool', a: call('ls', {}), b: call('cat', {}) },
    { name: 'another value', a: call('ls', { a: 1 }), b: call('ls', { a: 2 }) },
    { name: 'a number instead of its text', a: call('ls', { a: 1 }), b: call('ls', { a: '1' }) },
    { name: 'another order of items', a: call('ls', [1, 2]), b: call('ls', [2, 1]) },
    { name: 'other white space', a: call('ls', 'a b'), b: call('ls', 'a  b') },
  ])('are two calls because of $name', ({ a, b }) => {
    expect(recordOf(a).call).not.toBe(recordOf(b).call);
  });

  it.each([
    {
      name: 'an error differs from a success with the same text',
      a: call('ls', {}, 'x'),
      b: failure('ls', {}, 'x'),
    },
    { name: 'a missing result differs from an empty text', a: call('ls', {}), b: call('ls', {}, '') },
    { name: 'another result', a: call('ls', {}, 'x'), b: call('ls', {}, 'y') },
  ])('have different outcomes: $name', ({ a, b }) => {
    expect(recordOf(a).outcome).not.toBe(recordOf(b).outcome);
  });

  it('calls without a result can be recognised', () => {
    expect(recordOf(call('ls')).outcome).toBe(NO_OUTCOME);
    expect(recordOf(call('ls', {}, '')).outcome).not.toBe(NO_OUTCOME);
  });

  it("keep a short name and label, whatever the tool's name", () => {
    const { tool, label } = recordOf(call('x'.repeat(100_000), { command: 'y\u001b[0m'.repeat(10_000) }));
    expect(tool.length).toBeLessThanOrEqual(80);
    expect(label.length).toBeLessThanOrEqual(120);
    expect(label).not.toContain('\u001b');
  });
});

describe('values that are too large to read completely', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 'end' : { in: deep(levels - 1) });
  const unreadable = {
    get a(): never {
      throw new Error('no');
    },
  };

  it.each([
    { name: 'more than a million characters', value: 'x'.repeat(2_000_000) },
    { name: 'more than ten thousand parts', value: Array.from({ length: 20_000 }, (_, i) => i) },
    { name: 'more than 64 levels', value: deep(100) },
    { name: 'a getter that throws', value: unreadable },
  ])('equals nothing else, not even itself: $name', ({ value }) => {
    const events = [call('write', value, value), call('write', value, value)];
    const [one, two] = callsOf(play(events));
    expect(one!.call).not.toBe(two!.call);
    expect(one!.outcome).not.toBe(two!.outcome);
    expect(play(events)).toEqual(play(events));
  });
});

describe('a restart', () => {
  it('changes nothing', () => {
    const events = [
      inRound(1),
      turn(),
      failure('npm', { x: 1 }, 'bad'),
      inRound(1),
      message('hi'),
      inRound(2),
    ];
    for (let cut = 0; cut <= events.length; cut++) {
      const stored = JSON.parse(JSON.stringify(play(events.slice(0, cut)))) as Session;
      expect(play(events.slice(cut), stored)).toEqual(play(events));
    }
  });
});
