import type { Agent, FunctionTool, Handoff, Model, ModelProvider, ModelResponse, Tool } from '@openai/agents';
import type { Capabilities } from '@rutbreak/core';
import { guardModel, stopIn } from './openai-agents/guard-model.js';
import { dialect, type Item } from './openai-agents/items.js';
import { guardCall } from './run/guard-call.js';
import type { AdapterOptions as SharedOptions } from './run/options.js';
import { RunStopped, type Stop } from './run/run.js';
import { createRuns, type Runs } from './runs/runs.js';
import { checkVersion } from './run/versions.js';

export type { ActionRequest, ActionResult, HostActions } from './run/action-types.js';
export type { Answer } from './run/options.js';
export { RunStopped, type Stop } from './run/run.js';

/** The interventions that this adapter supports. With `ask`, it can pause the agent too. */
export const CAPABILITIES: Capabilities = {
  ...{ appendToResult: true, injectMessage: true, veto: true, haltStream: true, resetContext: true },
};

export interface AdapterOptions extends SharedOptions {
  /** Resolves model names. Default: the SDK's own provider. */
  readonly modelProvider?: ModelProvider;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any context, any output: the agent's own type comes back
type AnyAgent = Agent<any, any>;
type AnyHandoff = Awaited<ReturnType<AnyAgent['getEnabledHandoffs']>>[number];

/** Adds the guard to an agent and to all agents that it hands over to: `run(guarded(agent), 'go')`. */
export function guarded<A extends AnyAgent>(agent: A, options: AdapterOptions = {}): A {
  checkVersion('@openai/agents', options);
  const runs = createRuns('openai-agents', CAPABILITIES, dialect, options);
  const find = providerOf(options);
  const agents = new WeakMap<object, AnyAgent>();
  const tools = new WeakMap<object, Tool>();
  const guardAgent = (one: AnyAgent): AnyAgent => once(agents, one, () => proxyOf(one));
  const guardHandoff = (handoff: AnyHandoff): AnyHandoff => handoffTo(handoff, guardAgent);
  const proxyOf = (one: AnyAgent): AnyAgent => {
    const model = guardModel(modelOf(one.model, find), runs);
    return new Proxy(one, {
      get(target, name, self) {
        if (name === 'model') return model;
        const value: unknown = Reflect.get(target, name, self);
        if (name === 'getAllTools')
          return async (...args: Parameters<AnyAgent['getAllTools']>) =>
            (await target.getAllTools(...args)).map((tool) => once(tools, tool, () => guardTool(tool, runs)));
        if (name === 'getEnabledHandoffs')
          return async (...args: Parameters<AnyAgent['getEnabledHandoffs']>) =>
            (await target.getEnabledHandoffs(...args)).map(guardHandoff);
        return value;
      },
    });
  };
  return guardAgent(agent) as A;
}

/** Why the guard ended a run, from its result or the error that it threw; undefined if it did not. */
export function stopOf(ended: unknown): Stop | undefined {
  if (ended instanceof RunStopped) return ended.stop;
  const { rawResponses } = ended as { readonly rawResponses?: readonly ModelResponse[] };
  const last = rawResponses?.at(-1);
  return last && stopIn(last);
}

/** The SDK compares agents and tools by identity, so the same input must always give the same copy. */
function once<T>(known: WeakMap<object, T>, key: object, make: () => T): T {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

function providerOf({ modelProvider }: AdapterOptions): () => Promise<ModelProvider> {
  return async () => {
    if (modelProvider) return modelProvider;
    const { Runner } = await import('@openai/agents');
    return new Runner().config.modelProvider;
  };
}

/** A model name is resolved at first use. */
function modelOf(model: string | Model, find: () => Promise<ModelProvider>): Model {
  if (typeof model !== 'string') return model;
  const found = async (): Promise<Model> => (await find()).getModel(model === '' ? undefined : model);
  return {
    getResponse: async (request) => (await found()).getResponse(request),
    async *getStreamedResponse(request) {
      yield* (await found()).getStreamedResponse(request);
    },
  };
}

function handoffTo(handoff: AnyHandoff, guardAgent: (one: AnyAgent) => AnyAgent): AnyHandoff {
  const own: Partial<Handoff> = {
    agent: guardAgent(handoff.agent) as Handoff['agent'],
    onInvokeHandoff: async (...args) => guardAgent(await handoff.onInvokeHandoff(...args)),
  };
  return Object.assign(Object.create(Object.getPrototypeOf(handoff) as object) as AnyHandoff, handoff, own);
}

/** The guard cannot veto tools that the provider runs. */
function guardTool(tool: Tool, runs: Runs<Item>): Tool {
  if (tool.type !== 'function') return tool;
  const invoke: FunctionTool['invoke'] = async (context, input, details) => {
    const run = runs.ofCall(details?.toolCall?.callId ?? '');
    const call = { tool: tool.name, args: parsed(input) };
    return guardCall<Item, unknown>(run, call, {
      work: () => tool.invoke(context, input, details) as Promise<unknown>,
      veto: (text) => text,
      read: (result) => ({ result, ...(isFailure(result) && { isError: true }) }),
    });
  };
  return { ...tool, invoke };
}

/** The SDK's own wording of a tool error, unless the tool defines another. */
function isFailure(result: unknown): boolean {
  return typeof result === 'string' && result.startsWith('An error occurred while running the tool');
}

function parsed(input: string): unknown {
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return input;
  }
}
