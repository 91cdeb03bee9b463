// An agent of the Vercel AI SDK that goes in circles, with the SDK's own mock model in place of a provider.
import assert from 'node:assert/strict';
import { guarded, stopOf } from '@rutbreak/adapters/ai-sdk';
import { generateText, stepCountIs, tool } from 'ai';
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
const search = tool({ inputSchema: z.object({ query: z.string() }), execute: async () => 'no results' });

const result = await generateText(
  guarded(
    { model, tools: { search }, prompt: 'What is rutbreak?', stopWhen: stepCountIs(50) },
    { onDecision: ({ rung }) => rung !== 'observe' && console.log(`step ${step}: ${rung}`) },
  ),
);

const stop = stopOf(result);
console.log(`ended after ${step} of 50 steps: ${stop.status}, ${stop.category}`);
assert.equal(step, 10);
assert.equal(stop.status, 'LOOP_DETECTED');
