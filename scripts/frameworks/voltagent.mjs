// The adapter of VoltAgent with the installed version of it.
import { guarded, stopOf } from '@rutbreak/adapters/voltagent';
import { z } from 'zod';
import { languageModel } from './language-model.mjs';
import { tell } from './story.mjs';

// Otherwise it fetches a list of models from the network when it is imported.
process.env.NODE_ENV = 'production';
const { Agent, createTool } = await import('@voltagent/core');

await tell(async (script) => {
  const fetch = createTool({
    ...{ name: 'fetch', description: 'Fetches a page.', parameters: z.object({ url: z.string() }) },
    execute: async ({ url }) => script.fetch(url),
  });
  const agent = new Agent(
    guarded({
      ...{ name: 'Reader', instructions: 'Read.', maxSteps: 30, memory: false, tools: [fetch] },
      model: languageModel(script, 'v3'),
    }),
  );
  const { text, steps } = await agent.generateText('Read the pages.');
  return { text, isStopped: stopOf(steps.at(-1)) !== undefined };
});
// It keeps timers.
process.exit();
