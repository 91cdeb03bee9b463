import { setRecent } from '@rutbreak/core/edge';

/** Maps call ids to runs. Some models number their calls, so parallel runs can use the same ids. */
export interface CallOwners<R> {
  readonly learn: (run: R, ids: readonly string[]) => void;
  /** All runs with a call of this id, newest first. */
  readonly of: (id: string) => readonly R[];
  /** Those whose call has not started, longest waiting first. */
  readonly waiting: (id: string) => readonly R[];
  /** Marks the run's call of this id as started. */
  readonly begin: (run: R, id: string) => void;
}

const MAX_IDS = 10_000;
const MAX_NAMESAKES = 1000;

export function createCallOwners<R>(): CallOwners<R> {
  const known = new Map<string, { readonly runs: R[]; readonly waiting: R[] }>();
  const learnOne = (run: R, id: string): void => {
    const { runs, waiting } = known.get(id) ?? { runs: [], waiting: [] };
    setRecent(known, id, { runs, waiting }, MAX_IDS);
    drop(runs, run);
    for (const list of [runs, waiting]) {
      list.push(run);
      if (list.length > MAX_NAMESAKES) list.shift();
    }
  };
  return {
    learn(run, ids) {
      for (const id of ids) learnOne(run, id);
    },
    of: (id) => known.get(id)?.runs.toReversed() ?? [],
    waiting: (id) => known.get(id)?.waiting ?? [],
    begin: (run, id) => drop(known.get(id)?.waiting ?? [], run),
  };
}

function drop<T>(list: T[], one: T): void {
  const at = list.indexOf(one);
  if (at >= 0) list.splice(at, 1);
}
