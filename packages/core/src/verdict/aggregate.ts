import { integer, type OptionSpec, type OptionsOf, ratio } from '../detection/options.js';
import { topFinding } from './top-finding.js';
import { type RecentFinding, HEALTHY, type Verdict, type Finding } from './verdict.js';

/**
 * Signals → verdict. `fresh` are the findings of this event, `standing` a short form of each detector's
 * newest one.
 */
export interface Aggregator<Spec extends OptionSpec = OptionSpec> {
  readonly options: Spec;
  readonly aggregate: (
    fresh: readonly Finding[],
    standing: readonly RecentFinding[],
    options: OptionsOf<Spec>,
  ) => Verdict;
}

/** An aggregator with its option types erased; a method for the same reason as in `AnyDetector`. */
export interface AnyAggregator {
  readonly options: OptionSpec;
  aggregate(
    this: void,
    fresh: readonly Finding[],
    standing: readonly RecentFinding[],
    options: object,
  ): Verdict;
}

/** Each detector decides alone: one warning is enough. */
export const byUrgency: Aggregator = {
  options: {},
  aggregate: (fresh) =>
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

/**
 * Detectors read the same calls, so they must agree in time, and be closer to their limits than two families.
 */
const AT_ONCE = 1;

/**
 * A detector at its limit decides alone; so do signs of two families, or of two or three detectors, that
 * nearly reach theirs. Probabilities do not count here: they only select the signs worth a note.
 */
export const byEvidence: Aggregator<typeof evidence> = {
  options: evidence,
  aggregate(fresh, standing, options) {
    if (fresh.some(({ signal }) => signal.urgency !== 'note')) return verdictOf(fresh, true);
    const now = Math.max(...fresh.map(({ signal }) => signal.evidence.last));
    const signs = standing.filter((one) => shareOf(one) >= options.least);
    const isLoop = familiesAgree(signs, now, options) || detectorsAgree(signs, now, options);
    const isNoted = isLoop || fresh.some(({ signal }) => signal.score >= options.suspicious);
    return isNoted ? verdictOf(fresh, isLoop) : HEALTHY;
  },
};

/** Percent of its limit. */
function shareOf({ signal }: RecentFinding): number {
  return 100 * Math.min(1, signal.share ?? signal.score);
}

function familiesAgree(
  signs: readonly RecentFinding[],
  now: number,
  { reach, together }: EvidenceOptions,
): boolean {
  const best = new Map<string, number>();
  for (const sign of signs)
    if (now - sign.signal.evidence.last <= reach)
      best.set(sign.family, Math.max(shareOf(sign), best.get(sign.family) ?? 0));
  const [first = 0, second = 0] = [...best.values()].sort((a, b) => b - a);
  return second > 0 && first + second >= together;
}

function detectorsAgree(
  signs: readonly RecentFinding[],
  now: number,
  { two, three }: EvidenceOptions,
): boolean {
  const [first = 0, second = 0, third = 0] = signs
    .filter(({ signal }) => now - signal.evidence.last <= AT_ONCE)
    .map(shareOf)
    .sort((a, b) => b - a);
  return (second > 0 && first + second >= two) || (third > 0 && first + second + third >= three);
}

/** The verdict of the most certain finding: a loop, or only a sign of one. */
export function verdictOf(findings: readonly Finding[], isLoop: boolean): Verdict {
  const primary = topFinding(findings);
  if (!primary) return HEALTHY;
  return { status: isLoop ? 'looping' : 'suspicious', score: primary.signal.score, findings, primary };
}
