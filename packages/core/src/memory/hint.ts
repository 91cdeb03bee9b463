import type { Verdict } from '../verdict/verdict.js';
import type { Archive, ArchiveQuery, KnownPattern, Tries } from './archive.js';
import { type ArchivedStrategy, strategyWords } from './strategy.js';

/** What earlier sessions say about a loop that shows, or begins to show. */
export interface PreventionHint {
  readonly text: string;
  /** What ended such loops most often, where something did. */
  readonly strategy?: ArchivedStrategy;
  /** People let most of them go on: they may be no loops at all. */
  readonly isDisputed: boolean;
  readonly known: readonly KnownPattern[];
}

/** Asks as soon as there is a sign, so that what helped before can be tried before the loop is closed. */
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

/** Over all known patterns, what helped in the largest share of cases first; of equals, the more often tried. */
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

/** A share that one lucky case does not carry to 1. */
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
