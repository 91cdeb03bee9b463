import { configure, defineDetector, presetOf } from '@rutbreak/core';
import { expect, test } from 'vitest';
import type { Case } from './data.js';
import { runCase } from './run.js';
import { markRun } from './score.js';

/** Says what the message tells it to say. */
const parrot = defineDetector({
  meta: {
    id: 'parrot',
    summary: 'says what it is told',
    listens: ['message'],
    options: {},
    messages: { told: { text: 'told to {{what}}', category: 'OUTPUT_VERBATIM' } },
  },
  init: () => null,
  step(state, { event, seq }) {
    const text = event.kind === 'message' ? event.text : '';
    if (text !== 'note' && text !== 'warn' && text !== 'hard') return { state };
    const evidence = {
      events: [seq],
      elements: [],
      count: 1,
      window: 1,
      first: seq,
      last: seq,
      examples: [],
      variations: [],
    };
    const signal = {
      messageId: 'told' as const,
      score: 0.5,
      urgency: text,
      identity: text,
      data: { what: text },
      evidence,
    };
    return { state, signal: signal as typeof signal & { urgency: 'note' | 'warn' | 'hard' } };
  },
});

// The drift design's judge and ladder go by the urgency of the signals alone.
const engine = configure({ ...presetOf('drift'), id: 'told', detectors: [parrot] });
const healthy = (...texts: string[]): Case => ({
  ...{ id: 'h', category: '', source: '', expect: 'no_loop' },
  events: texts.map((text) => ({ kind: 'message', text })),
});

test('a note is free', () => {
  const run = runCase(engine, healthy('fine', 'note'));
  expect(run.firing).toBeUndefined();
  expect(run.signals).toMatchObject([{ event: 1, detector: 'parrot', score: 0.5 }]);
  expect(markRun(run).mark).toBe('clear');
});

test('the first nudge is the firing, whatever was noted before and done after', () => {
  const run = runCase(engine, healthy('note', 'fine', 'warn', 'hard'));
  expect(run.firing).toEqual({
    ...{ event: 2, rung: 'nudge', detectors: ['parrot'] },
    ...{ category: 'OUTPUT_VERBATIM', brief: 'told to warn' },
  });
  expect(run.acts).toEqual([2, 3]);
  expect(markRun(run)).toMatchObject({ mark: 'false', fired: 2 });
});

test('events that the core refuses are counted and keep their number', () => {
  const run = runCase(engine, {
    ...healthy(),
    events: [{ kind: 'nonsense' }, { kind: 'message', text: 'warn' }],
  });
  expect(run).toMatchObject({ refused: 1, firing: { event: 1 } });
});
