import { integer, type OptionsOf, ratio } from '../../detection/options.js';
import { type Aggregator, verdictOf } from '../../verdict/aggregate.js';
import type { RecentFinding } from '../../verdict/verdict.js';

const options = {
  single: ratio(0.9, { meaning: 'one detector above this is enough' }),
  several: ratio(0.7, { meaning: 'two detectors above this are enough' }),
  quorum: integer(2, { meaning: 'how many detectors `several` needs' }),
  weighted: ratio(0.6, { meaning: 'a weighted sum above this is enough' }),
  memory: integer(10, { meaning: 'events for which a detector’s last finding still counts' }),
  toolWeight: ratio(0.25, { meaning: 'weight of tool-repetition' }),
  outputWeight: ratio(0.2, { meaning: 'weight of output-similarity' }),
  stateWeight: ratio(0.2, { meaning: 'weight of state-oscillation' }),
  errorWeight: ratio(0.2, { meaning: 'weight of error-cycle' }),
  tokenWeight: ratio(0.15, { meaning: 'weight of token-pattern' }),
};

type Votes = OptionsOf<typeof options>;

/** The detectors vote: one sure finding, several nearly sure ones, or a weighted sum. */
export const byVotes: Aggregator<typeof options> = {
  options,
  aggregate(fresh, standing, limits) {
    const now = Math.max(...fresh.map(({ signal }) => signal.evidence.last));
    const recent = standing.filter(
      ({ signal, isOver }) => isOver !== true && now - signal.evidence.last < limits.memory,
    );
    const scores = recent.map(({ signal }) => signal.score);
    const isLoop =
      scores.some((score) => score > limits.single) ||
      scores.filter((score) => score > limits.several).length >= limits.quorum ||
      weightedSum(recent, limits) > limits.weighted;
    return verdictOf(fresh, isLoop);
  },
};

export function weightedSum(findings: readonly RecentFinding[], weights: Votes): number {
  const weightOf: Readonly<Record<string, number>> = {
    'tool-repetition': weights.toolWeight,
    'output-similarity': weights.outputWeight,
    'state-oscillation': weights.stateWeight,
    'error-cycle': weights.errorWeight,
    'token-pattern': weights.tokenWeight,
  };
  return findings.reduce((sum, { detector, signal }) => sum + (weightOf[detector] ?? 0) * signal.score, 0);
}
