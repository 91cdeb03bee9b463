import { createGuard, type GuardSession, presetOf } from '@rutbreak/core';
import { eventAt } from './agent-run.js';
import { type Figure, race } from './harness.js';
import { parsed, source } from './inputs.js';

type Call = Parameters<GuardSession['after']>[0];

const CALLS = 64;

/** Calls with a result of 1 kB, no two alike, as JSON: what comes again is for the detectors to find, and they would. */
function freshCalls(from: number): readonly string[] {
  return Array.from({ length: CALLS }, (_, i) => {
    const { path, words, below } = source(from + i);
    const lines = Array.from({ length: 20 }, () => `${path()}:${below(500)}: ${words(4)}`).join('\n');
    const args = { command: `grep -rn ${words(1)} ${path()}`, timeout: 1000 * below(60) };
    return JSON.stringify({ tool: 'Bash', args, result: lines.slice(0, 1000) });
  });
}

function afterCall(preset: string, limit: number): Figure {
  const session = createGuard({ preset: presetOf(preset) }).session('one');
  let made = 0;
  return race<Call>({
    name: `after-call-1kB-${preset}`,
    limit,
    setup: () => parsed<Call>(freshCalls((made += CALLS)), CALLS),
    baseline: (call) => JSON.stringify({ kind: 'call', ...call }),
    subject: (call) => session.after(call),
  });
}

const BATCH = 100;
const EARLY = 100;
const LATE = 100_000;

/** Around the 100,000th event of a session against around the 100th of others. */
function flatCost(preset: string): Figure {
  const guard = createGuard({ preset: presetOf(preset) });
  let run = 0;
  let late = 0;
  const grow = (id: string, from: number, to: number): void => {
    for (let i = from; i < to; i++) guard.session(id).observe(eventAt(1, i));
  };
  const events = (id: string, from: number): readonly (readonly [string, unknown])[] =>
    Array.from({ length: BATCH }, (_, i) => [id, eventAt(1, from + i)] as const);
  return race<readonly [string, unknown]>({
    name: `flat-cost-per-event-${preset}`,
    limit: 1.2,
    setup(side) {
      if (side === 'baseline') {
        guard.forget(`early-${run}`);
        grow(`early-${++run}`, 0, EARLY);
        return events(`early-${run}`, EARLY);
      }
      if (late === 0) grow('late', 0, (late = LATE - 20 * BATCH));
      late += BATCH;
      return events('late', late - BATCH);
    },
    baseline: ([id, event]) => guard.session(id).observe(event),
    subject: ([id, event]) => guard.session(id).observe(event),
  });
}

export const figures: readonly Figure[] = [
  afterCall('votes', 5),
  afterCall('default', 6),
  flatCost('votes'),
  flatCost('default'),
];
