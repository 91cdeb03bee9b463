import { randomBytes } from 'node:crypto';
import { redact } from '@rutbreak/core';
import type { KillState } from '../../api/hitl.js';
import { broadcastOf } from '../../api/stream.js';
import type { Handlers } from '../../http/handler.js';
import { HttpProblem } from '../../http/problem.js';
import type { ClusterConfig } from '../../ops/cluster-config.js';
import { hashSecret, isSecret } from '../../security/secret.js';
import type { Store } from '../../store/store.js';

const HOLDS_MS = 60_000;
const WORDS = 'STOP ALL';
const RELEASED: KillState = { active: false, by: null, at: null, reason: null };

/** Stops all agents. It needs a confirmation, so that nobody triggers it by accident. */
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
      if (cluster.kill().active) return { active: true, message: 'All agents are already stopped.' };
      if (confirm_token === undefined) {
        const token = await createConfirmation(store, now());
        void reply.status(202);
        const message = `Repeat the request within a minute with this confirm_token and confirm: "${WORDS}".`;
        return { active: false, confirm_token: token, expires_at: now() + HOLDS_MS, message };
      }
      if (confirm !== WORDS || !(await consumeConfirmation(store, confirm_token, now())))
        throw new HttpProblem('CONFLICT', 'The confirmation is wrong or has expired.', {
          hint: `Start again without confirm_token, then confirm with "${WORDS}".`,
        });
      await switchTo({ active: true, by, at: now(), reason: redact(reason) }, by, 'kill_switch_on');
      return { active: true, message: 'Every agent receives a stop with its next acknowledgement.' };
    },
    async releaseKill({ body }) {
      await cluster.refresh();
      if (cluster.kill().active) await switchTo(RELEASED, body.operator_id, 'kill_switch_off');
      return { active: false, message: 'Agents may continue.' };
    },
  };
}

interface Turn {
  readonly by: string;
  readonly command: 'kill_switch_on' | 'kill_switch_off';
  readonly at: number;
}

/** Sets the switch, broadcasts it and writes the audit line. */
async function turn(
  cluster: ClusterConfig,
  store: Store,
  next: KillState,
  { by, command, at }: Turn,
): Promise<void> {
  const before = hashSecret(JSON.stringify(cluster.kill()));
  if (!(await cluster.setKill(next)))
    throw new HttpProblem('CONFLICT', 'Another operator changed the kill-switch first.');
  const detail = JSON.stringify({ reason: next.reason });
  await store.append({
    broadcasts: [broadcastOf('gateway:control', at, { event_type: command, operator_id: by, ...next })],
    audit: [{ at, operator: by, command, detail, before, after: hashSecret(JSON.stringify(next)) }],
  });
}

const CONFIRMATION = { session: '', kind: 'control', id: 'kill-question' };

/** Stores the confirmation token, so that any replica can check it. */
async function createConfirmation(store: Store, now: number): Promise<string> {
  const token = randomBytes(16).toString('base64url');
  const before = await store.document(CONFIRMATION);
  const body = JSON.stringify({ hash: hashSecret(token), until: now + HOLDS_MS });
  await store.putDocument(CONFIRMATION, before?.version ?? 0, body);
  return token;
}

/** Consumes the token: it works once. */
async function consumeConfirmation(store: Store, token: string, now: number): Promise<boolean> {
  const asked = await store.document(CONFIRMATION);
  if (!asked) return false;
  const { hash, until } = JSON.parse(asked.body) as { readonly hash: string; readonly until: number };
  return isSecret(token, hash) && now <= until && (await store.removeDocument(CONFIRMATION));
}
