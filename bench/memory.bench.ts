import { createGuard, PRESETS, presetOf } from '@rutbreak/core';
import { eventAt, PERIOD } from './agent-run.js';
import type { Figure } from './harness.js';

const EVENTS = 2 * PERIOD;
const ALLOWED = 8 * 1024;
/** `default` keeps parts of its ledger as plain objects. The goal is 1. */
const LIMITS: Readonly<Record<string, number>> = { default: 3 };

/** Bytes of heap for each session, as a share of what is allowed. */
function stateSize(preset: string): Figure {
  return {
    name: `state-8kB-${preset}`,
    limit: LIMITS[preset] ?? 1,
    measure({ sessions }) {
      const guard = createGuard({ preset: presetOf(preset), maxSessions: sessions + 1 });
      const play = (id: string, run: number): void => {
        const session = guard.session(id);
        for (let i = 0; i < EVENTS; i++) session.observe(eventAt(run, i));
      };
      // What the code itself needs comes first.
      for (let i = 0; i < 50; i++) play('first', i);
      const before = heapUsed();
      for (let i = 0; i < sessions; i++) play(`session-${i}`, i);
      const after = heapUsed();
      if (guard.session('session-0').snapshot().state.session.seq !== EVENTS)
        throw new Error('A session is gone.');
      return (after - before) / sessions / ALLOWED;
    },
  };
}

function heapUsed(): number {
  if (!globalThis.gc) throw new Error('Run this through `npm run bench`: it needs node --expose-gc.');
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

export const figures: readonly Figure[] = PRESETS.map(stateSize);
