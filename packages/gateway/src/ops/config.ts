import { computeHash, RutbreakError } from '@rutbreak/core';
import type { Handlers } from '../http/handler.js';
import { HttpProblem } from '../http/problem.js';
import type { Store } from '../store/store.js';
import type { Shared } from './shared.js';

/** The configuration, from the next event on. */
export function configHandlers(
  shared: Shared,
  store: Store,
  now: () => number,
): Pick<Handlers, 'getConfig' | 'putConfig'> {
  const current = () => {
    const { version, updatedAt, config } = shared.settings();
    return { version, updated_at: updatedAt, config };
  };
  return {
    async getConfig() {
      await shared.refresh();
      return current();
    },
    async putConfig({ body }) {
      const before = computeHash(shared.settings().config);
      const isDone = await shared.changeConfig(body.config, body.version).catch(refused);
      if (!isDone)
        throw new HttpProblem('CONFLICT', 'Somebody has changed the configuration since.', {
          ...{ hint: 'Read it again.', more: { version: shared.settings().version } },
        });
      const { config, version } = shared.settings();
      await store.append({
        broadcasts: [
          {
            ...{ topic: 'gateway:control', at: now() },
            body: JSON.stringify({
              event_type: 'config_changed',
              operator_id: body.operator_id,
              version,
              config,
            }),
          },
        ],
        audit: [
          {
            ...{
              at: now(),
              operator: body.operator_id,
              command: 'config',
              before,
              after: computeHash(config),
            },
            detail: JSON.stringify({ version, change: body.config }),
          },
        ],
      });
      return current();
    },
  };
}

function refused(error: unknown): never {
  if (!(error instanceof RutbreakError)) throw error;
  const { option, preset, hint } = error.detail;
  const field = typeof option === 'string' ? option : preset === undefined ? 'config' : 'events.preset';
  throw new HttpProblem('INVALID_FIELD', error.message, { field, hint });
}
