import * as six from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as seven from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
import { z } from 'zod';
import { CAPABILITIES, guarded, stopOf } from './ai-sdk.js';
import type { AdapterOptions } from './run/options.js';
import { doubleOf } from './testing/language-model.js';
import { runTool, type ScriptedModel } from './testing/script.js';
import { describeContract, type Ended, type Stage } from './testing/story.js';

const inputSchema = z.object({ q: z.string() });

function stageOf(
  sdk: Pick<typeof six, 'generateText' | 'streamText' | 'tool' | 'stepCountIs'>,
  Mock: typeof MockLanguageModelV3,
): Stage {
  const { generateText, streamText, tool, stepCountIs } = sdk;
  const toolOf = (name: string) =>
    tool({ inputSchema, execute: (input) => Promise.resolve().then(() => runTool(name, input)) });
  const make = (model: ScriptedModel, options?: AdapterOptions) => {
    const settings = {
      model: new Mock(doubleOf(model)),
      tools: { search: toolOf('search'), fail: toolOf('fail') },
      stopWhen: stepCountIs(20),
    };
    const used = options ? guarded(settings, options) : settings;
    return {
      async run(prompt: string): Promise<Ended> {
        const result = await generateText({ ...used, prompt });
        return { text: result.text, stop: stopOf(result), seen: seenOf(result.steps) };
      },
      async stream(prompt: string): Promise<Ended> {
        const result = streamText({ ...used, prompt, onError: () => undefined });
        const steps = await result.steps;
        return { text: await result.text, stop: stopOf(steps.at(-1)!), seen: seenOf(steps) };
      },
    };
  };
  return { capabilities: CAPABILITIES, make };
}

/** Times and random names aside. */
function seenOf(
  steps: readonly {
    content: unknown;
    finishReason: unknown;
    usage: unknown;
    response: { messages: unknown };
  }[],
) {
  return steps.map(({ content, finishReason, usage: used, response }) => [
    content,
    finishReason,
    used,
    response.messages,
  ]);
}

describeContract('AI SDK 6', stageOf(six, MockLanguageModelV3));
describeContract(
  'AI SDK 7',
  stageOf(seven as unknown as typeof six, MockLanguageModelV4 as unknown as typeof MockLanguageModelV3),
);
