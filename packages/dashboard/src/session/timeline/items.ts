import type { DagGraph, Loop } from '../../contract.js';
import { type EventRow, loopAt } from './event-rows.js';
import { isRowOf, withoutQuestions } from './questions.js';
import { findRuns } from './runs.js';

export type Intervention = DagGraph['interventions'][number];

/** One line of the timeline. */
export type TimelineItem =
  | { readonly kind: 'event'; readonly row: EventRow; readonly isInside: boolean }
  | RepeatItem
  | InterventionItem;

/** Events that repeat, as one line until a person opens it. */
export interface RepeatItem {
  readonly kind: 'repeat';
  readonly rows: readonly EventRow[];
  readonly period: number;
  readonly count: number;
  /** Since when the results are the same; null while they change. */
  readonly unchangedSince: number | null;
  readonly isOpen: boolean;
}

/** An intervention at its moment, and the first event after it. */
export interface InterventionItem {
  readonly kind: 'intervention';
  readonly intervention: Intervention;
  /** How many of the same kind followed before anything else was done. */
  readonly times: number;
  readonly next: EventRow | undefined;
  /** The next event repeats the last one before the intervention. */
  readonly isIgnored: boolean;
}

interface Sources {
  readonly rows: readonly EventRow[];
  readonly loops: readonly Loop[];
  readonly interventions: readonly Intervention[];
  /** Runs with one of these events are open. */
  readonly open: ReadonlySet<number>;
}

/** The timeline with repeats collapsed and interventions at their moment. */
export function timelineItems({ rows: all, loops, interventions, open }: Sources): readonly TimelineItem[] {
  const rows = withoutQuestions(all, interventions);
  const placed = placeInterventions(rows, interventions);
  const names: Names = {
    exact: (row) => exactName(row, isInLoop(loops, row)),
    loose: (row) => (isInLoop(loops, row) ? `${row.kind} ${row.name}` : exactName(row, false)),
  };
  const runs = findRuns(rows, { ...names, isBreak: ({ seq }) => placed.has(seq) });
  const items: TimelineItem[] = [];
  let end = 0;
  for (const { items: own, period, count } of runs) {
    end += own.length;
    items.push(...(placed.get(own[0]?.seq ?? -1) ?? []));
    if (count === 1) items.push(...own.map((row) => ({ kind: 'event' as const, row, isInside: false })));
    else {
      const isOpen = own.some((row) => isRowOf(row, (seq) => open.has(seq)));
      items.push({
        kind: 'repeat',
        rows: own,
        period,
        count,
        unchangedSince: unchangedSince(rows.slice(0, end), period, names),
        isOpen,
      });
      if (isOpen) items.push(...own.map((row) => ({ kind: 'event' as const, row, isInside: true })));
    }
  }
  return [...items, ...(placed.get(Infinity) ?? [])];
}

function isInLoop(loops: readonly Loop[], { seq }: EventRow): boolean {
  return loopAt(loops, seq) !== undefined;
}

/** In a loop, numbers such as times and ids do not make a difference. */
function exactName({ kind, name, what }: EventRow, isLoop: boolean): string {
  return `${kind} ${name} ${isLoop ? withoutNumbers(what) : what}`;
}

const withoutNumbers = (text: string): string => text.replaceAll(/\d+/g, '#');

interface Names {
  readonly exact: (row: EventRow) => string;
  readonly loose: (row: EventRow) => string;
}

/**
 * When the unchanged results began: every repeat since then did the same with the result of the last one, also before an
 * intervention. Null if the last two differ.
 */
function unchangedSince(rows: readonly EventRow[], period: number, { exact, loose }: Names): number | null {
  const nameOf = period === 1 ? exact : loose;
  const isSame = (a: EventRow, b: EventRow): boolean =>
    nameOf(a) === nameOf(b) && resultOf(a) === resultOf(b);
  const isRound = (first: number): boolean =>
    rows.slice(first, first + period).every((row, i) => isSame(row, rows[first - period + i] as EventRow));
  let first = rows.length - period;
  while (first >= period && isRound(first)) first -= period;
  return first > rows.length - 2 * period ? null : (rows[first]?.at ?? null);
}

function resultOf({ isDerived, result }: EventRow): string {
  return isDerived ? '' : withoutNumbers(result);
}

type PlacedInterventions = ReadonlyMap<number, readonly InterventionItem[]>;

/** Interventions by the event before which they are shown; Infinity: after the last one. */
function placeInterventions(
  rows: readonly EventRow[],
  interventions: readonly Intervention[],
): PlacedInterventions {
  const placed = new Map<number, InterventionItem[]>();
  for (const { intervention, times } of merged(interventions)) {
    const { seq, at } = intervention;
    // Events that the guard derives from a call are no reaction of the agent.
    const index = rows.findIndex((row) => !row.isDerived && (seq === null ? row.at > at : row.seq > seq));
    const next = index < 0 ? undefined : rows[index];
    const before = index < 0 ? rows.at(-1) : rows[index - 1];
    const isIgnored = next !== undefined && before !== undefined && isAgain(next, rows, index);
    const item = { kind: 'intervention' as const, intervention, times, next, isIgnored };
    const key = next?.seq ?? Infinity;
    placed.set(key, [...(placed.get(key) ?? []), item]);
  }
  return placed;
}

/** Other steps of a cycle may come between two repeats. */
const CYCLE = 6;

function isAgain(next: EventRow, rows: readonly EventRow[], index: number): boolean {
  const name = actName(next);
  return rows.slice(Math.max(0, index - CYCLE), index).some((row) => actName(row) === name);
}

/** To ask for a call again is to try it again. */
function actName(row: EventRow): string {
  return exactName(row.kind === 'attempt' ? { ...row, kind: 'call' } : row, true);
}

/** The same intervention several times in a row is one line. */
function merged(
  interventions: readonly Intervention[],
): readonly { readonly intervention: Intervention; readonly times: number }[] {
  const all: { intervention: Intervention; times: number }[] = [];
  for (const intervention of interventions) {
    const last = all.at(-1);
    if (last?.intervention.what === intervention.what && last.intervention.by === intervention.by)
      last.times += intervention.times ?? 1;
    else all.push({ intervention, times: intervention.times ?? 1 });
  }
  return all;
}

/** The line that shows an event: its own, or the collapsed repeat that contains it. */
export function indexOfEvent(items: readonly TimelineItem[], seq: number): number {
  const isWanted = (row: EventRow): boolean => isRowOf(row, (one) => one === seq);
  const own = items.findIndex((item) => item.kind === 'event' && isWanted(item.row));
  if (own >= 0) return own;
  return items.findIndex((item) => item.kind === 'repeat' && item.rows.some(isWanted));
}
