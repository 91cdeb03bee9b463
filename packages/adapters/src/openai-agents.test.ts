import { Agent, type Model, type ModelResponse, run, setTracingDisabled, tool, Usage } from '@openai/agents';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CAPABILITIES, guarded, stopOf } from './openai-agents.js';
import type { AdapterOptions } from './run/options.js';
import type { RecordedTool } from './testing/recorded.js';
import {
  callOf,
  recordingGuard,
  runTool,
  scripted,
  type ScriptedModel,
  type Step,
} from './testing/script.js';
import { type Agent as StagedAgent, describeContract, type Ended, type Stage } from './testing/story.js';

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

/** Implements the SDK's model interface with the script. */
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

const anything = {
  type: 'object' as const,
  properties: {},
  required: [],
  additionalProperties: true as const,
};
/** The SDK hides what went wrong from the model, unless a tool says it. Its first words mark a failure. */
const errorFunction = (_: unknown, error: unknown) =>
  `An error occurred while running the tool. ${String(error)}`;
const openTool = ({ name, execute }: RecordedTool) =>
  tool({ name, description: name, strict: false, parameters: anything, execute, errorFunction });

const stage: Stage = {
  capabilities: CAPABILITIES,
  make: (model, options) => played(agentOf(model, options)),
  equip: (model, tools, options) =>
    played(guarded(new Agent({ name: 'A', model: doubleOf(model), tools: tools.map(openTool) }), options)),
  team: {
    ask: (task) => ({ tool: 'ask', args: { input: task } }),
    make(boss, subAgent, options) {
      const ask = agentOf(subAgent, options).asTool({ toolName: 'ask', runOptions: { maxTurns: 100 } });
      const plain = new Agent({ name: 'B', model: doubleOf(boss), tools: [ask] });
      return played(options ? guarded(plain, options) : plain);
    },
  },
};

function agentOf(model: ScriptedModel, options?: AdapterOptions): Agent {
  const plain = new Agent({ name: 'A', model: doubleOf(model), tools: [toolOf('search'), toolOf('fail')] });
  return options ? guarded(plain, options) : plain;
}

function played(agent: Agent): StagedAgent {
  const endedOf = (result: { finalOutput?: unknown; history: unknown; rawResponses: unknown }): Ended => ({
    text: String(result.finalOutput),
    stop: stopOf(result),
    seen: [result.finalOutput, result.history],
  });
  return {
    run: async (prompt) => endedOf(await run(agent, prompt, { maxTurns: 100 })),
    async stream(prompt) {
      const result = await run(agent, prompt, { maxTurns: 100, stream: true });
      await result.completed;
      return endedOf(result);
    },
  };
}

describeContract('OpenAI Agents SDK', stage);

describe('OpenAI Agents SDK: handoffs', () => {
  /** The first agent hands over immediately; the next one searches the given number of times. */
  const teamOf = (searches: number, options?: AdapterOptions) => {
    const model = scripted((step) => {
      if (step === 1) return { calls: [{ id: 'over', tool: 'transfer_to_Second', args: {} }] };
      return step <= searches + 1 ? { calls: [{ ...callOf('x'), id: `call_${step}` }] } : { text: 'Done.' };
    });
    const second = new Agent({ name: 'Second', model: doubleOf(model), tools: [toolOf('search')] });
    const first = new Agent({ name: 'First', model: doubleOf(model), handoffs: [second] });
    return { model, first: options ? guarded(first, options) : first };
  };

  it('the agent that takes over is guarded, in the first agent’s session', async () => {
    const { guard, recorded } = recordingGuard();
    const { model, first } = teamOf(99, { guard });
    const result = await run(first, 'Find x.', { maxTurns: 100 });
    expect(stopOf(result)).toMatchObject({ status: 'LOOP_DETECTED' });
    expect(result.lastAgent?.name).toBe('Second');
    expect(model.requests).toHaveLength(11);
    expect(recorded.size).toBe(1);
  });

  it('a healthy handoff is the same with the guard and without it', async () => {
    const [plain, watched] = [teamOf(3), teamOf(3, {})];
    const without = await run(plain.first, 'Find x.');
    const withGuard = await run(watched.first, 'Find x.');
    expect(watched.model.requests).toEqual(plain.model.requests);
    expect(JSON.stringify(withGuard.history)).toBe(JSON.stringify(without.history));
  });
});
