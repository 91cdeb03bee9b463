import type { SessionRecord } from '../../session/record.js';

/** Whether the stored events alone lead from the last stored state of core to the present one. */
export interface Replay {
  /** The last state that only events led to. */
  core: SessionRecord['core'];
  /** The model whose limits were in force; undefined: no event yet. */
  model: string | undefined;
  isExact: boolean;
}

export function newReplay({ core, agent }: SessionRecord): Replay {
  return { core, model: core.events && agent.model, isExact: true };
}

/** Runs `work`, which judges events that the commit stores. `isUsual`: with the limits of the model and no others. */
export async function judging<Result>(
  draft: { readonly replay: Replay; readonly record: SessionRecord },
  isUsual: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  const { replay, record } = draft;
  const { model } = record.agent;
  const isSame = record.core === replay.core && (replay.model ?? model) === model;
  replay.isExact &&= isUsual && isSame;
  replay.model = model;
  const result = await work();
  replay.core = draft.record.core;
  return result;
}
