import type { Store } from '../store/store.js';
import type { Access, Identity } from './access.js';
import type { LoginLinks } from './login-link.js';
import { hashSecret, isSecret, newSecret } from './secret.js';

/** A browser session. Neither of its two secrets is the token, and neither is enough alone. */
export interface PageSessions {
  /** Undefined if the token or key is not valid. */
  readonly open: (secret: string) => Promise<OpenedSession | undefined>;
  /** Does the same for a login link, which works once. */
  readonly openWithLink: (secret: string) => Promise<OpenedSession | undefined>;
  /**
   * Browsers send a cookie to every port of a host, so a server on another port sees it. The second secret is in the page's
   * local storage, which only this origin can read, and arrives as a header.
   */
  readonly identify: (cookie: string, header: string | undefined) => Promise<Identity | undefined>;
  /** Is the cookie valid? Enough for the page's own files, which contain no data. */
  readonly isOpen: (cookie: string) => Promise<boolean>;
  readonly end: (cookie: string) => Promise<void>;
}

interface OpenedSession {
  readonly cookie: string;
  readonly header: string;
  readonly expiresAt: number;
}

/** Hashes only. */
interface StoredSession {
  readonly header: string;
  /** The token or key that opened the session; revoking it ends the session. */
  readonly owner: string;
  readonly expiresAt: number;
}

const KIND = 'page-session';
export const PAGE_SESSION_MS = 12 * 3_600_000;
const MAX_SESSIONS = 1000;

export function createPageSessions(
  store: Store,
  access: Access,
  links: LoginLinks,
  now: () => number,
): PageSessions {
  const keyOf = (cookie: string) => ({ session: '', kind: KIND, id: hashSecret(cookie) });
  const find = async (cookie: string): Promise<StoredSession | undefined> => {
    const found = await store.document(keyOf(cookie));
    const session = found && (JSON.parse(found.body) as StoredSession);
    return session && session.expiresAt > now() ? session : undefined;
  };
  const openFor = async (owner: string): Promise<OpenedSession> => {
    await removeExpired(store, now());
    const [cookie, header] = [newSecret('rbs_'), newSecret('rbp_')];
    const expiresAt = now() + PAGE_SESSION_MS;
    const stored: StoredSession = { header: hashSecret(header), owner, expiresAt };
    await store.putDocument(keyOf(cookie), 0, JSON.stringify(stored));
    return { cookie, header, expiresAt };
  };
  return {
    open: async (secret) => ((await access.identify(secret)) ? openFor(hashSecret(secret)) : undefined),
    openWithLink: async (secret) => ((await links.redeem(secret)) ? openFor(access.ownerHash) : undefined),
    async identify(cookie, header) {
      const session = await find(cookie);
      if (!session || header === undefined || !isSecret(header, session.header)) return undefined;
      return access.identifyHash(session.owner);
    },
    async isOpen(cookie) {
      const session = await find(cookie);
      return session !== undefined && (await access.identifyHash(session.owner)) !== undefined;
    },
    async end(cookie) {
      await store.removeDocument(keyOf(cookie));
    },
  };
}

/** Also removes the oldest sessions if there are too many. */
async function removeExpired(store: Store, now: number): Promise<void> {
  const found = await store.documents({ kind: KIND, session: '', limit: MAX_SESSIONS, newestFirst: true });
  const gone = found.filter(
    ({ body }, i) => i >= MAX_SESSIONS - 1 || (JSON.parse(body) as StoredSession).expiresAt <= now,
  );
  for (const { session, kind, id } of gone) await store.removeDocument({ session, kind, id });
}
