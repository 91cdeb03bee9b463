// Replays recorded runs with a real AI SDK agent. The guard must find every category of loop.
import { type AgentEvent, CATEGORIES, type Category } from '@rutbreak/core';
import { expect, it } from 'vitest';
import { LIVE } from './testing/doors.js';
import { categoriesLive, loopingTraces, type Trace } from './testing/replay.js';

const TRACES = new Map(loopingTraces().map((trace) => [trace.id, trace]));

/** The corpus records edits as separate events; this agent makes them through calls. */
const EDITS_WITHOUT_EFFECT: Trace = {
  ...{ id: 'edits-without-effect', category: 'FIX_REPETITION' },
  events: Array.from({ length: 10 }, (_, i): AgentEvent => {
    const args = { path: 'a.ts', old_str: `x${i}`, new_str: `x${i}` };
    return { kind: 'call', tool: 'str_replace', args, result: `The file a.ts has been edited at line ${i}.` };
  }),
};
TRACES.set(EDITS_WITHOUT_EFFECT.id, EDITS_WITHOUT_EFFECT);

it.each(Object.entries(LIVE) as [Category, (typeof LIVE)[Category]][])(
  'AI SDK: %s is found live',
  async (category, [id, preset]) => {
    const trace = TRACES.get(id);
    expect(trace?.category).toBe(category);
    expect([...(await categoriesLive(trace!, preset))]).toContain(category);
  },
);

it('no category is left out', () => {
  expect(Object.keys(LIVE).sort()).toEqual([...CATEGORIES].sort());
});
