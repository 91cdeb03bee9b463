import type { Verdict } from '../verdict/verdict.js';
import type { Archive, ArchiveQuery, KnownPattern, Tries } from './archive.js';
import { type ArchivedStrategy, strategyWords } from './strategy.js';

/** What earlier sessions say about a loop, or about the first sign of one. */
export interface PreventionHint {
  readonly text: string;
  /** The strategy that ended such loops most often, if any did. */
  readonly strategy?: ArchivedStrategy;
  /** People let most of them continue: they may not be loops at all. */
  readonly isDisputed: boolean;
  readonly known: readonly KnownPattern[];
}

/** Queries at the first sign, so that an agent can try what helped before the loop is complete. */
export function preventionHint(
  archive: Pick<Archive, 'known'>,
  { primary }: Pick<Verdict, 'primary'>,
  query?: ArchiveQuery,
): PreventionHint | undefined {
  if (!primary) return undefined;
  const known = archive.known(primary, query);
  const best = known[0];
  if (!best) return undefined;
  const seen = sum(known, ({ row }) => row.seen);
  const disputes = sum(known, ({ row }) => row.overrides + row.falseAlarms);
  const isDisputed = disputes > 0 && 2 * disputes >= seen;
  const tries = triesOf(known);
  const [helped] = tries.filter(([, { recovered }]) => recovered > 0);
  const sentences = [
    `A loop like this one was seen ${times(seen)} before (${Math.round(100 * best.likeness)} % alike).`,
    ...(helped ? [endedBy(helped)] : []),
    ...tries.filter(([, { recovered, failed }]) => recovered === 0 && failed > 0).map(didNotHelp),
    ...(isDisputed ? [`People let it go on or called it a false alarm ${times(disputes)}.`] : []),
  ];
  return { text: sentences.join(' '), ...(helped && { strategy: helped[0] }), isDisputed, known };
}

type Tried = readonly [ArchivedStrategy, Tries];

/** Over all known patterns: the highest share of successes first; if equal, the one with more tries. */
function triesOf(known: readonly KnownPattern[]): Tried[] {
  const totals = new Map<ArchivedStrategy, Tries>();
  for (const { row } of known) {
    for (const [strategy, { recovered, failed }] of Object.entries(row.outcomes) as Tried[]) {
      const before = totals.get(strategy) ?? { recovered: 0, failed: 0 };
      totals.set(strategy, { recovered: before.recovered + recovered, failed: before.failed + failed });
    }
  }
  return [...totals].sort(([, a], [, b]) => worth(b) - worth(a));
}

/** A share that one lucky case does not raise to 1. */
function worth({ recovered, failed }: Tries): number {
  return (recovered + 1) / (recovered + failed + 2);
}

function endedBy([strategy, { recovered, failed }]: Tried): string {
  return `It was ended by ${strategyWords(strategy)} in ${recovered} of ${recovered + failed} cases.`;
}

function didNotHelp([strategy, { failed }]: Tried): string {
  return `It came back after ${strategyWords(strategy)} (${times(failed)}).`;
}

function sum(known: readonly KnownPattern[], of: (one: KnownPattern) => number): number {
  return known.reduce((total, one) => total + of(one), 0);
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
