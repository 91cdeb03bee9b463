import type { Scope } from '../api/admin.js';
import type { Store } from '../store/store.js';
import { hashSecret, isSecret } from './secret.js';

/** Who asks, and what they may do. */
export interface Identity {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

export interface StoredKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly created_at: number;
}

export interface Access {
  /** Nothing where the secret is not known. Rejects, and so refuses, where that cannot be found out. */
  readonly identify: (secret: string) => Promise<Identity | undefined>;
  /** A key was made or taken back. */
  readonly forget: () => void;
}

export const KEYS = 'key';
const ALL: readonly Scope[] = ['ingest', 'read', 'control'];
/** Keys that were taken back elsewhere stop working after this long. */
const TRUST_MS = 5000;
const MAX_KNOWN = 1000;

/** Keys are found by their hash, so that neither the store nor a slow comparison gives one away. */
export function createAccess(token: string, store: Store, now: () => number): Access {
  const owner = hashSecret(token);
  const known = new Map<string, { readonly identity: Identity; readonly until: number }>();
  return {
    async identify(secret) {
      if (isSecret(secret, owner)) return { name: 'token', scopes: ALL };
      const hash = hashSecret(secret);
      const found = known.get(hash);
      if (found && found.until > now()) return found.identity;
      const stored = await store.document({ session: '', kind: KEYS, id: hash });
      if (!stored) {
        known.delete(hash);
        return undefined;
      }
      const { name, scopes } = JSON.parse(stored.body) as StoredKey;
      const identity = { name, scopes };
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(hash, { identity, until: now() + TRUST_MS });
      return identity;
    },
    forget: () => known.clear(),
  };
}
