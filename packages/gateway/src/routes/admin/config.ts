import { RutbreakError } from '@rutbreak/core';
import { computeHash } from '@rutbreak/core/edge';
import { broadcastOf } from '../../api/stream.js';
import type { Handlers } from '../../http/handler.js';
import { HttpProblem } from '../../http/problem.js';
import type { Store } from '../../store/store.js';
import type { ArchiveStore } from '../../archive/store.js';
import { withSeedShapes } from './seed-shapes.js';
import type { ClusterConfig } from '../../ops/cluster-config.js';

/** Reads and changes the configuration; changes apply from the next event on. */
export function configHandlers(
  cluster: ClusterConfig,
  store: Store,
  now: () => number,
  archive: Pick<ArchiveStore, 'forgetUsers'>,
): Pick<Handlers, 'getConfig' | 'putConfig'> {
  const current = () => {
    const { version, updatedAt, config } = cluster.settings();
    return { version, updated_at: updatedAt, config };
  };
  return {
    async getConfig() {
      await cluster.refresh();
      return current();
    },
    async putConfig({ body }) {
      const { config: old } = cluster.settings();
      const before = computeHash(old);
      const isDone = await Promise.resolve()
        .then(() => cluster.changeConfig(withSeedShapes(body.config), body.version))
        .catch(refused);
      if (!isDone)
        throw new HttpProblem('CONFLICT', 'Another operator has changed the configuration in the meantime.', {
          ...{ hint: 'Read it again.', more: { version: cluster.settings().version } },
        });
      await announce(cluster, store, now(), body, before);
      if (old.archive.consent && !cluster.settings().config.archive.consent) await archive.forgetUsers();
      return current();
    },
  };
}

async function announce(
  cluster: ClusterConfig,
  store: Store,
  at: number,
  body: { readonly operator_id: string; readonly config: object },
  before: string,
): Promise<void> {
  const { config, version } = cluster.settings();
  const event = { event_type: 'config_changed' as const, operator_id: body.operator_id, version, config };
  const detail = JSON.stringify({ version, change: body.config });
  await store.append({
    broadcasts: [broadcastOf('gateway:control', at, event)],
    audit: [
      { at, operator: body.operator_id, command: 'config', before, after: computeHash(config), detail },
    ],
  });
}

function refused(error: unknown): never {
  if (!(error instanceof RutbreakError)) throw error;
  const { option, preset, hint } = error.detail;
  const field = typeof option === 'string' ? option : preset === undefined ? 'config' : 'events.preset';
  throw new HttpProblem('INVALID_FIELD', sentenceOf(error), { field, hint });
}

/** Without its code and its hint, which are fields of their own. */
function sentenceOf({ message, code, detail: { hint } }: RutbreakError): string {
  return message.slice(`${code}: `.length, message.length - hint.length).trim();
}
