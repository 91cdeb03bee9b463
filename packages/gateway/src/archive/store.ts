import { addFact, type ArchiveFact, type PatternRow, fingerprintPattern } from '@rutbreak/core/edge';
import { hashSecret } from '../security/secret.js';
import { changeDocument } from '../store/change-document.js';
import type { Store } from '../store/store.js';

const PATTERNS = 'pattern';
const MAX_PATTERNS = 10_000;

export interface ArchiveStore {
  /** Records the fact in the shared archive and, with consent, also in the user's own. */
  readonly record: (fact: ArchiveFact, user?: string) => Promise<void>;
  /** Deletes all personal patterns, after consent was withdrawn. */
  readonly forgetUsers: () => Promise<void>;
}

/** Knowledge across sessions: digests and counts, never text. */
export function createArchiveStore(store: Store, hasConsent: () => boolean): ArchiveStore {
  const keep = (fact: ArchiveFact, id: string): Promise<void> =>
    changeDocument(store, PATTERNS, id, (before) => addFact(before as PatternRow | undefined, fact));
  return {
    async record(fact, user = '') {
      const { id } = fingerprintPattern(fact.loop);
      await keep(fact, id);
      if (user !== '' && hasConsent())
        await keep({ ...fact, user }, `${id} ${hashSecret(user).slice(0, 16)}`);
    },
    async forgetUsers() {
      for (const { id, row } of await rowsIn(store))
        if (row.user !== undefined) await store.removeDocument({ session: '', kind: PATTERNS, id });
    },
  };
}

export async function rowsIn(
  store: Store,
): Promise<readonly { readonly id: string; readonly row: PatternRow }[]> {
  const found = await store.documents({ kind: PATTERNS, session: '', limit: MAX_PATTERNS });
  return found.map(({ id, body }) => ({ id, row: JSON.parse(body) as PatternRow }));
}
