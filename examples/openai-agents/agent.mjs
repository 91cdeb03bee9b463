// An agent of the OpenAI Agents SDK that goes in circles, with a scripted model in place of a provider.
import assert from 'node:assert/strict';
import { Agent, run, setTracingDisabled, tool, Usage } from '@openai/agents';
import { guarded, stopOf } from '@rutbreak/adapters/openai-agents';
import { z } from 'zod';

setTracingDisabled(true);

// Stuck: whatever it is told, it searches for the same thing.
let turn = 0;
const model = {
  getResponse: async () => ({
    usage: new Usage(),
    output: [
      {
        type: 'function_call',
        callId: `call-${++turn}`,
        name: 'search',
        arguments: '{"query":"rutbreak"}',
        status: 'completed',
      },
    ],
  }),
};
const search = tool({
  name: 'search',
  description: 'Searches the web.',
  parameters: z.object({ query: z.string() }),
  execute: () => 'no results',
});
const agent = new Agent({ name: 'Researcher', model, tools: [search] });

const onDecision = ({ rung }) => rung !== 'observe' && console.log(`turn ${turn}: ${rung}`);
const result = await run(guarded(agent, { onDecision }), 'What is rutbreak?', { maxTurns: 50 });

const stop = stopOf(result);
console.log(`ended after ${turn} of 50 turns: ${stop.status}, ${stop.category}`);
assert.equal(turn, 10);
assert.equal(stop.status, 'LOOP_DETECTED');
