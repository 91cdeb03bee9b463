import type { AgentConfig } from '@mastra/core/agent';
import type { Processor } from '@mastra/core/processors';
import type { ToolAfterHookContext, ToolHookContext, ToolHooks } from '@mastra/core/tools';
import type { Capabilities } from '@rutbreak/core';
import { dialect } from './language-model/guard-model.js';
import type { Message } from './language-model/parts.js';
import { type Listener, listenerOf, type StreamPart } from './mastra/listener.js';
import { failureOf } from './run/failure.js';
import type { AdapterOptions } from './run/options.js';
import type { Outcome, Run, Stop } from './run/run.js';
import { createRuns, type Runs } from './run/runs.js';

export type { AdapterOptions, Answer } from './run/options.js';
export type { Stop } from './run/run.js';

/** What this adapter can do to an agent; with `ask`, it can pause it too. */
export const CAPABILITIES: Capabilities = {
  ...{ appendToResult: true, injectMessage: true, veto: true, haltStream: true, resetContext: true },
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any tools, any output, any context: the configuration's own type comes back
type AnyConfig = AgentConfig<any, any, any, any, any>;

/**
 * The same configuration with the guard in it: `new Agent(guarded({ id, name, instructions, model, tools }))`. What the
 * guard has to say goes to the model alone; memory, results and messages of your program stay as they are.
 */
export function guarded<C extends AnyConfig>(config: C, options: AdapterOptions = {}): C {
  const runs = createRuns('mastra', CAPABILITIES, dialect, options);
  const processor = processorOf(runs);
  const { hooks, inputProcessors, outputProcessors } = config;
  return {
    ...config,
    hooks: hooksOf(runs, hooks),
    // Last before the model and first behind it: what is seen here is what the model was told, and what it said.
    inputProcessors: joined(inputProcessors, (given) => [...given, processor]),
    outputProcessors: joined(outputProcessors, (given) => [processor, ...given]),
  };
}

/** Why the guard ended a run, from its result, or from its stream when that is over; undefined where it did not. */
export function stopOf({ tripwire }: { readonly tripwire?: unknown }): Stop | undefined {
  const { metadata } = (tripwire ?? {}) as { readonly metadata?: { readonly rutbreak?: Ending } };
  return metadata?.rutbreak?.stop;
}

/** What a tripwire of the guard carries; no stop where only the answer was cut off. */
interface Ending {
  readonly stop?: Stop;
}

const HALTED = 'The answer only repeated itself, and was cut off.';

type GuardProcessor = Processor<'rutbreak'> &
  Required<Pick<Processor, 'processLLMRequest' | 'processOutputStream'>>;

/** Hears requests and answers; ends a run in the way in which Mastra's processors do. */
function processorOf(runs: Runs<Message>): GuardProcessor {
  // Mastra keeps one such object for each run.
  const known = new WeakMap<object, Listener>();
  const listener = (state: object, prompt: readonly Message[]): Listener => {
    const one = known.get(state) ?? listenerOf(runs.ofHistory(prompt), runs);
    known.set(state, one);
    return one;
  };
  return {
    id: 'rutbreak',
    async processLLMRequest({ prompt, state, abort }) {
      const given = prompt as readonly object[] as readonly Message[];
      const asked = await listener(state, given).run.request(given);
      if (asked.kind === 'stop') return abort(asked.stop.text, ending(asked.stop));
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

function ending(stop: Stop | undefined): { readonly metadata: { readonly rutbreak: Ending } } {
  return { metadata: { rutbreak: stop ? { stop } : {} } };
}

/** Processors are a list, or a function that makes one for each run. */
function joined<P, R>(
  given: readonly P[] | ((context: R) => readonly P[] | Promise<readonly P[]>) | undefined,
  join: (given: readonly P[]) => P[],
): P[] | ((context: R) => Promise<P[]>) {
  if (typeof given !== 'function') return join(given ?? []);
  return async (context) => join(await given(context));
}

/** A vetoed call fails with the guard's words: so the model reads them, and the tool's type stays what it is. */
function hooksOf(runs: Runs<Message>, own: ToolHooks | undefined): ToolHooks {
  return {
    ...own,
    async beforeToolCall(about) {
      const run = runOf(runs, about);
      const call = { tool: about.toolName, args: about.input };
      const passage = await run.before(call);
      if (passage.kind === 'veto') throw new Error(passage.text);
      const answer = await own?.beforeToolCall?.(about);
      // Your own hook's answer stands for the result, and nobody will tell of it.
      if (answer?.proceed === false) run.after(call, { result: answer.output });
      return answer;
    },
    async afterToolCall(about) {
      const { toolName: tool, input: args } = about;
      runOf(runs, about).after({ tool, args }, outcomeOf(about));
      await own?.afterToolCall?.(about);
    },
  };
}

function runOf(runs: Runs<Message>, { context }: ToolHookContext): Run<Message> {
  const { toolCallId: id } = (context ?? {}) as { readonly toolCallId?: unknown };
  return runs.ofCall(typeof id === 'string' ? id : '');
}

/** Arguments that a tool does not take come back as a result of its own form. */
function outcomeOf({ output, error }: ToolAfterHookContext): Outcome {
  if (error !== undefined) return failureOf(error);
  const { error: isError } = (output ?? {}) as { readonly error?: unknown };
  return { result: output, ...(isError === true && { isError }) };
}
