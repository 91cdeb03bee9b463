import type { Draft } from '../engine/draft.js';
import { NOTHING_SAVED, type Saved } from '../engine/savings.js';
import { changeDocument } from '../memory/archive.js';
import type { Store } from '../store/store.js';

/** What came of it, for all sessions and all processes, also after a restart. */
interface Totals {
  readonly saved: Saved;
  /** By day, the last ones. */
  readonly days: Readonly<Record<string, { readonly loops: number; readonly recovered: number }>>;
}

const KIND = 'totals';
const ID = 'main';
const MAX_DAYS = 31;
const NOTHING: Totals = { saved: NOTHING_SAVED, days: {} };

/** What one commit adds to it; most add nothing. */
export interface Gain extends Saved {
  readonly loops: number;
  readonly recovered: number;
}

export function gainOf({ base, record, archive, facts }: Draft): Gain | undefined {
  const [before, after] = [base.saved ?? NOTHING_SAVED, record.saved ?? NOTHING_SAVED];
  const loops = archive.filter(({ kind }) => kind === 'seen').length;
  const recovered = facts.filter(({ fact }) => fact.kind === 'recovery' && fact.isRecovered).length;
  const calls = after.calls - before.calls;
  if (loops + recovered + calls === 0) return undefined;
  return { loops, recovered, calls, tokens: after.tokens - before.tokens, cost: after.cost - before.cost };
}

export function addGain(store: Store, gain: Gain, now: number): Promise<void> {
  return changeDocument(store, KIND, ID, (before) => {
    const { saved, days } = (before as Totals | undefined) ?? NOTHING;
    const today = dayOf(now);
    const { loops = 0, recovered = 0 } = days[today] ?? {};
    const grown = { ...days, [today]: { loops: loops + gain.loops, recovered: recovered + gain.recovered } };
    return {
      saved: {
        calls: saved.calls + gain.calls,
        tokens: saved.tokens + gain.tokens,
        cost: saved.cost + gain.cost,
      },
      days: Object.fromEntries(Object.entries(grown).sort().slice(-MAX_DAYS)),
    };
  });
}

export async function readTotals(
  store: Store,
  now: number,
): Promise<{ readonly loops_today: number; readonly recovered_today: number; readonly saved: Saved }> {
  const found = await store.document({ session: '', kind: KIND, id: ID });
  const { saved, days } = found ? (JSON.parse(found.body) as Totals) : NOTHING;
  const { loops = 0, recovered = 0 } = days[dayOf(now)] ?? {};
  return { loops_today: loops, recovered_today: recovered, saved };
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
