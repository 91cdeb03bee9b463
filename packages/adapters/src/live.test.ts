// Replays recorded runs with a real AI SDK agent, through the hooks of the Claude Agent SDK, and as OpenTelemetry spans.
import { CATEGORIES, type Category } from '@rutbreak/core';
import { describe, expect, it } from 'vitest';
import { seesEvents } from './testing/doors.js';
import { LIVE, RUN_BY_RUN } from './testing/live-runs.js';
import { loopingTraces } from './testing/recorded.js';
import { replayAiSdk } from './testing/replay/ai-sdk.js';
import { replayClaudeAgent } from './testing/replay/claude-agent.js';
import { replayOtel } from './testing/replay/otel.js';

const TRACES = new Map(loopingTraces().map((trace) => [trace.id, trace]));

const LIVE_ENTRIES = Object.entries(LIVE) as [Category, (typeof LIVE)[Category]][];

const REPLAYS = [
  ['ai-sdk', replayAiSdk],
  ['claude-agent', replayClaudeAgent],
  ['otel', replayOtel],
] as const;

describe.each(REPLAYS)('%s', (door, replay) => {
  it.each(LIVE_ENTRIES)(
    'finds %s live, unless the door never sees the event',
    async (category, { trace: id, preset, events }) => {
      const found = await replay({ id, category, events }, preset);
      expect(found.has(category)).toBe(seesEvents(door, category));
    },
  );
});

it.each(LIVE_ENTRIES)(
  '%s: quality/live-runs.json has the events of the corpus',
  (category, { trace, events }) => {
    const known = TRACES.get(trace);
    // One trace is made of calls that the corpus has as edits.
    if (known) expect(known).toMatchObject({ category, events });
    else expect(trace).toBe('edits-without-effect');
  },
);

it('no category is left out', () => {
  expect(Object.keys(LIVE).sort()).toEqual([...CATEGORIES].sort());
  expect(Object.keys(RUN_BY_RUN).sort()).toEqual([...CATEGORIES].sort());
});
