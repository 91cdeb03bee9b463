// The adapter of Mastra with the installed version of it.
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { guarded, stopOf } from '@rutbreak/adapters/mastra';
import { z } from 'zod';
import { languageModel } from './language-model.mjs';
import { tell } from './story.mjs';

await tell(async (script) => {
  const fetch = createTool({
    ...{ id: 'fetch', description: 'Fetches a page.', inputSchema: z.object({ url: z.string() }) },
    execute: async ({ url }) => script.fetch(url),
  });
  const agent = new Agent(
    guarded({
      ...{ id: 'reader', name: 'Reader', instructions: 'Read.', defaultOptions: { maxSteps: 30 } },
      ...{ tools: { fetch }, model: languageModel(script, 'v3') },
    }),
  );
  const result = await agent.generate('Read the pages.');
  return { text: result.steps.at(-1)?.text ?? '', isStopped: stopOf(result) !== undefined };
});
