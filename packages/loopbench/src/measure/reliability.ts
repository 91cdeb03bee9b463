import { groupBy } from '../group.js';
import type { Run, SignalAt } from './run.js';
import { isBefore } from './score.js';

/** Signals whose score lies in [from, from + 0.1), the last bin with 1. */
export interface Bin {
  readonly from: number;
  readonly signals: number;
  readonly true: number;
  /** The same with each detector counted once per trace. */
  readonly traces: number;
  readonly trueTraces: number;
}

/** Of signals with this score … */
export const SURE = 0.9;
/** … this share must be true. */
export const SURE_SHARE = 0.9;

interface Judged extends SignalAt {
  readonly trace: string;
  readonly isTrue: boolean;
}

/** A signal is true on a looping trace, unless it comes well before the loop. */
function judgedSignals(runs: readonly Run[]): Judged[] {
  return runs.flatMap(({ case: { id, expect, span }, signals }) =>
    signals.map((signal) => ({
      ...signal,
      trace: id,
      isTrue: expect === 'loop' && !isBefore(span, signal.event),
    })),
  );
}

export function reliability(runs: readonly Run[]): Bin[] {
  const bins = groupBy(judgedSignals(runs), ({ score }) => Math.min(9, Math.floor(score * 10 + 1e-9)));
  return [...bins]
    .toSorted(([a], [b]) => a - b)
    .map(([bin, signals]) => ({ from: bin / 10, ...countsOf(signals) }));
}

function countsOf(signals: readonly Judged[]): Omit<Bin, 'from'> {
  const once = new Map(signals.toReversed().map((one) => [`${one.detector} ${one.trace}`, one]));
  const firsts = [...once.values()];
  const isTrue = (one: Judged): boolean => one.isTrue;
  return {
    ...{ signals: signals.length, true: signals.filter(isTrue).length },
    ...{ traces: firsts.length, trueTraces: firsts.filter(isTrue).length },
  };
}

/** The certain signals of each detector, the least accurate first. */
export function sureByDetector(runs: readonly Run[]): (Omit<Bin, 'from'> & { detector: string })[] {
  const sure = judgedSignals(runs).filter(({ score }) => score >= SURE - 1e-9);
  const byDetector = groupBy(sure, ({ detector }) => detector);
  const rows = [...byDetector].map(([detector, signals]) => ({ detector, ...countsOf(signals) }));
  return rows.toSorted((a, b) => a.true / a.signals - b.true / b.signals);
}

export function sureOf(runs: readonly Run[]): { readonly signals: number; readonly true: number } {
  return reliability(runs).find(({ from }) => from === SURE) ?? { signals: 0, true: 0 };
}
