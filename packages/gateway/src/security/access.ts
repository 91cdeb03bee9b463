import type { Scope } from '../api/admin.js';
import type { Store } from '../store/store.js';
import { hashSecret } from './secret.js';

/** The caller and its scopes. */
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
  /** Undefined for an unknown secret. Rejects, and so denies access, if the store is down. */
  readonly identify: (secret: string) => Promise<Identity | undefined>;
  /** Does the same for the hash of a secret. */
  readonly identifyHash: (hash: string) => Promise<Identity | undefined>;
  /** The hash of the token. */
  readonly ownerHash: string;
  /** Clears the cache after a key was created or revoked. */
  readonly forget: () => void;
}

export const KEYS = 'key';
const ALL: readonly Scope[] = ['ingest', 'read', 'control'];
/** A key that another replica revoked stops working after this long. */
const TRUST_MS = 5000;
const MAX_KNOWN = 1000;

/** Looks secrets up by their hash, so neither the store nor the timing of a comparison reveals one. */
export function createAccess(token: string, store: Store, now: () => number): Access {
  const owner = hashSecret(token);
  const known = new Map<string, { readonly identity: Identity; readonly until: number }>();
  const identifyHash = async (hash: string): Promise<Identity | undefined> => {
    if (hash === owner) return { name: 'token', scopes: ALL };
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
  };
  return {
    ownerHash: owner,
    identifyHash,
    identify: (secret) => identifyHash(hashSecret(secret)),
    forget: () => known.clear(),
  };
}
