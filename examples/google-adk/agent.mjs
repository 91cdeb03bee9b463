// A Google ADK agent that goes in circles. A model class of our own stands in for Gemini.
import assert from 'node:assert/strict';
import { BaseLlm, FunctionTool, InMemoryRunner, LlmAgent, LogLevel, setLogLevel } from '@google/adk';
import { guardPlugin, stopOf } from '@rutbreak/adapters/google-adk';
import { z } from 'zod';

setLogLevel(LogLevel.ERROR);

// Stuck: it ignores every message and searches for the same thing again.
let step = 0;
class StuckModel extends BaseLlm {
  async *generateContentAsync() {
    step++;
    yield {
      content: {
        role: 'model',
        parts: [{ functionCall: { name: 'search', args: { query: 'rutbreak' } } }],
      },
    };
  }
}
const search = new FunctionTool({
  name: 'search',
  description: 'Searches the web.',
  parameters: z.object({ query: z.string() }),
  execute: () => 'no results',
});

const agent = new LlmAgent({
  name: 'researcher',
  model: new StuckModel({ model: 'stuck' }),
  tools: [search],
});
const onDecision = ({ rung }) => rung !== 'observe' && console.log(`step ${step}: ${rung}`);
const runner = new InMemoryRunner({ agent, plugins: [guardPlugin({ onDecision })] });

let stop;
const newMessage = { role: 'user', parts: [{ text: 'What is rutbreak?' }] };
for await (const event of runner.runEphemeral({ userId: 'me', newMessage })) stop = stopOf(event);

console.log(`ended after ${step} of 500 model calls: ${stop.status}, ${stop.category}`);
assert.equal(step, 10);
assert.equal(stop.status, 'LOOP_DETECTED');
