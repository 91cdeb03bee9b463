import { isCounted } from './envelope.js';

/** How one slot has behaved so far. */
export interface SlotTrend {
  readonly up: number;
  readonly down: number;
  /** The last step. */
  readonly step: number;
  /** Steps that were as large as the one before. */
  readonly even: number;
  readonly changes: number;
  /** Steps that were as large as the number of calls since the last one, of the session or of the tool. */
  readonly ticks: number;
  /** There were other calls between. */
  readonly isSpread: boolean;
  readonly seen: number;
}

export const NEW_TREND: SlotTrend = {
  up: 0,
  down: 0,
  step: 0,
  even: 0,
  changes: 0,
  ticks: 0,
  isSpread: false,
  seen: 0,
};

/** How many calls were made since the call was last made, this one included: of all tools, and of this one. */
export interface Since {
  readonly calls: number;
  readonly ofTool: number;
}

/** Values drawn at random go one way four times in a row once in sixty times; a position always does. */
const ONE_WAY = 4;

/** Noise in the results of other calls, and a position in those of this one. */
export function isOneWay({ up, down, changes, seen, ticks, step }: SlotTrend, value: number): boolean {
  const isSteady = changes >= ONE_WAY && changes === seen && (up === 0 || down === 0);
  return isSteady && ticks < changes && !isCounted(value - step, value) && step !== -1;
}

/** It counts the calls of the session, whatever they are. */
export function isTicking({ ticks, changes, isSpread }: SlotTrend): boolean {
  return isSpread && changes >= 2 && ticks === changes;
}

export function trendAfter(
  trend: SlotTrend,
  before: number,
  now: number,
  { calls, ofTool }: Since,
): SlotTrend {
  const seen = trend.seen + 1;
  if (before === now) return { ...trend, seen };
  const step = now - before;
  return {
    up: trend.up + (step > 0 ? 1 : 0),
    down: trend.down + (step > 0 ? 0 : 1),
    step,
    even: trend.even + (trend.changes > 0 && step === trend.step ? 1 : 0),
    changes: trend.changes + 1,
    ticks: trend.ticks + (step === calls || step === ofTool ? 1 : 0),
    isSpread: trend.isSpread || calls > 1,
    seen,
  };
}
