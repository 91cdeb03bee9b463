import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';
import { CAPABILITIES, guarded, stopOf } from './mastra.js';
import { doubleOf } from './testing/language-model.js';
import { runTool, type ScriptedModel } from './testing/script.js';
import { describeContract, type Ended, type Stage } from './testing/story.js';

const inputSchema = z.object({ q: z.string() });
const toolOf = (id: string) =>
  createTool({
    id,
    description: id,
    inputSchema,
    execute: async (input) => Promise.resolve(runTool(id, input)),
  });

/** Mastra puts the time into what it asks a model. */
const timeless = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part: unknown) => (TIMES.has(key) ? undefined : part)));
const TIMES = new Set(['createdAt', 'timestamp', 'id', 'messageId', 'runId']);

const modelOf = ({ requests, next }: ScriptedModel) =>
  new MockLanguageModelV3(doubleOf({ requests, next: (prompt) => next(timeless(prompt)) }));

const stage: Stage = {
  capabilities: CAPABILITIES,
  make(model, options) {
    const config = {
      ...{ id: 'a', name: 'A', instructions: 'Search.', model: modelOf(model) },
      tools: { search: toolOf('search'), fail: toolOf('fail') },
    };
    const agent = new Agent(options ? guarded(config, options) : config);
    return {
      async run(prompt): Promise<Ended> {
        const result = await agent.generate(prompt, { maxSteps: 20 });
        return { text: result.steps.at(-1)?.text ?? '', stop: stopOf(result), seen: seenOf(result.steps) };
      },
      async stream(prompt): Promise<Ended> {
        const result = await agent.stream(prompt, { maxSteps: 20 });
        const [text, steps] = [await result.text, await result.steps];
        return { text: steps.at(-1)?.text ?? text, stop: stopOf(result), seen: seenOf(steps) };
      },
    };
  },
};

/** Times and random names aside. */
function seenOf(
  steps: readonly {
    text: string;
    finishReason?: unknown;
    usage: unknown;
    toolCalls: unknown;
    toolResults: unknown;
    response: { messages?: unknown };
  }[],
) {
  return timeless(
    steps.map(({ text, finishReason, usage, toolCalls, toolResults, response }) => [
      ...[text, finishReason, usage, toolCalls, toolResults, response.messages],
    ]),
  );
}

describeContract('Mastra', stage);
