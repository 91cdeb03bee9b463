import { integer, type OptionSpec, type OptionsOf, ratio } from '../detection/options.js';
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
  together: integer(100, {
    min: 100,
    max: 200,
    meaning: 'percent of their limits that signs of two families must reach together',
  }),
  two: integer(165, {
    min: 100,
    max: 200,
    meaning: 'the same for signs of any two detectors',
  }),
  three: integer(175, {
    min: 100,
    max: 300,
    meaning: 'the same for signs of any three detectors',
  }),
  least: integer(50, {
    min: 1,
    max: 100,
    meaning: 'percent of its limit below which a sign supports nothing',
  }),
  reach: integer(4, { meaning: 'events for which a sign stands' }),
  suspicious: ratio(1 / 3, { meaning: 'probability of a loop from which a sign is noted' }),
};

type EvidenceOptions = OptionsOf<typeof evidence>;

/** Detectors look at the same calls: they must agree in time, and come closer to their limits than two families. */
const AT_ONCE = 1;

/**
 * Whoever reaches its limit is right; so are signs of two families, or of two or three detectors, that nearly do.
 * Probabilities have no say in that: they tell which of the other signs are worth a note.
 */
export const byEvidence: Judge<typeof evidence> = {
  options: evidence,
  judge(fresh, standing, options) {
    if (fresh.some(({ signal }) => signal.urgency !== 'note')) return verdictOf(fresh, true);
    const now = Math.max(...fresh.map(({ signal }) => signal.evidence.last));
    const signs = standing.filter((one) => shareOf(one) >= options.least);
    const isLoop = familiesAgree(signs, now, options) || detectorsAgree(signs, now, options);
    const isNoted = isLoop || fresh.some(({ signal }) => signal.score >= options.suspicious);
    return isNoted ? verdictOf(fresh, isLoop) : HEALTHY;
  },
};

/** Percent of its limit. */
function shareOf({ signal }: Echo): number {
  return 100 * Math.min(1, signal.share ?? signal.score);
}

function familiesAgree(signs: readonly Echo[], now: number, { reach, together }: EvidenceOptions): boolean {
  const best = new Map<string, number>();
  for (const sign of signs)
    if (now - sign.signal.evidence.last <= reach)
      best.set(sign.family, Math.max(shareOf(sign), best.get(sign.family) ?? 0));
  const [first = 0, second = 0] = [...best.values()].sort((a, b) => b - a);
  return second > 0 && first + second >= together;
}

function detectorsAgree(signs: readonly Echo[], now: number, { two, three }: EvidenceOptions): boolean {
  const [first = 0, second = 0, third = 0] = signs
    .filter(({ signal }) => now - signal.evidence.last <= AT_ONCE)
    .map(shareOf)
    .sort((a, b) => b - a);
  return (second > 0 && first + second >= two) || (third > 0 && first + second + third >= three);
}

/** The verdict that names the surest finding: a loop, or only a sign of one. */
export function verdictOf(voices: readonly Voice[], isLoop: boolean): Verdict {
  const primary = primaryOf(voices);
  if (!primary) return HEALTHY;
  return { status: isLoop ? 'looping' : 'suspicious', score: primary.signal.score, voices, primary };
}
