import {
  AgentTool,
  type Event,
  FunctionTool,
  getFunctionCalls,
  InMemoryRunner,
  LlmAgent,
  LogLevel,
  setLogLevel,
  StreamingMode,
} from '@google/adk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CAPABILITIES, guardPlugin, stopOf } from './google-adk.js';
import type { AdapterOptions } from './run/options.js';
import type { RecordedTool } from './testing/recorded.js';
import { callOf, recordingGuard, runTool, scripted, type ScriptedModel } from './testing/script.js';
import { ScriptedLlm } from './testing/google-adk.js';
import { type Agent, describeContract, type Ended, type Stage } from './testing/story.js';

setLogLevel(LogLevel.ERROR);

const parameters = z.object({ q: z.string() });
const toolOf = (name: string) =>
  new FunctionTool({ name, description: name, parameters, execute: (input) => runTool(name, input) });

const openTool = ({ name, execute }: RecordedTool) =>
  new FunctionTool({ name, description: name, parameters: z.looseObject({}), execute });

const agentOf = (model: ScriptedModel, name = 'A') =>
  new LlmAgent({ name, model: new ScriptedLlm(model), tools: [toolOf('search'), toolOf('fail')] });

const stage: Stage = {
  capabilities: CAPABILITIES,
  make: (model, options) => played(agentOf(model), options),
  equip: (model, tools, options) =>
    played(new LlmAgent({ name: 'A', model: new ScriptedLlm(model), tools: tools.map(openTool) }), options),
  team: {
    ask: (task) => ({ tool: 'reader', args: { request: task } }),
    make(boss, subAgent, options) {
      const tools = [new AgentTool({ agent: agentOf(subAgent, 'reader') })];
      return played(new LlmAgent({ name: 'B', model: new ScriptedLlm(boss), tools }), options);
    },
  },
};

function played(agent: LlmAgent, options?: AdapterOptions): Agent {
  const runner = new InMemoryRunner({ agent, plugins: options ? [guardPlugin(options)] : [] });
  const play = async (prompt: string, streamingMode: StreamingMode): Promise<Ended> => {
    const events = await all(
      runner.runEphemeral({
        userId: 'u',
        newMessage: { role: 'user', parts: [{ text: prompt }] },
        runConfig: { streamingMode },
      }),
    );
    const last = events.filter(({ partial }) => partial !== true).at(-1);
    return { text: textOf(last), stop: last && stopOf(last), seen: events.map(seenOf) };
  };
  return {
    run: async (prompt) => play(prompt, StreamingMode.NONE),
    stream: async (prompt) => play(prompt, StreamingMode.SSE),
  };
}

/** Node 20 has no `Array.fromAsync`. */
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const textOf = (event?: Event): string => event?.content?.parts?.map(({ text = '' }) => text).join('') ?? '';

/** Without times and random names. */
const seenOf = (event: Event) =>
  JSON.parse(
    JSON.stringify(event, (key, value: unknown) =>
      /^(?:id|invocationId|timestamp|longRunningToolIds)$/.test(key) ? undefined : value,
    ),
  ) as unknown;

describeContract('Google ADK', stage);

describe('Google ADK: agents, schemas and sessions', () => {
  const stuck = () => scripted(() => ({ calls: [callOf('x')] }));
  const say = async (runner: InMemoryRunner, sessionId: string, text: string) =>
    all(runner.runAsync({ userId: 'u', sessionId, newMessage: { role: 'user', parts: [{ text }] } }));
  const sessionIn = async ({ sessionService, appName }: InMemoryRunner) =>
    (await sessionService.createSession({ appName, userId: 'u' })).id;

  it('an agent that takes over is guarded in the first agent’s session', async () => {
    const { guard, recorded } = recordingGuard();
    const subAgents = [agentOf(stuck(), 'Second')];
    const first = scripted(() => ({
      calls: [{ id: 'over', tool: 'transfer_to_agent', args: { agentName: 'Second' } }],
    }));
    const agent = new LlmAgent({ name: 'First', model: new ScriptedLlm(first), subAgents });
    const runner = new InMemoryRunner({ agent, plugins: [guardPlugin({ guard })] });
    const events = await say(runner, await sessionIn(runner), 'Find x.');
    expect(stopOf(events.at(-1)!)).toMatchObject({ status: 'LOOP_DETECTED' });
    expect(events.at(-1)?.author).toBe('Second');
    expect(recorded.size).toBe(1);
    const turns = [...recorded.values()].flat().filter(({ kind }) => kind === 'turn');
    expect(turns).toHaveLength(1);
  });

  it('with an output schema, a stop is an error code and not a text', async () => {
    const outputSchema = z.object({ found: z.boolean() });
    const agent = new LlmAgent({
      ...{ name: 'A', model: new ScriptedLlm(stuck()), tools: [toolOf('search')], outputSchema },
    });
    const runner = new InMemoryRunner({ agent, plugins: [guardPlugin()] });
    const events = await say(runner, await sessionIn(runner), 'Find x.');
    expect(stopOf(events.at(-1)!)).toMatchObject({ status: 'LOOP_DETECTED' });
  });

  it('after a stop, the next prompt in the same session continues', async () => {
    const model = scripted((step) => (step <= 10 ? { calls: [callOf('x')] } : { text: 'Done.' }));
    const runner = new InMemoryRunner({ agent: agentOf(model), plugins: [guardPlugin()] });
    const session = await sessionIn(runner);
    expect(stopOf((await say(runner, session, 'Find x.')).at(-1)!)).toBeDefined();
    const events = await say(runner, session, 'Find y.');
    expect([textOf(events.at(-1)), events.flatMap(getFunctionCalls)]).toEqual(['Done.', []]);
  });
});
