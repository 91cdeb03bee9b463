import { readFileSync } from 'node:fs';
import { createGuard, presetOf, type Verdict } from '@rutbreak/core';
import { defineDetector } from '@rutbreak/core/detectors';
import { configure, type Engine } from '@rutbreak/core/edge';
import { expect, test } from 'vitest';
import type { Case } from '../data/case.js';
import { firstFiring, higherRung, runCase } from './run.js';
import { figuresOf, markRun } from './score.js';
import { CORPUS_FOLDER, readCorpus } from '../data/sets.js';

/** Signals what the message asks for. */
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

// The aggregator and ladder of the drift design depend only on the urgency of the signals.
const engine = configure({ ...presetOf('drift'), id: 'told', detectors: [parrot] });
const healthy = (...texts: string[]): Case => ({
  ...{ id: 'h', category: '', source: '', expect: 'no_loop' },
  events: texts.map((text) => ({ kind: 'message', text })),
});

test('a note is free', () => {
  const run = runCase(engine, healthy('fine', 'note'));
  expect(run.firing).toBeUndefined();
  expect(run.highest).toBe('observe');
  expect(run.signals).toMatchObject([{ event: 1, detector: 'parrot', score: 0.5 }]);
  expect(markRun(run).mark).toBe('clear');
});

test('the first nudge is the firing, whatever comes before and after', () => {
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

/** The same detector with a ladder that blocks at a hard signal. */
const blocking = configure({
  ...engine.preset,
  ladder: {
    ...{ options: {}, init: () => null, gate: () => undefined },
    step: (state: null, { findings }: Verdict) => ({
      state,
      rung: findings.some(({ signal }) => signal.urgency === 'hard') ? 'block' : 'nudge',
    }),
  } as unknown as Engine['preset']['ladder'],
});

test('a healthy run with a block counts as blocked, with the highest rung', () => {
  const nudged = runCase(blocking, healthy('warn'));
  const blocked = runCase(blocking, healthy('fine', 'hard', 'warn'));
  expect(nudged).not.toHaveProperty('blocked');
  expect(blocked).toMatchObject({ blocked: 1 });
  expect(figuresOf([nudged, blocked].map(markRun))).toMatchObject({
    ...{ healthy: 2, falseAlarms: 2, blocked: 1, highestOnHealthy: 'block' },
  });
});

test('a block on a loop is right', () => {
  const run = runCase(blocking, { ...healthy('hard'), expect: 'loop' });
  expect(run.blocked).toBe(0);
  const figures = figuresOf([markRun(run)]);
  expect(figures).toMatchObject({ blocked: 0, hits: 1 });
  expect(figures).not.toHaveProperty('highestOnHealthy');
});

test('the fast run finds the same first firing', () => {
  const { events } = healthy('note', 'fine', 'warn', 'hard');
  expect(firstFiring(engine, events)).toBe(2);
  expect(firstFiring(engine, events.slice(0, 2))).toBeUndefined();
});

test('the higher of two rungs counts', () => {
  expect([higherRung('nudge', 'block'), higherRung('stop', 'observe')]).toEqual(['block', 'stop']);
  expect([higherRung(undefined, 'nudge'), higherRung('nudge', undefined)]).toEqual(['nudge', 'nudge']);
});

test('`default` decides every trace of the corpus correctly, except the known failures', () => {
  const guard = createGuard();
  const rungs = ({ id, events }: Case): string[] => {
    const session = guard.session(id);
    return events.flatMap((event, at) => {
      const decision = session.observe(event);
      return decision.kind === 'act' && decision.rung !== 'observe' ? [`${decision.rung} at ${at}`] : [];
    });
  };
  const engine = configure('default');
  const wrong = readCorpus(CORPUS_FOLDER)
    .cases.filter((one) => !['hit', 'clear'].includes(markRun(runCase(engine, one)).mark))
    .map((one) => [one.id, rungs(one)]);
  expect(Object.fromEntries(wrong)).toEqual(
    JSON.parse(readFileSync('packages/loopbench/data/known-wrong.json', 'utf8')),
  );
}, 60_000);
