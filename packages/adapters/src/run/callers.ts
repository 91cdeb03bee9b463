/** Which runs made a call of which id. Some models count their calls, so that parallel runs have the same ids. */
export interface Callers<R> {
  readonly learn: (run: R, ids: readonly string[]) => void;
  /** All that made a call of this id, the newest first. */
  readonly of: (id: string) => readonly R[];
  /** Those of them whose call has not begun, the longest waiting first. */
  readonly waiting: (id: string) => readonly R[];
  /** The run's call of this id begins. */
  readonly begin: (run: R, id: string) => void;
}

const MAX_IDS = 10_000;
const MAX_NAMESAKES = 1000;

export function createCallers<R>(): Callers<R> {
  const known = new Map<string, { readonly runs: R[]; readonly waiting: R[] }>();
  const learnOne = (run: R, id: string): void => {
    const { runs, waiting } = known.get(id) ?? { runs: [], waiting: [] };
    // Anew at the end: what was used last is forgotten last.
    known.delete(id);
    known.set(id, { runs, waiting });
    drop(runs, run);
    for (const list of [runs, waiting]) {
      list.push(run);
      if (list.length > MAX_NAMESAKES) list.shift();
    }
  };
  return {
    learn(run, ids) {
      for (const id of ids) learnOne(run, id);
      for (const oldest of known.keys()) {
        if (known.size <= MAX_IDS) break;
        known.delete(oldest);
      }
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
