// Replays recorded runs with a real AI SDK agent, through the hooks of the Claude Agent SDK, and as OpenTelemetry spans.
import { CATEGORIES, type Category } from '@rutbreak/core';
import { describe, expect, it } from 'vitest';
import { LIVE, seesEvents } from './testing/doors.js';
import { loopingTraces, replayAiSdk } from './testing/replay.js';
import { replayClaudeAgent } from './testing/replay-claude-agent.js';
import { replayOtel } from './testing/replay-otel.js';

const TRACES = new Map(loopingTraces().map((trace) => [trace.id, trace]));

for (const [category, { trace: id, events }] of Object.entries(LIVE))
  if (events) TRACES.set(id, { id, category: category as Category, events });

const LIVE_ENTRIES = Object.entries(LIVE) as [Category, (typeof LIVE)[Category]][];

const REPLAYS = [
  ['ai-sdk', replayAiSdk],
  ['claude-agent', replayClaudeAgent],
  ['otel', replayOtel],
] as const;

describe.each(REPLAYS)('%s', (door, replay) => {
  it.each(LIVE_ENTRIES)(
    'finds %s live, unless the door never sees the event',
    async (category, { trace: id, preset }) => {
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
