import type { AgentConfig } from '@mastra/core/agent';
import type { Processor } from '@mastra/core/processors';
import type { ToolAfterHookContext, ToolHookContext, ToolHooks } from '@mastra/core/tools';
import type { Capabilities } from '@rutbreak/core';
import { dialect } from './language-model/guard-model.js';
import type { Message } from './language-model/parts.js';
import { lastWord } from './mastra/last-word.js';
import { type Listener, listenerOf, type StreamPart } from './mastra/listener.js';
import { failureOf } from './run/failure.js';
import type { AdapterOptions } from './run/options.js';
import type { Outcome, Run, Stop } from './run/run.js';
import { createRuns, type Runs } from './run/runs.js';
import { checkVersion } from './run/versions.js';

export type { ActionRequest, ActionResult, HostActions } from './run/action-types.js';
export type { AdapterOptions, Answer } from './run/options.js';
export type { Stop } from './run/run.js';

/** What this adapter can do to an agent; with `ask`, it can pause it too. */
export const CAPABILITIES: Capabilities = {
  ...{ appendToResult: true, injectMessage: true, veto: true, haltStream: true, resetContext: true },
};

/** What is read of the configuration of an `Agent`; its own type comes back. */
interface Config {
  readonly model: unknown;
  readonly hooks?: ToolHooks | undefined;
  readonly inputProcessors?: AgentConfig['inputProcessors'] | undefined;
  readonly outputProcessors?: AgentConfig['outputProcessors'] | undefined;
}

/**
 * The same configuration with the guard in it: `new Agent(guarded({ id, name, instructions, model, tools }))`. What the
 * guard has to say goes to the model alone; memory, results and messages of your program stay as they are.
 */
export function guarded<C extends Config>(config: C, options: AdapterOptions = {}): C {
  checkVersion('@mastra/core', options);
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

/** Why the guard ended a run, from its result or one of its steps; undefined where it did not. */
export function stopOf({ providerMetadata, tripwire }: Ended): Stop | undefined {
  const { metadata } = (tripwire ?? {}) as { readonly metadata?: Facts };
  const facts = metadata ?? (providerMetadata as Facts | undefined);
  return facts?.rutbreak?.stop;
}

interface Ended {
  readonly providerMetadata?: unknown;
  readonly tripwire?: unknown;
}

/** How the guard's ends are known; there is no stop where only an answer was cut off. */
interface Facts {
  readonly rutbreak?: { readonly stop?: Stop };
}

const HALTED = 'The answer only repeated itself, and was cut off.';

type GuardProcessor = Processor<'rutbreak'> &
  Required<Pick<Processor, 'processInputStep' | 'processLLMRequest' | 'processOutputStream'>>;

/** Hears requests and answers; ends a run in the way in which Mastra's processors do. */
function processorOf(runs: Runs<Message>): GuardProcessor {
  // Mastra keeps one such object, the state, for each run.
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
      // Where an answer must have a form of its own, no text of ours can be one.
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

/** Processors are a list, or a function that makes one for each run. */
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

/** A vetoed call fails with the guard's words: so the model reads them, and the tool's type stays what it is. */
function hooksOf(runs: Runs<Message>, own: ToolHooks | undefined): ToolHooks {
  // Both hooks of a call are given the same context.
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
      // Your own hook's answer stands for the result, and nobody will tell of it.
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

/** Arguments that a tool does not take come back as a result of its own form. */
function outcomeOf({ output, error }: ToolAfterHookContext): Outcome {
  if (error !== undefined) return failureOf(error);
  const { error: isError } = (output ?? {}) as { readonly error?: unknown };
  return { result: output, ...(isError === true && { isError }) };
}
