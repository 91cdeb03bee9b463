// An agent of Mastra that goes in circles, with a mock model of the AI SDK in place of a provider.
import assert from 'node:assert/strict';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { guarded, stopOf } from '@rutbreak/adapters/mastra';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';

// Stuck: whatever it is told, it searches for the same thing.
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
  id: 'search',
  description: 'Searches the web.',
  inputSchema: z.object({ query: z.string() }),
  execute: async () => 'no results',
});

const agent = new Agent(
  guarded(
    { id: 'researcher', name: 'Researcher', instructions: 'Find out.', model, tools: { search } },
    { onDecision: ({ rung }) => rung !== 'observe' && console.log(`step ${step}: ${rung}`) },
  ),
);
const result = await agent.generate('What is rutbreak?', { maxSteps: 50 });

const stop = stopOf(result);
console.log(`ended after ${step} of 50 steps: ${stop.status}, ${stop.category}`);
assert.equal(step, 10);
assert.equal(stop.status, 'LOOP_DETECTED');
