import { Agent, type Model, type ModelResponse, run, setTracingDisabled, tool, Usage } from '@openai/agents';
import { z } from 'zod';
import { CAPABILITIES, guarded, stopOf } from './openai-agents.js';
import type { AdapterOptions } from './run/options.js';
import { runTool, type ScriptedModel, type Step } from './testing/script.js';
import { describeContract, type Ended, type Stage } from './testing/story.js';

setTracingDisabled(true);

const usage = new Usage({ requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 });

const outputOf = ({ text, calls = [] }: Step): ModelResponse['output'] => [
  ...(text === undefined
    ? []
    : [
        {
          ...{ type: 'message' as const, role: 'assistant' as const, status: 'completed' as const },
          content: [{ type: 'output_text' as const, text }],
        },
      ]),
  ...calls.map(({ id, tool: name, args }) => ({
    ...{ type: 'function_call' as const, callId: id, name, status: 'completed' as const },
    arguments: JSON.stringify(args),
  })),
];

/** A model of the SDK's own interface that plays the script. */
const doubleOf = (model: ScriptedModel): Model => ({
  getResponse: async ({ input }) => Promise.resolve({ usage, output: outputOf(model.next(input)) }),
  async *getStreamedResponse({ input }) {
    const step = model.next(input);
    yield { type: 'response_started' };
    for (const delta of step.text?.match(/[^]{1,10}/g) ?? [])
      yield await Promise.resolve({ type: 'output_text_delta', delta });
    yield { type: 'response_done', response: { id: 'r', usage, output: outputOf(step) as never } };
  },
});

const parameters = z.object({ q: z.string() });
const toolOf = (name: string) =>
  tool({ name, description: name, parameters, execute: (input) => runTool(name, input) });

const stage: Stage = {
  capabilities: CAPABILITIES,
  make(model: ScriptedModel, options?: AdapterOptions) {
    const plain = new Agent({ name: 'A', model: doubleOf(model), tools: [toolOf('search'), toolOf('fail')] });
    const agent = options ? guarded(plain, options) : plain;
    const endedOf = (result: { finalOutput?: unknown; history: unknown; rawResponses: unknown }): Ended => ({
      text: String(result.finalOutput),
      stop: stopOf(result),
      seen: [result.finalOutput, result.history],
    });
    return {
      run: async (prompt) => endedOf(await run(agent, prompt, { maxTurns: 30 })),
      async stream(prompt) {
        const result = await run(agent, prompt, { maxTurns: 30, stream: true });
        await result.completed;
        return endedOf(result);
      },
    };
  },
};

describeContract('OpenAI Agents SDK', stage);
