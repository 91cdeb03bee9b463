import type { Capabilities } from '@rutbreak/core';
import { guardExecute } from './language-model/guard-execute.js';
import { dialect } from './language-model/guard-model.js';
import { guardNamedModel, guardStep } from './language-model/named-model.js';
import type { Message } from './language-model/parts.js';
import type { AdapterOptions } from './run/options.js';
import { createRuns, type Runs } from './runs/runs.js';
import { checkVersion } from './run/versions.js';

export { stopOf } from './language-model/stop-of.js';
export type { ActionRequest, ActionResult, HostActions } from './run/action-types.js';
export type { AdapterOptions, Answer } from './run/options.js';
export type { Stop } from './run/run.js';

/** The interventions that this adapter supports. With `ask`, it can pause the agent too. */
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
 * Adds the guard to these settings: `generateText(guarded({ model, tools, prompt }))`. The guard adds its texts to the
 * next request to the model; the results that your program sees stay unchanged.
 */
export function guarded<S extends Settings>(settings: S, options: AdapterOptions = {}): S {
  checkVersion('ai', options);
  const runs = createRuns('ai-sdk', CAPABILITIES, dialect, options);
  const { model, tools, prepareStep } = settings;
  return {
    ...settings,
    model: guardNamedModel(model, runs),
    ...(typeof tools === 'object' && tools !== null && { tools: guardTools(tools, runs) }),
    ...(typeof prepareStep === 'function' && { prepareStep: guardStep(prepareStep, runs) }),
  };
}

/** Tools without `execute` run elsewhere, so the guard cannot veto them. */
function guardTools(tools: object, runs: Runs<Message>): object {
  const guardTool = ([name, tool]: [string, unknown]): [string, unknown] => {
    const { execute } = tool as { readonly execute?: unknown };
    if (typeof execute !== 'function') return [name, tool];
    return [name, { ...(tool as object), execute: guardExecute(name, execute.bind(tool) as never, runs) }];
  };
  return Object.fromEntries(Object.entries(tools).map(guardTool));
}
