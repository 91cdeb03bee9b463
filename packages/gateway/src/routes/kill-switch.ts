import { randomBytes } from 'node:crypto';
import { redact } from '@rutbreak/core';
import type { KillState } from '../api/hitl.js';
import { broadcastOf } from '../api/stream.js';
import type { Handlers } from '../http/handler.js';
import { HttpProblem } from '../http/problem.js';
import type { ClusterConfig } from '../ops/cluster-config.js';
import { hashSecret, isSecret } from '../security/secret.js';
import type { Store } from '../store/store.js';

const HOLDS_MS = 60_000;
const WORDS = 'STOP ALL';
const RELEASED: KillState = { active: false, by: null, at: null, reason: null };

/** Stops everybody. Two questions stand before it: it is not pressed by accident. */
export function killHandlers(
  cluster: ClusterConfig,
  store: Store,
  now: () => number,
): Pick<Handlers, 'getKillSwitch' | 'kill' | 'releaseKill'> {
  const switchTo = (next: KillState, by: string, command: Turn['command']): Promise<void> =>
    turn(cluster, store, next, { by, command, at: now() });
  return {
    async getKillSwitch() {
      await cluster.refresh();
      return cluster.kill();
    },
    async kill({ body, reply }) {
      const { operator_id: by, reason = '', confirm_token, confirm } = body;
      await cluster.refresh();
      if (cluster.kill().active) return { active: true, message: 'Everything is stopped already.' };
      if (confirm_token === undefined) {
        const token = await askAgain(store, now());
        void reply.status(202);
        const message = `Send it again within a minute with this confirm_token and confirm: "${WORDS}".`;
        return { active: false, confirm_token: token, expires_at: now() + HOLDS_MS, message };
      }
      if (confirm !== WORDS || !(await isAsked(store, confirm_token, now())))
        throw new HttpProblem('CONFLICT', 'The confirmation is wrong or too old.', {
          hint: `Ask again without confirm_token, then send it with confirm: "${WORDS}".`,
        });
      await switchTo({ active: true, by, at: now(), reason: redact(reason) }, by, 'kill_switch_on');
      return { active: true, message: 'Every agent is told to stop with its next acknowledgement.' };
    },
    async releaseKill({ body }) {
      await cluster.refresh();
      if (cluster.kill().active) await switchTo(RELEASED, body.operator_id, 'kill_switch_off');
      return { active: false, message: 'Agents may go on.' };
    },
  };
}

interface Turn {
  readonly by: string;
  readonly command: 'kill_switch_on' | 'kill_switch_off';
  readonly at: number;
}

/** Switched, told and written down. */
async function turn(
  cluster: ClusterConfig,
  store: Store,
  next: KillState,
  { by, command, at }: Turn,
): Promise<void> {
  const before = hashSecret(JSON.stringify(cluster.kill()));
  if (!(await cluster.setKill(next))) throw new HttpProblem('CONFLICT', 'Somebody else was faster.');
  const detail = JSON.stringify({ reason: next.reason });
  await store.append({
    broadcasts: [broadcastOf('gateway:control', at, { event_type: command, operator_id: by, ...next })],
    audit: [{ at, operator: by, command, detail, before, after: hashSecret(JSON.stringify(next)) }],
  });
}

const ASKED = { session: '', kind: 'control', id: 'kill-question' };

/** In the store, so that any replica may hear the second question. */
async function askAgain(store: Store, now: number): Promise<string> {
  const token = randomBytes(16).toString('base64url');
  const before = await store.document(ASKED);
  const body = JSON.stringify({ hash: hashSecret(token), until: now + HOLDS_MS });
  await store.putDocument(ASKED, before?.version ?? 0, body);
  return token;
}

/** Once only. */
async function isAsked(store: Store, token: string, now: number): Promise<boolean> {
  const asked = await store.document(ASKED);
  if (!asked) return false;
  const { hash, until } = JSON.parse(asked.body) as { readonly hash: string; readonly until: number };
  return isSecret(token, hash) && now <= until && (await store.removeDocument(ASKED));
}
