// The adapter of the AI SDK with the installed version of it.
import { guarded, stopOf } from '@rutbreak/adapters/ai-sdk';
import * as sdk from 'ai';
import { z } from 'zod';
import { tell } from './story.mjs';

/** Each major version has its own model interface. */
const MODELS = [
  { specificationVersion: 'v4', major: 7 },
  { specificationVersion: 'v3', major: 6 },
  { specificationVersion: 'v2', major: 5 },
];
const major = Number(process.argv[2]);
const { specificationVersion } = MODELS.find((one) => one.major === major);
const isOld = specificationVersion === 'v2';
const usage = isOld
  ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
  : { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const answer = (content, reason) => ({
  ...{ content, usage, warnings: [] },
  finishReason: isOld ? reason : { unified: reason, raw: reason },
});
const stopAfter = sdk.stepCountIs ?? sdk.isStepCount;

await tell(async (script) => {
  let calls = 0;
  const model = {
    ...{ specificationVersion, provider: 'scripted', modelId: 'scripted', supportedUrls: {} },
    doGenerate: async ({ prompt }) => {
      const url = script.next(prompt);
      if (url === undefined) return answer([{ type: 'text', text: 'Done.' }], 'stop');
      const call = { type: 'tool-call', toolCallId: `call-${++calls}`, toolName: 'fetch' };
      return answer([{ ...call, input: JSON.stringify({ url }) }], 'tool-calls');
    },
  };
  const fetch = sdk.tool({
    ...{ description: 'Fetches a page.', inputSchema: z.object({ url: z.string() }) },
    execute: async ({ url }) => script.fetch(url),
  });
  const settings = { model, tools: { fetch }, prompt: 'Read the pages.', stopWhen: stopAfter(30) };
  const result = await sdk.generateText(guarded(settings));
  return { text: result.text, isStopped: stopOf(result) !== undefined };
});
