import { Agent, type AgentOptions, createTool } from '@voltagent/core';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { AdapterOptions } from './run/options.js';
import { doubleOf } from './testing/language-model.js';
import type { RecordedTool } from './testing/recorded.js';
import { callOf, recordingGuard, runTool, scripted, type ScriptedModel } from './testing/script.js';
import { type Agent as StagedAgent, describeContract, type Ended, type Stage } from './testing/story.js';
import { CAPABILITIES, guarded, stopOf } from './voltagent.js';

// Outside production, VoltAgent fetches a list of models from the network when it is imported.
vi.hoisted(() => vi.stubEnv('NODE_ENV', 'production'));

const parameters = z.object({ q: z.string() });
const toolOf = (name: string) =>
  createTool({
    ...{ name, description: name, parameters },
    execute: async (input) => Promise.resolve(runTool(name, input)),
  });

const openTool = ({ name, execute }: RecordedTool) =>
  createTool({ name, description: name, parameters: z.looseObject({}), execute });

/** VoltAgent puts stacks, random ids and times into requests to the model. */
const stable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part: unknown) => (UNSTABLE.has(key) ? undefined : part)));
const UNSTABLE = new Set(['stack', 'timestamp', 'id', 'conversationId']);

const modelOf = ({ requests, next }: ScriptedModel) =>
  new MockLanguageModelV3(doubleOf({ requests, next: (prompt) => next(stable(prompt)) }));

const common = { name: 'A', instructions: 'Search.', maxSteps: 30, memory: false } as const;
const tools = [toolOf('search'), toolOf('fail')];
const agentOf = (config: AgentOptions, options?: AdapterOptions) =>
  new Agent(options ? guarded(config, options) : config);

const stage: Stage = {
  capabilities: CAPABILITIES,
  make: (model, options) => played(agentOf({ ...common, tools, model: modelOf(model) }, options)),
  equip: (model, recorded, options) =>
    played(
      agentOf({ ...common, maxSteps: 100, tools: recorded.map(openTool), model: modelOf(model) }, options),
    ),
  team: {
    ask: (task) => ({ tool: 'delegate_task', args: { task, targetAgents: ['reader'] } }),
    make(boss, subAgent, options) {
      const reader = agentOf({ ...common, name: 'reader', tools, model: modelOf(subAgent) }, options);
      return played(agentOf({ ...common, subAgents: [reader], model: modelOf(boss) }, options));
    },
  },
};

function played(agent: Agent): StagedAgent {
  return {
    async run(prompt): Promise<Ended> {
      const { text, steps } = await agent.generateText(prompt);
      return { text, stop: stopOf(steps.at(-1)!), seen: seenOf(steps) };
    },
    async stream(prompt): Promise<Ended> {
      const result = await agent.streamText(prompt);
      const [text, steps] = [await result.text, await result.steps];
      return { text, stop: stopOf(steps.at(-1)!), seen: seenOf(steps) };
    },
  };
}

function seenOf(
  steps: readonly {
    content: unknown;
    finishReason: unknown;
    usage: unknown;
    response: { messages: unknown };
  }[],
) {
  return stable(
    steps.map(({ content, finishReason, usage, response }) => [
      ...[content, finishReason, usage, response.messages],
    ]),
  );
}

describeContract('VoltAgent', stage);

describe('VoltAgent: your own hooks and models', () => {
  const stuck = () => scripted(() => ({ calls: [callOf('x')] }));

  it('your own hooks run, and core learns of every outcome once', async () => {
    const { guard, recorded } = recordingGuard();
    const seen: string[] = [];
    const model = scripted((step) =>
      step === 1 ? { calls: [callOf('a'), callOf('b', 'fail')] } : { text: 'Done.' },
    );
    const hooks: AgentOptions['hooks'] = {
      onToolStart: ({ tool }) => void seen.push(`start ${tool.name}`),
      onToolEnd: ({ tool }) => void seen.push(`end ${tool.name}`),
    };
    const config = { ...common, tools, hooks, model: modelOf(model) };
    await agentOf(config, { guard, session: 'one' }).generateText('Go.');
    expect(seen.sort()).toEqual(['end fail', 'end search', 'start fail', 'start search']);
    expect(recorded.get('one')?.filter(({ kind }) => kind === 'call')).toHaveLength(2);
  });

  it.each<[name: string, wrap: (model: MockLanguageModelV3) => AgentOptions['model']]>([
    ['chosen by a function', (model) => () => model],
    ['in a list', (model) => [{ model }]],
  ])('a model %s is guarded', async (_, wrap) => {
    const agent = agentOf({ ...common, tools, model: wrap(modelOf(stuck())) }, {});
    const { steps } = await agent.generateText('Find x.');
    expect(stopOf(steps.at(-1)!)).toMatchObject({ status: 'LOOP_DETECTED' });
  });
});
