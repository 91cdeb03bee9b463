import { gateway } from 'ai';
import type { Runs } from '../runs/runs.js';
import { guardModel, type Model } from './guard-model.js';
import type { Message } from './parts.js';

/** A model or a model name. Names are resolved as the AI SDK does. */
export function guardNamedModel(model: unknown, runs: Runs<Message>): Model {
  if (typeof model !== 'string') return guardModel(model as Model, runs);
  const provider = globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway;
  return guardModel(provider.languageModel(model) as unknown as Model, runs);
}

type PrepareStep = (step: unknown) => PromiseLike<{ readonly model?: unknown } | undefined>;

/** `prepareStep` may choose another model for a step, which needs the guard too. */
export function guardStep(prepareStep: unknown, runs: Runs<Message>): PrepareStep {
  return async (step) => {
    const prepared = await (prepareStep as PrepareStep)(step);
    if (prepared?.model === undefined) return prepared;
    return { ...prepared, model: guardNamedModel(prepared.model, runs) };
  };
}
