import { integer, type OptionSpec, type OptionsOf } from '../detection/options.js';
import { shareOf } from '../detection/score.js';
import { primaryOf } from './classify.js';
import { type Echo, HEALTHY, type Verdict, type Voice } from './verdict.js';

/** Signals → verdict. `fresh` are the voices of this event, `standing` is what is left of the newest of each detector. */
export interface Judge<Spec extends OptionSpec = OptionSpec> {
  readonly options: Spec;
  readonly judge: (fresh: readonly Voice[], standing: readonly Echo[], options: OptionsOf<Spec>) => Verdict;
}

/** A judge whose own options do not matter to the one who asks it; a method for the same reason as in `AnyDetector`. */
export interface AnyJudge {
  readonly options: OptionSpec;
  judge(this: void, fresh: readonly Voice[], standing: readonly Echo[], options: object): Verdict;
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

/** The verdict that names the surest finding: a loop, or only a sign of one. */
export function verdictOf(voices: readonly Voice[], isLoop: boolean): Verdict {
  const primary = primaryOf(voices);
  if (!primary) return HEALTHY;
  return { status: isLoop ? 'looping' : 'suspicious', score: primary.signal.score, voices, primary };
}
