import { gateway } from 'ai';
import type { Capabilities } from '@rutbreak/core';
import { guardExecute } from './language-model/guard-execute.js';
import { dialect, guardModel, type Model } from './language-model/guard-model.js';
import type { Message } from './language-model/parts.js';
import type { AdapterOptions } from './run/options.js';
import type { Stop } from './run/run.js';
import { createRuns, type Runs } from './run/runs.js';

export type { AdapterOptions, Answer } from './run/options.js';
export type { Stop } from './run/run.js';

/** What this adapter can do to an agent; with `ask`, it can pause it too. */
export const CAPABILITIES: Capabilities = {
  ...{ appendToResult: true, injectMessage: true, veto: true, haltStream: true, resetContext: true },
};

/** The settings of `generateText`, `streamText` or `ToolLoopAgent`. */
interface Settings {
  readonly model: unknown;
  readonly tools?: unknown;
  readonly prepareStep?: unknown;
}

/**
 * The same settings with the guard in them: `generateText(guarded({ model, tools, prompt }))`. What the guard has to say
 * goes to the model with its next request; the results that your program sees stay as they are.
 */
export function guarded<S extends Settings>(settings: S, options: AdapterOptions = {}): S {
  const runs = createRuns('ai-sdk', CAPABILITIES, dialect, options);
  const { model, tools, prepareStep } = settings;
  return {
    ...settings,
    model: guardModel(modelOf(model), runs),
    ...(typeof tools === 'object' && tools !== null && { tools: guardTools(tools, runs) }),
    ...(typeof prepareStep === 'function' && { prepareStep: guardStep(prepareStep as PrepareStep, runs) }),
  };
}

/** Why the guard ended a run, from its result or one of its steps; undefined where it did not. */
export function stopOf({ providerMetadata }: { readonly providerMetadata?: unknown }): Stop | undefined {
  const { rutbreak } = (providerMetadata ?? {}) as { readonly rutbreak?: { readonly stop?: Stop } };
  return rutbreak?.stop;
}

/** A model that is only named is looked up where the SDK would do it. */
function modelOf(model: unknown): Model {
  if (typeof model !== 'string') return model as Model;
  return (globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway).languageModel(model) as unknown as Model;
}

/** Tools without an `execute` run elsewhere: nothing can be vetoed there. */
function guardTools(tools: object, runs: Runs<Message>): object {
  const guardTool = ([name, tool]: [string, unknown]): [string, unknown] => {
    const { execute } = tool as { readonly execute?: unknown };
    if (typeof execute !== 'function') return [name, tool];
    return [name, { ...(tool as object), execute: guardExecute(name, execute.bind(tool) as never, runs) }];
  };
  return Object.fromEntries(Object.entries(tools).map(guardTool));
}

type PrepareStep = (step: unknown) => PromiseLike<{ readonly model?: unknown } | undefined>;

/** A step may be given to another model; that one is guarded too. */
function guardStep(prepareStep: PrepareStep, runs: Runs<Message>): PrepareStep {
  return async (step) => {
    const prepared = await prepareStep(step);
    if (prepared?.model === undefined) return prepared;
    return { ...prepared, model: guardModel(modelOf(prepared.model), runs) };
  };
}
