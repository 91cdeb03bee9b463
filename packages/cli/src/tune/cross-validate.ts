import { type Candidate, figuresOf, type Labelled, worth } from './search.js';

const FOLDS = 5;
/** A smaller gain is chance. */
const LEAST = 1e-9;

/** The best candidate on these traces; the first one, which changes nothing, unless another is better. */
export function bestOf(
  candidates: readonly Candidate[],
  traces: readonly Labelled[],
  which: readonly number[],
): Candidate | undefined {
  let best: Candidate | undefined;
  let most = -Infinity;
  for (const candidate of candidates) {
    const value = worth(figuresOf(traces, candidate.firings, which));
    if (value <= most + LEAST) continue;
    most = value;
    best = candidate;
  }
  return best;
}

/**
 * The expected gain of such a choice on unseen traces: each fifth is scored with the choice from the other
 * four. 0.02 means two more of a hundred loops found, or two fewer false alarms in three hundred.
 */
export function crossValidatedGain(candidates: readonly Candidate[], traces: readonly Labelled[]): number {
  const fold = foldsOf(traces);
  const asIs = candidates[0]?.firings ?? [];
  const chosen = traces.map(() => Infinity);
  for (let test = 0; test < FOLDS; test++) {
    const known = traces.flatMap((_, i) => (fold[i] === test ? [] : [i]));
    const best = bestOf(candidates, traces, known);
    traces.forEach((_, i) => {
      if (fold[i] === test) chosen[i] = best?.firings[i] ?? Infinity;
    });
  }
  return worth(figuresOf(traces, chosen)) - worth(figuresOf(traces, asIs));
}

/** Equally many loops and healthy traces in each; the same every time. */
function foldsOf(traces: readonly Labelled[]): readonly number[] {
  const next = { loop: 0, no_loop: 0 };
  return traces.map(({ label }) => next[label.expect]++ % FOLDS);
}
