// An agent of LangChain that goes in circles, with the framework's own fake model in place of a provider.
import assert from 'node:assert/strict';
import { fakeModel } from '@langchain/core/testing';
import { guardMiddleware, stopOf } from '@rutbreak/adapters/langchain';
import { AIMessage, createAgent, tool } from 'langchain';
import { z } from 'zod';

// Stuck: whatever it is told, it searches for the same thing.
const model = fakeModel();
for (let call = 1; call <= 20; call++) {
  const tool_calls = [{ id: `call-${call}`, name: 'search', args: { query: 'rutbreak' }, type: 'tool_call' }];
  model.respond(new AIMessage({ content: '', tool_calls }));
}
const search = tool(() => 'no results', {
  name: 'search',
  description: 'Searches the web.',
  schema: z.object({ query: z.string() }),
});

const onDecision = ({ rung }) => rung !== 'observe' && console.log(`call ${model.callCount}: ${rung}`);
const agent = createAgent({ model, tools: [search], middleware: [guardMiddleware({ onDecision })] });
const state = await agent.invoke(
  { messages: [{ role: 'user', content: 'What is rutbreak?' }] },
  { recursionLimit: 80 },
);

const stop = stopOf(state);
console.log(`ended after ${model.callCount} model calls: ${stop.status}, ${stop.category}`);
assert.equal(model.callCount, 10);
assert.equal(stop.status, 'LOOP_DETECTED');
