import type { Agent, FunctionTool, Handoff, Model, ModelProvider, ModelResponse, Tool } from '@openai/agents';
import type { Capabilities } from '@rutbreak/core';
import { guardModel, stopIn } from './openai-agents/guard-model.js';
import { dialect, type Item } from './openai-agents/items.js';
import { guardCall } from './run/guard-call.js';
import type { AdapterOptions as SharedOptions } from './run/options.js';
import { RunStopped, type Stop } from './run/run.js';
import { createRuns, type Runs } from './run/runs.js';
import { checkVersion } from './run/versions.js';

export type { ActionRequest, ActionResult, HostActions } from './run/action-types.js';
export type { Answer } from './run/options.js';
export { RunStopped, type Stop } from './run/run.js';

/** What this adapter can do to an agent; with `ask`, it can pause it too. */
export const CAPABILITIES: Capabilities = {
  ...{ appendToResult: true, injectMessage: true, veto: true, haltStream: true, resetContext: true },
};

export interface AdapterOptions extends SharedOptions {
  /** Finds models that are only named. Default: the one that the SDK uses. */
  readonly modelProvider?: ModelProvider;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any context, any output: the agent's own type comes back
type AnyAgent = Agent<any, any>;
type AnyHandoff = Awaited<ReturnType<AnyAgent['getEnabledHandoffs']>>[number];

/** The same agent with the guard in it, and so are all that it hands over to: `run(guarded(agent), 'go')`. */
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

/** Why the guard ended a run, from its result or from the error that it threw; undefined where it did not. */
export function stopOf(ended: unknown): Stop | undefined {
  if (ended instanceof RunStopped) return ended.stop;
  const { rawResponses } = ended as { readonly rawResponses?: readonly ModelResponse[] };
  const last = rawResponses?.at(-1);
  return last && stopIn(last);
}

/** The SDK compares agents and tools by identity: the same one must always give the same one. */
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

/** A model that is only named is looked up when it is first used. */
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

/** What the provider runs itself cannot be vetoed. */
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

/** The SDK tells the model of errors in these words, unless the tool has others. */
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
