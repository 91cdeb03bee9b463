import { addFact, type ArchiveFact, type PatternRow, fingerprintPattern } from '@rutbreak/core/edge';
import { hashSecret } from '../security/secret.js';
import { changeDocument } from '../store/change-document.js';
import type { Store } from '../store/store.js';

const PATTERNS = 'pattern';
const MAX_PATTERNS = 10_000;

export interface ArchiveStore {
  /** Records facts in the shared archive and, with consent, also in the user's own. Writes each pattern once. */
  readonly record: (facts: readonly ArchiveFact[], user?: string) => Promise<void>;
  /** Deletes all personal patterns, after consent was withdrawn. */
  readonly forgetUsers: () => Promise<void>;
}

/** Knowledge across sessions: digests and counts, never text. */
export function createArchiveStore(store: Store, hasConsent: () => boolean): ArchiveStore {
  const keep = (facts: readonly ArchiveFact[], id: string): Promise<void> =>
    changeDocument(store, PATTERNS, id, (before) => facts.reduce(addFact, before as PatternRow | undefined));
  return {
    async record(facts, user = '') {
      for (const [id, ones] of byPattern(facts)) {
        await keep(ones, id);
        if (user === '' || !hasConsent()) continue;
        const own = ones.map((fact) => ({ ...fact, user }));
        await keep(own, `${id} ${hashSecret(user).slice(0, 16)}`);
      }
    },
    async forgetUsers() {
      for (const { id, row } of await rowsIn(store))
        if (row.user !== undefined) await store.removeDocument({ session: '', kind: PATTERNS, id });
    },
  };
}

/** One request may bring hundreds of facts about one loop. */
function byPattern(facts: readonly ArchiveFact[]): ReadonlyMap<string, readonly ArchiveFact[]> {
  const groups = new Map<string, ArchiveFact[]>();
  for (const fact of facts) {
    const { id } = fingerprintPattern(fact.loop);
    const group = groups.get(id);
    if (group) group.push(fact);
    else groups.set(id, [fact]);
  }
  return groups;
}

export async function rowsIn(
  store: Store,
): Promise<readonly { readonly id: string; readonly row: PatternRow }[]> {
  const found = await store.documents({ kind: PATTERNS, session: '', limit: MAX_PATTERNS });
  return found.map(({ id, body }) => ({ id, row: JSON.parse(body) as PatternRow }));
}
