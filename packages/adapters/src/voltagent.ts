import type { AgentHooks } from '@voltagent/core';
import type { Capabilities } from '@rutbreak/core';
import { dialect, guardModel, type Model } from './language-model/guard-model.js';
import { guardStep } from './language-model/named-model.js';
import type { Message } from './language-model/parts.js';
import type { AdapterOptions } from './run/options.js';
import { createRuns, type Runs } from './runs/runs.js';
import { checkVersion } from './run/versions.js';
import { hooksOf } from './voltagent-hooks.js';

export { stopOf } from './language-model/stop-of.js';
export type { ActionRequest, ActionResult, HostActions } from './run/action-types.js';
export type { AdapterOptions, Answer } from './run/options.js';
export type { Stop } from './run/run.js';

/** The interventions that this adapter supports. With `ask`, it can pause the agent too. */
export const CAPABILITIES: Capabilities = {
  ...{ appendToResult: true, injectMessage: true, veto: true, haltStream: true, resetContext: true },
};

/** The options of an `Agent` that the guard changes. */
interface Config {
  readonly model: unknown;
  readonly hooks?: AgentHooks | undefined;
  readonly prepareStep?: unknown;
}

/**
 * Adds the guard to these options: `new Agent(guarded({ name, instructions, model, tools }))`. The guard's texts reach
 * only the model; memory and the results that your program sees stay unchanged. Guard sub-agents in the same way.
 */
export function guarded<C extends Config>(config: C, options: AdapterOptions = {}): C {
  checkVersion('@voltagent/core', options);
  const runs = createRuns('voltagent', CAPABILITIES, dialect, options);
  const { model, hooks, prepareStep } = config;
  return {
    ...config,
    model: guardModels(model, runs),
    hooks: hooksOf(runs, hooks),
    ...(typeof prepareStep === 'function' && { prepareStep: guardStep(prepareStep, runs) }),
  };
}

type ChooseModel = (context: unknown) => unknown;

/** A model, its name, a function that chooses one, or a list of fallbacks. */
function guardModels(model: unknown, runs: Runs<Message>): unknown {
  if (Array.isArray(model))
    return (model as readonly { readonly model: unknown }[]).map((entry) => ({
      ...entry,
      model: guardModels(entry.model, runs),
    }));
  if (typeof model === 'function')
    return async (context: unknown) => resolved(await (model as ChooseModel)(context), runs);
  return typeof model === 'string' ? async () => resolved(model, runs) : guardModel(model as Model, runs);
}

async function resolved(model: unknown, runs: Runs<Message>): Promise<Model> {
  if (typeof model !== 'string') return guardModel(model as Model, runs);
  const { ModelProviderRegistry } = await import('@voltagent/core');
  const found: unknown = await ModelProviderRegistry.getInstance().resolveLanguageModel(model);
  return guardModel(found as Model, runs);
}
