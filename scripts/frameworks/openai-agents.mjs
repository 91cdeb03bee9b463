// The adapter of the OpenAI Agents SDK with the installed version of it.
import { Agent, run, setTracingDisabled, tool, Usage } from '@openai/agents';
import { guarded, stopOf } from '@rutbreak/adapters/openai-agents';
import { z } from 'zod';
import { tell } from './story.mjs';

setTracingDisabled(true);
const usage = new Usage({ requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 });
const message = {
  ...{ type: 'message', role: 'assistant', status: 'completed' },
  content: [{ type: 'output_text', text: 'Done.' }],
};

await tell(async (script) => {
  let calls = 0;
  const model = {
    getResponse: async ({ input }) => {
      const url = script.next(input);
      const call = { type: 'function_call', callId: `call-${++calls}`, name: 'fetch', status: 'completed' };
      return {
        usage,
        output: [url === undefined ? message : { ...call, arguments: JSON.stringify({ url }) }],
      };
    },
  };
  const fetch = tool({
    ...{ name: 'fetch', description: 'Fetches a page.', parameters: z.object({ url: z.string() }) },
    execute: async ({ url }) => script.fetch(url),
  });
  const agent = guarded(new Agent({ name: 'Reader', model, tools: [fetch] }));
  const result = await run(agent, 'Read the pages.', { maxTurns: 30 });
  return { text: String(result.finalOutput), isStopped: stopOf(result) !== undefined };
});
