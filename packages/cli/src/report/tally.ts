import type { Origin } from '../scan/finding.js';
import type { Category } from '@rutbreak/core';
import type { TraceReport } from '../scan/trace-report.js';

/** Where the waste is: the number of calls, by what they have in common. */
export interface Tally {
  readonly category: ReadonlyMap<string, number>;
  readonly agent: ReadonlyMap<string, number>;
  readonly model: ReadonlyMap<string, number>;
  readonly tool: ReadonlyMap<string, number>;
}

export const NO_TALLY: Tally = { category: new Map(), agent: new Map(), model: new Map(), tool: new Map() };

/** A loop without a wasted call, in a text or in states, counts once. */
export function addToTally(tally: Tally, report: TraceReport, { agent, model, tools }: Origin): Tally {
  if (report.verdict !== 'looping') return tally;
  const calls = Math.max(1, report.wasted.calls);
  return {
    category: plus(tally.category, categoryOf(report), calls),
    agent: plus(tally.agent, agent, calls),
    model: plus(tally.model, model, calls),
    tool: tools.reduce((map, tool) => plus(map, tool, 1), tally.tool),
  };
}

function categoryOf({ interventions }: TraceReport): Category | undefined {
  return (interventions.find(({ rung }) => rung !== 'observe') ?? interventions[0])?.category;
}

function plus(
  map: ReadonlyMap<string, number>,
  key: string | undefined,
  count: number,
): ReadonlyMap<string, number> {
  return key === undefined ? map : new Map(map).set(key, (map.get(key) ?? 0) + count);
}

/** The most first. */
export function ranked(
  map: ReadonlyMap<string, number>,
  most: number,
): readonly (readonly [string, number])[] {
  return [...map].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, most);
}
