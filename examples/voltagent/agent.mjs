// A VoltAgent agent that goes in circles. A mock model of the AI SDK stands in for a provider.
import assert from 'node:assert/strict';
import { Agent, createTool } from '@voltagent/core';
import { guarded, stopOf } from '@rutbreak/adapters/voltagent';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';

globalThis.AI_SDK_LOG_WARNINGS = false;

// Stuck: it ignores every message and searches for the same thing again.
let step = 0;
const model = new MockLanguageModelV3({
  doGenerate: async () => ({
    content: [
      { type: 'tool-call', toolCallId: `call-${++step}`, toolName: 'search', input: '{"query":"rutbreak"}' },
    ],
    finishReason: { unified: 'tool-calls' },
    usage: { inputTokens: { total: 10 }, outputTokens: { total: 5 } },
    warnings: [],
  }),
});
const search = createTool({
  name: 'search',
  description: 'Searches the web.',
  parameters: z.object({ query: z.string() }),
  execute: async () => 'no results',
});

const agent = new Agent(
  guarded(
    { name: 'researcher', instructions: 'Find out.', model, tools: [search], maxSteps: 50 },
    { onDecision: ({ rung }) => rung !== 'observe' && console.log(`step ${step}: ${rung}`) },
  ),
);
const result = await agent.generateText('What is rutbreak?');

const stop = stopOf(result.steps.at(-1));
console.log(`ended after ${step} of 50 steps: ${stop.status}, ${stop.category}`);
assert.equal(step, 10);
assert.equal(stop.status, 'LOOP_DETECTED');
// VoltAgent's own timers would keep the process alive.
process.exit(0);
