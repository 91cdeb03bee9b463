import { integer, type OptionSpec, type OptionsOf, ratio } from '../detection/options.js';
import { shareOf } from '../detection/score.js';
import { primaryOf } from './classify.js';
import { type Echo, HEALTHY, type Verdict, type Voice } from './verdict.js';

/** Signals → verdict. `fresh` are the voices of this event, `standing` is what is left of the newest of each detector. */
export interface Judge<Spec extends OptionSpec = OptionSpec> {
  readonly options: Spec;
  readonly judge: (fresh: readonly Voice[], standing: readonly Echo[], options: OptionsOf<Spec>) => Verdict;
}

/** Each detector knows for itself: whoever warns is right. */
export const byUrgency: Judge = {
  options: {},
  judge: (fresh) =>
    verdictOf(
      fresh,
      fresh.some(({ signal }) => signal.urgency !== 'note'),
    ),
};

const evidence = {
  together: integer(140, {
    min: 100,
    max: 200,
    meaning: 'percent of their limits that signs of two families must reach together',
  }),
  least: integer(50, {
    min: 1,
    max: 100,
    meaning: 'percent of its limit below which a sign supports nothing',
  }),
  reach: integer(4, { meaning: 'events for which a sign stands' }),
};

/** Whoever reaches its limit is right; so are signs of two different families that nearly do. */
export const byEvidence: Judge<typeof evidence> = {
  options: evidence,
  judge(fresh, standing, { together, least, reach }) {
    if (fresh.some(({ signal }) => signal.urgency !== 'note')) return verdictOf(fresh, true);
    const now = Math.max(...fresh.map(({ signal }) => signal.evidence.last));
    const best = new Map<string, number>();
    for (const { family, signal } of standing) {
      const share = 100 * shareOf(signal.score);
      if (now - signal.evidence.last <= reach && share >= least)
        best.set(family, Math.max(share, best.get(family) ?? 0));
    }
    const [first = 0, second = 0] = [...best.values()].sort((a, b) => b - a);
    return verdictOf(fresh, second > 0 && first + second >= together);
  },
};

const votes = {
  single: ratio(0.9, { meaning: 'one detector above this is enough' }),
  several: ratio(0.7, { meaning: 'two detectors above this are enough' }),
  quorum: integer(2, { meaning: 'how many detectors `several` needs' }),
  weighted: ratio(0.6, { meaning: 'a weighted sum above this is enough' }),
  memory: integer(10, { meaning: 'events for which a detector’s last word still counts' }),
  toolWeight: ratio(0.25, { meaning: 'weight of tool-repetition' }),
  outputWeight: ratio(0.2, { meaning: 'weight of output-similarity' }),
  stateWeight: ratio(0.2, { meaning: 'weight of state-oscillation' }),
  errorWeight: ratio(0.2, { meaning: 'weight of error-cycle' }),
  tokenWeight: ratio(0.15, { meaning: 'weight of token-pattern' }),
};

type Votes = OptionsOf<typeof votes>;

/** The detectors vote: one that is sure, several that are nearly sure, or all of them together. */
export const byVotes: Judge<typeof votes> = {
  options: votes,
  judge(fresh, standing, options) {
    const now = Math.max(...fresh.map(({ signal }) => signal.evidence.last));
    const heard = standing.filter(({ signal }) => now - signal.evidence.last < options.memory);
    const scores = heard.map(({ signal }) => signal.score);
    const isLoop =
      scores.some((score) => score > options.single) ||
      scores.filter((score) => score > options.several).length >= options.quorum ||
      weightedSum(heard, options) > options.weighted;
    return verdictOf(fresh, isLoop);
  },
};

export function weightedSum(voices: readonly Echo[], weights: Votes): number {
  const weightOf: Readonly<Record<string, number>> = {
    'tool-repetition': weights.toolWeight,
    'output-similarity': weights.outputWeight,
    'state-oscillation': weights.stateWeight,
    'error-cycle': weights.errorWeight,
    'token-pattern': weights.tokenWeight,
  };
  return voices.reduce((sum, { detector, signal }) => sum + (weightOf[detector] ?? 0) * signal.score, 0);
}

function verdictOf(voices: readonly Voice[], isLoop: boolean): Verdict {
  const primary = primaryOf(voices);
  if (!primary) return HEALTHY;
  return { status: isLoop ? 'looping' : 'suspicious', score: primary.signal.score, voices, primary };
}
