import { checkScopes } from '../../http/auth.js';
import type { Handlers } from '../../http/handler.js';
import { HttpProblem } from '../../http/problem.js';
import { appendAudit, auditLine } from '../../store/change-document.js';
import type { Store } from '../../store/store.js';
import { type Access, KEYS, type StoredKey } from '../../security/access.js';
import { hashSecret, newSecret } from '../../security/secret.js';

const MAX_KEYS = 1000;

/** Keys for agents, viewers and operators. The store keeps only their hashes. */
export function keyHandlers(
  store: Store,
  access: Access,
  now: () => number,
): Pick<Handlers, 'listKeys' | 'createKey' | 'deleteKey'> {
  const note = (operator: string, command: string, detail: object): Promise<void> =>
    appendAudit(store, auditLine(now(), operator, command, detail));
  const all = (): Promise<readonly Found[]> => allKeys(store);
  return {
    async listKeys() {
      return { keys: (await all()).map(({ key }) => ({ ...key, scopes: [...key.scopes] })) };
    },
    async createKey({ body, identity }) {
      checkScopes(identity, body.scopes);
      const key = newSecret('rbk_');
      const hash = hashSecret(key);
      const stored = {
        id: `k_${hash.slice(0, 12)}`,
        name: body.name,
        scopes: body.scopes,
        created_at: now(),
      };
      await store.putDocument({ session: '', kind: KEYS, id: hash }, 0, JSON.stringify(stored));
      await note(body.operator_id, 'create_key', { id: stored.id, scopes: body.scopes });
      return { ...stored, key };
    },
    async deleteKey({ params, identity }) {
      const found = (await all()).find(({ key }) => key.id === params['id']);
      if (!found) throw new HttpProblem('NOT_FOUND', 'There is no such key.');
      checkScopes(identity, found.key.scopes);
      await store.removeDocument({ session: '', kind: KEYS, id: found.hash });
      access.forget();
      await note(identity.name, 'delete_key', { id: found.key.id });
      return { removed: true };
    },
  };
}

interface Found {
  readonly hash: string;
  readonly key: StoredKey;
}

async function allKeys(store: Store): Promise<readonly Found[]> {
  const stored = await store.documents({ kind: KEYS, session: '', limit: MAX_KEYS });
  return stored.map(({ id, body }) => ({ hash: id, key: JSON.parse(body) as StoredKey }));
}
