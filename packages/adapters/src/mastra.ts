import type { AgentConfig } from '@mastra/core/agent';
import type { Processor } from '@mastra/core/processors';
import type { ToolAfterHookContext, ToolHookContext, ToolHooks } from '@mastra/core/tools';
import type { Capabilities } from '@rutbreak/core';
import { dialect } from './language-model/guard-model.js';
import type { Message } from './language-model/parts.js';
import { lastWord } from './mastra/final-answer.js';
import { type Listener, listenerOf, type StreamPart } from './mastra/listener.js';
import { failureOf } from './run/failure.js';
import type { AdapterOptions } from './run/options.js';
import type { Outcome, Run, Stop } from './run/run.js';
import { createRuns, type Runs } from './runs/runs.js';
import { checkVersion } from './run/versions.js';

export type { ActionRequest, ActionResult, HostActions } from './run/action-types.js';
export type { AdapterOptions, Answer } from './run/options.js';
export type { Stop } from './run/run.js';

/** The interventions that this adapter supports. With `ask`, it can pause the agent too. */
export const CAPABILITIES: Capabilities = {
  ...{ appendToResult: true, injectMessage: true, veto: true, haltStream: true, resetContext: true },
};

/** The fields of an `Agent` configuration that the guard changes. */
interface Config {
  readonly model: unknown;
  readonly hooks?: ToolHooks | undefined;
  readonly inputProcessors?: AgentConfig['inputProcessors'] | undefined;
  readonly outputProcessors?: AgentConfig['outputProcessors'] | undefined;
}

/**
 * Adds the guard to this configuration: `new Agent(guarded({ id, name, instructions, model, tools }))`. The guard's
 * texts reach only the model; memory, results and your program's messages stay unchanged.
 */
export function guarded<C extends Config>(config: C, options: AdapterOptions = {}): C {
  checkVersion('@mastra/core', options);
  const runs = createRuns('mastra', CAPABILITIES, dialect, options);
  const processor = processorOf(runs);
  const { hooks, inputProcessors, outputProcessors } = config;
  return {
    ...config,
    hooks: hooksOf(runs, hooks),
    // Last before the model and first after it, so that the guard sees exactly what the model received and wrote.
    inputProcessors: joined(inputProcessors, (given) => [...given, processor]),
    outputProcessors: joined(outputProcessors, (given) => [processor, ...given]),
  };
}

/** Why the guard ended a run, from its result or one of its steps; undefined if it did not. */
export function stopOf({ providerMetadata, tripwire }: Ended): Stop | undefined {
  const { metadata } = (tripwire ?? {}) as { readonly metadata?: Facts };
  const facts = metadata ?? (providerMetadata as Facts | undefined);
  return facts?.rutbreak?.stop;
}

interface Ended {
  readonly providerMetadata?: unknown;
  readonly tripwire?: unknown;
}

/** Identifies an end by the guard; `stop` is absent if it only cut an answer off. */
interface Facts {
  readonly rutbreak?: { readonly stop?: Stop };
}

const HALTED = 'The answer only repeated itself, and was cut off.';

type GuardProcessor = Processor<'rutbreak'> &
  Required<Pick<Processor, 'processInputStep' | 'processLLMRequest' | 'processOutputStream'>>;

/** Observes requests and answers. Ends a run in the way of Mastra's processors. */
function processorOf(runs: Runs<Message>): GuardProcessor {
  // Mastra keeps one state object per run.
  const known = new WeakMap<object, Listener>();
  const structured = new WeakSet();
  const listener = (state: object, prompt: readonly Message[]): Listener => {
    const one = known.get(state) ?? listenerOf(runs.ofHistory(prompt), runs);
    known.set(state, one);
    return one;
  };
  return {
    id: 'rutbreak',
    processInputStep({ state, structuredOutput }) {
      if (structuredOutput) structured.add(state);
    },
    async processLLMRequest({ prompt, state, abort }) {
      const given = prompt as readonly object[] as readonly Message[];
      const asked = await listener(state, given).run.request(given);
      // With a structured output, a text of the guard would be invalid.
      if (asked.kind === 'stop' && structured.has(state)) return abort(asked.stop.text, ending(asked.stop));
      if (asked.kind === 'stop') return { response: lastWord(asked.stop) };
      return asked.messages === given ? undefined : { prompt: asked.messages as object[] as typeof prompt };
    },
    async processOutputStream({ part, state, abort }) {
      const heard = known.get(state);
      if (!heard?.hear(part as StreamPart)) return Promise.resolve(part);
      const stop = heard.run.stopped();
      return abort(stop?.text ?? HALTED, ending(stop));
    },
  };
}

function ending(stop: Stop | undefined): { readonly metadata: Facts } {
  return { metadata: { rutbreak: stop ? { stop } : {} } };
}

/** Processors are a list, or a function that creates one for each run. */
function joined<P, R>(
  given: readonly P[] | ((context: R) => readonly P[] | Promise<readonly P[]>) | undefined,
  join: (given: readonly P[]) => P[],
): P[] | ((context: R) => Promise<P[]>) {
  if (typeof given !== 'function') return join(given ?? []);
  return async (context) => join(await given(context));
}

interface CallContext {
  readonly toolCallId?: string;
  readonly messages?: readonly Message[];
}

/**
 * A vetoed call throws an error with the guard's text, so that the model reads it and the tool's result type stays the
 * same.
 */
function hooksOf(runs: Runs<Message>, own: ToolHooks | undefined): ToolHooks {
  // Both hooks of a call receive the same context.
  const known = new WeakMap<object, Run<Message>>();
  const runOf = ({ context }: ToolHookContext): Run<Message> => {
    const { toolCallId: id, messages } = (context ?? {}) as CallContext;
    const run = known.get(context as object) ?? runs.ofCall(id ?? '', messages);
    if (typeof context === 'object' && context !== null) known.set(context, run);
    return run;
  };
  return {
    ...own,
    async beforeToolCall(about) {
      const run = runOf(about);
      const call = { tool: about.toolName, args: about.input };
      const passage = await run.before(call);
      if (passage.kind === 'veto') throw new Error(passage.text);
      const answer = await own?.beforeToolCall?.(about);
      // Your own hook's answer replaces the result, and Mastra does not call the second hook.
      if (answer?.proceed === false) run.after(call, { result: answer.output });
      return answer;
    },
    async afterToolCall(about) {
      const { toolName: tool, input: args } = about;
      runOf(about).after({ tool, args }, outcomeOf(about));
      await own?.afterToolCall?.(about);
    },
  };
}

/** Mastra reports invalid arguments as a result with a specific structure. */
function outcomeOf({ output, error }: ToolAfterHookContext): Outcome {
  if (error !== undefined) return failureOf(error);
  const { error: isError } = (output ?? {}) as { readonly error?: unknown };
  return { result: output, ...(isError === true && { isError }) };
}
