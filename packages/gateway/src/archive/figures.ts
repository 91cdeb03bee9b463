import { addSession, type ModelFigures, newFigures, proposeLimits } from '@rutbreak/core/edge';
import type { ClusterConfig } from '../ops/cluster-config.js';
import { changeDocument } from '../store/change-document.js';
import type { Store } from '../store/store.js';

export const FIGURES = 'figures';

/** Adds one session to the figures of its model. */
export function addFigures(
  store: Store,
  model: string,
  facts: { readonly loops?: readonly string[]; readonly falsePositives?: readonly string[] },
): Promise<void> {
  return changeDocument(store, FIGURES, model === '' ? 'unknown' : model, (before) => {
    const figures = (before as ModelFigures | undefined) ?? newFigures(model);
    const added = addSession(figures, {
      ...{ loops: [...(facts.loops ?? [])], falsePositives: [...(facts.falsePositives ?? [])] },
    });
    // Feedback concerns a session that was already counted when it ended.
    return facts.loops ? added : { ...added, sessions: figures.sessions };
  });
}

/** Applies proposed limits, if the configuration allows it. */
export async function adapt(store: Store, cluster: ClusterConfig, model: string): Promise<void> {
  const { archive, events } = cluster.settings().config;
  if (archive.adapt !== 'apply' || model === '') return;
  const found = await store.document({ session: '', kind: FIGURES, id: model });
  if (!found) return;
  const own = { ...events.options, ...events.models[model] };
  const { kind, changes } = proposeLimits(events.preset, own, JSON.parse(found.body) as ModelFigures);
  if (kind === 'keep') return;
  const moved: Record<string, Record<string, unknown>> = {};
  for (const { owner, option, after } of changes) (moved[owner] ??= {})[option] = after;
  await cluster.changeConfig({ events: { models: { [model]: moved } } });
  await changeDocument(store, FIGURES, model, () => newFigures(model));
}
