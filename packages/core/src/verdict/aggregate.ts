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
    meaning: 'percent of its limit below which a sign is none of a pair',
  }),
  reach: integer(4, { meaning: 'events for which a sign stands' }),
  suspicious: ratio(1 / 3, { meaning: 'probability of a loop from which a sign is noted' }),
};

/** Two detectors of any family must agree in time. */
const AT_ONCE = 1;
/** Percent of its limit that a sign must have reached if its detector no longer gives it. */
const FAR = 60;

/**
 * A detector at its limit decides alone. So do signs of two families together, or of two detectors that nearly reach
 * theirs: detectors read the same calls, so they must be closer. Signs of three may be weaker, and one may be some events old.
 * Probabilities do not count here: they only select the signs worth a note.
 */
export const byEvidence: Aggregator<typeof evidence> = {
  options: evidence,
  aggregate(fresh, standing, options) {
    if (fresh.some(({ signal }) => signal.urgency !== 'note')) return verdictOf(fresh, true);
    const now = Math.max(...fresh.map(({ signal }) => signal.evidence.last));
    const within = (events: number): readonly RecentFinding[] =>
      standing.filter(({ signal }) => now - signal.evidence.last <= events);
    const isOne = (sign: RecentFinding): boolean => sign.isOver !== true && shareOf(sign) >= options.least;
    const isLoop =
      familiesReach(within(options.reach).filter(isOne)) >= options.together ||
      best(2, within(AT_ONCE).filter(isOne).map(shareOf)) >= options.two ||
      best(3, within(options.reach).filter(isOpen).map(shareOf)) >= options.three;
    const isNoted = isLoop || fresh.some(({ signal }) => signal.score >= options.suspicious);
    return isNoted ? verdictOf(fresh, isLoop) : HEALTHY;
  },
};

/** Percent of its limit. */
function shareOf({ signal }: RecentFinding): number {
  return 100 * Math.min(1, signal.share ?? signal.score);
}

/**
 * Whether a sign may join two others. One that its detector no longer gives must have come far; a loop has had its own
 * verdict, and says nothing about what comes after it.
 */
function isOpen(sign: RecentFinding): boolean {
  const share = shareOf(sign);
  return sign.isOver !== true || (share >= FAR && share < 100);
}

/** What the surest signs of the two surest families reach together; 0 if there is one family. */
function familiesReach(signs: readonly RecentFinding[]): number {
  const byFamily = new Map<string, number>();
  for (const sign of signs)
    byFamily.set(sign.family, Math.max(shareOf(sign), byFamily.get(sign.family) ?? 0));
  return best(2, [...byFamily.values()]);
}

/** The sum of the `count` highest shares; 0 if there are fewer. */
function best(count: number, shares: readonly number[]): number {
  if (shares.length < count) return 0;
  const highest = [...shares].sort((a, b) => b - a).slice(0, count);
  return highest.reduce((sum, share) => sum + share, 0);
}

/** The verdict of the most certain finding: a loop, or only a sign of one. */
export function verdictOf(findings: readonly Finding[], isLoop: boolean): Verdict {
  const primary = topFinding(findings);
  if (!primary) return HEALTHY;
  return { status: isLoop ? 'looping' : 'suspicious', score: primary.signal.score, findings, primary };
}
