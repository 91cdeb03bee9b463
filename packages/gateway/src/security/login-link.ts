import type { Store } from '../store/store.js';
import { hashSecret, newSecret } from './secret.js';

/** Secrets that sign a browser in once. The store keeps only their hashes. */
export interface LoginLinks {
  readonly create: () => Promise<LoginLink>;
  /** True for the first use of a link before it expires. */
  readonly redeem: (secret: string) => Promise<boolean>;
}

interface LoginLink {
  readonly secret: string;
  readonly expiresAt: number;
}

const KIND = 'login-link';
const MAX_LINKS = 100;
const LOGIN_LINK_MS = 5 * 60_000;

export function createLoginLinks(store: Store, now: () => number): LoginLinks {
  const keyOf = (secret: string) => ({ session: '', kind: KIND, id: hashSecret(secret) });
  return {
    async create() {
      await removeExpired(store, now());
      const secret = newSecret('rbl_');
      const expiresAt = now() + LOGIN_LINK_MS;
      await store.putDocument(keyOf(secret), 0, JSON.stringify({ expiresAt }));
      return { secret, expiresAt };
    },
    async redeem(secret) {
      const found = await store.document(keyOf(secret));
      // Of two requests with the same link, the one that removes it wins.
      if (!found || !(await store.removeDocument(keyOf(secret)))) return false;
      return expiryOf(found.body) > now();
    },
  };
}

async function removeExpired(store: Store, now: number): Promise<void> {
  const found = await store.documents({ kind: KIND, session: '', limit: MAX_LINKS, newestFirst: true });
  const gone = found.filter(({ body }, i) => i >= MAX_LINKS - 1 || expiryOf(body) <= now);
  for (const { session, kind, id } of gone) await store.removeDocument({ session, kind, id });
}

function expiryOf(body: string): number {
  return (JSON.parse(body) as { readonly expiresAt: number }).expiresAt;
}
