// Replays recorded runs with a real AI SDK agent, through the hooks of the Claude Agent SDK, and as OpenTelemetry spans.
import { type AgentEvent, CATEGORIES, type Category } from '@rutbreak/core';
import { describe, expect, it } from 'vitest';
import { LIVE, seesEvents } from './testing/doors.js';
import { loopingTraces, replayAiSdk, type Trace } from './testing/replay.js';
import { replayClaudeAgent } from './testing/replay-claude-agent.js';
import { replayOtel } from './testing/replay-otel.js';

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

const LIVE_ENTRIES = Object.entries(LIVE) as [Category, (typeof LIVE)[Category]][];

const REPLAYS = [
  ['ai-sdk', replayAiSdk],
  ['claude-agent', replayClaudeAgent],
  ['otel', replayOtel],
] as const;

describe.each(REPLAYS)('%s', (door, replay) => {
  it.each(LIVE_ENTRIES)(
    'finds %s live, unless the door never sees the event',
    async (category, [id, preset]) => {
      const trace = TRACES.get(id);
      expect(trace?.category).toBe(category);
      const found = await replay(trace!, preset);
      expect(found.has(category)).toBe(seesEvents(door, category));
    },
  );
});

it('no category is left out', () => {
  expect(Object.keys(LIVE).sort()).toEqual([...CATEGORIES].sort());
});
