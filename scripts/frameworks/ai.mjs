// The adapter of the AI SDK with the installed version of it.
import { guarded, stopOf } from '@rutbreak/adapters/ai-sdk';
import * as sdk from 'ai';
import { z } from 'zod';
import { languageModel } from './language-model.mjs';
import { tell } from './story.mjs';

const INTERFACES = { 5: 'v2', 6: 'v3', 7: 'v4' };
const stopAfter = sdk.stepCountIs ?? sdk.isStepCount;

await tell(async (script) => {
  const model = languageModel(script, INTERFACES[process.argv[2]]);
  const fetch = sdk.tool({
    ...{ description: 'Fetches a page.', inputSchema: z.object({ url: z.string() }) },
    execute: async ({ url }) => script.fetch(url),
  });
  const settings = { model, tools: { fetch }, prompt: 'Read the pages.', stopWhen: stopAfter(30) };
  const result = await sdk.generateText(guarded(settings));
  return { text: result.text, isStopped: stopOf(result) !== undefined };
});
