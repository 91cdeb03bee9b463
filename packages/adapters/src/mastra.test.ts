import { Agent, type AgentConfig } from '@mastra/core/agent';
import type { Processor } from '@mastra/core/processors';
import { RequestContext } from '@mastra/core/request-context';
import { createTool, type ToolHooks } from '@mastra/core/tools';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { CAPABILITIES, guarded, stopOf } from './mastra.js';
import type { AdapterOptions } from './run/options.js';
import { doubleOf } from './testing/language-model.js';
import type { RecordedTool } from './testing/recorded.js';
import { callOf, recordingGuard, runTool, scripted, type ScriptedModel } from './testing/script.js';
import { type Agent as StagedAgent, describeContract, type Ended, type Stage } from './testing/story.js';

const inputSchema = z.object({ q: z.string() });
const toolOf = (id: string) =>
  createTool({
    id,
    description: id,
    inputSchema,
    execute: async (input) => Promise.resolve(runTool(id, input)),
  });

const openTool = ({ name, execute }: RecordedTool) =>
  createTool({ id: name, description: name, inputSchema: z.looseObject({}), execute });

/** Mastra puts the time into requests to the model. */
const timeless = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part: unknown) => (TIMES.has(key) ? undefined : part)));
const TIMES = new Set(['createdAt', 'timestamp', 'id', 'messageId', 'runId', 'subAgentThreadId']);

const modelOf = ({ requests, next }: ScriptedModel) =>
  new MockLanguageModelV3(doubleOf({ requests, next: (prompt) => next(timeless(prompt)) }));

const stage: Stage = {
  capabilities: CAPABILITIES,
  make: (model, options) => played(agentOf({ ...common, tools, model: modelOf(model) }, options)),
  equip(model, recorded, options) {
    const own = Object.fromEntries(recorded.map((one) => [one.name, openTool(one)]));
    const config = { ...common, tools: own, model: modelOf(model), defaultOptions: { maxSteps: 100 } };
    return played(agentOf(config, options));
  },
  team: {
    ask: (task) => ({ tool: 'agent-reader', args: { prompt: task } }),
    make(boss, model, options) {
      const reader = agentOf(
        { ...common, id: 'reader', description: 'Reads.', tools, model: modelOf(model) },
        options,
      );
      const agents = { reader };
      return played(agentOf({ ...common, agents, model: modelOf(boss) }, options));
    },
  },
};

/** Without a step limit, a sub-agent makes five steps. */
const common = { id: 'a', name: 'A', instructions: 'Search.', defaultOptions: { maxSteps: 20 } };
const tools = { search: toolOf('search'), fail: toolOf('fail') };
const agentOf = (config: AgentConfig, options?: AdapterOptions) =>
  new Agent(options ? guarded(config, options) : config);

function played(agent: Agent): StagedAgent {
  return {
    async run(prompt): Promise<Ended> {
      const result = await agent.generate(prompt);
      return { text: result.steps.at(-1)?.text ?? '', stop: stopOf(result), seen: seenOf(result.steps) };
    },
    async stream(prompt): Promise<Ended> {
      const result = await agent.stream(prompt);
      const [text, steps] = [await result.text, await result.steps];
      return { text: steps.at(-1)?.text ?? text, stop: stopOf(steps.at(-1) ?? {}), seen: seenOf(steps) };
    },
  };
}

/** Without times and random names. */
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

type OwnProcessor = Processor & Required<Pick<Processor, 'processInput' | 'processOutputStream'>>;

const stuck = () => scripted(() => ({ calls: [callOf('x')] }));

describe('Mastra: your own hooks, processors and functions', () => {
  it('with a structured output, a stop is a tripwire and not a text', async () => {
    const agent = agentOf({ ...common, tools, model: modelOf(stuck()) }, {});
    const structuredOutput = { schema: z.object({ found: z.boolean() }) };
    const result = await agent.generate('Find x.', { structuredOutput });
    expect(result.object).toBeUndefined();
    expect(result.tripwire).toMatchObject({ processorId: 'rutbreak' });
    expect(stopOf(result)).toMatchObject({ status: 'LOOP_DETECTED' });
  });

  it('hooks are kept, and core receives their answer in place of a tool', async () => {
    const { guard, recorded } = recordingGuard();
    const seen: string[] = [];
    const hooks: ToolHooks = {
      beforeToolCall: ({ toolName }) =>
        toolName === 'fail' ? { proceed: false, output: 'not now' } : undefined,
      afterToolCall: ({ toolName, output }) => void seen.push(`${toolName}: ${String(output)}`),
    };
    const model = scripted((step) =>
      step === 1 ? { calls: [callOf('a'), callOf('b', 'fail')] } : { text: 'Done.' },
    );
    await agentOf({ ...common, tools, hooks, model: modelOf(model) }, { guard, session: 'one' }).generate(
      'Go.',
    );
    expect(seen).toEqual(['search: found a']);
    const results = recorded.get('one')?.flatMap(({ kind, result }) => (kind === 'call' ? [result] : []));
    expect(results?.sort()).toEqual(['found a', 'not now']);
  });

  it.each<[name: string, processors: (own: OwnProcessor) => Partial<AgentConfig>]>([
    ['a list', (own) => ({ inputProcessors: [own], outputProcessors: [own] })],
    [
      'made for each run',
      (own) => ({ inputProcessors: () => [own], outputProcessors: async () => Promise.resolve([own]) }),
    ],
  ])('processors are kept, as %s', async (_, processorsOf) => {
    const seen = new Set<string>();
    const own: OwnProcessor = {
      id: 'own',
      processInput: ({ messages }) => (seen.add('input'), messages),
      processOutputStream: async ({ part }) => (seen.add('output'), Promise.resolve(part)),
    };
    const agent = agentOf({ ...common, tools, ...processorsOf(own), model: modelOf(stuck()) }, {});
    expect(stopOf(await agent.generate('Find x.'))).toMatchObject({ status: 'LOOP_DETECTED' });
    expect([...seen]).toEqual(['input', 'output']);
  });

  it('functions in a configuration receive their arguments', async () => {
    const agent = new Agent(
      guarded({
        ...{ id: 'dynamic', name: 'Dynamic', model: modelOf(stuck()) },
        instructions: ({ requestContext }) => `Speak ${String(requestContext.get('language'))}.`,
      }),
    );
    const requestContext = new RequestContext();
    requestContext.set('language', 'Danish');
    expect(await agent.getInstructions({ requestContext })).toBe('Speak Danish.');
  });

  it('core receives invalid arguments as a failure', async () => {
    const { guard, recorded } = recordingGuard();
    const model = scripted((step) =>
      step === 1 ? { calls: [{ id: 'one', tool: 'search', args: { q: 1 } }] } : { text: 'Done.' },
    );
    await agentOf({ ...common, tools, model: modelOf(model) }, { guard, session: 'one' }).generate('Go.');
    expect(recorded.get('one')?.filter(({ kind }) => kind === 'call')).toMatchObject([{ isError: true }]);
  });
});
