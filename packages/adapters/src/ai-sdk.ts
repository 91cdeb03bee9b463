import type { Capabilities } from '@rutbreak/core';
import { guardExecute } from './language-model/guard-execute.js';
import { dialect } from './language-model/guard-model.js';
import { guardNamedModel, guardStep } from './language-model/named-model.js';
import type { Message } from './language-model/parts.js';
import type { AdapterOptions } from './run/options.js';
import { createRuns, type Runs } from './run/runs.js';
import { checkVersion } from './run/versions.js';

export { stopOf } from './language-model/stop-of.js';
export type { ActionRequest, ActionResult, HostActions } from './run/action-types.js';
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

/** Tools without an `execute` run elsewhere: nothing can be vetoed there. */
function guardTools(tools: object, runs: Runs<Message>): object {
  const guardTool = ([name, tool]: [string, unknown]): [string, unknown] => {
    const { execute } = tool as { readonly execute?: unknown };
    if (typeof execute !== 'function') return [name, tool];
    return [name, { ...(tool as object), execute: guardExecute(name, execute.bind(tool) as never, runs) }];
  };
  return Object.fromEntries(Object.entries(tools).map(guardTool));
}
