import { randomBytes } from 'node:crypto';
import type { Mute } from '../api/mutes.js';
import type { Store } from '../store/store.js';

/** Patterns that a person has muted for a while, shared by all replicas. */
export interface Mutes {
  /** The patterns that are muted now. */
  readonly current: () => ReadonlySet<string>;
  /** Reads them from the store. */
  readonly refresh: () => Promise<void>;
  readonly list: () => Promise<readonly Mute[]>;
  readonly add: (mute: Omit<Mute, 'id'>) => Promise<Mute>;
  readonly remove: (id: string) => Promise<boolean>;
}

const KIND = 'mute';
export const MAX_MUTES = 200;

export function createMutes(store: Store, now: () => number): Mutes {
  let all: readonly Mute[] = [];
  let patterns: ReadonlySet<string> = new Set();
  const refresh = async (): Promise<void> => {
    const found = await store.documents({ kind: KIND, session: '', limit: MAX_MUTES });
    all = found.map(({ body }) => JSON.parse(body) as Mute);
    for (const { id } of all.filter(({ expires_at }) => expires_at <= now())) await remove(id);
    all = all.filter(({ expires_at }) => expires_at > now());
    patterns = new Set(all.map(({ pattern }) => pattern));
  };
  const remove = (id: string): Promise<boolean> => store.removeDocument({ session: '', kind: KIND, id });
  return {
    ...{ refresh, current: () => patterns },
    async list() {
      await refresh();
      return all;
    },
    async add(mute) {
      const full = { id: `m_${randomBytes(9).toString('base64url')}`, ...mute };
      await store.putDocument({ session: '', kind: KIND, id: full.id }, 0, JSON.stringify(full));
      await refresh();
      return full;
    },
    async remove(id) {
      const isRemoved = await remove(id);
      await refresh();
      return isRemoved;
    },
  };
}
