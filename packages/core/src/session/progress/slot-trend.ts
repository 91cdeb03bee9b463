import { isCounted } from './envelope.js';

/** How one slot has behaved so far. */
export interface SlotTrend {
  readonly up: number;
  readonly down: number;
  /** The last step. */
  readonly step: number;
  /** Steps of the same size as the previous one. */
  readonly even: number;
  readonly changes: number;
  /** Steps equal to the number of calls since the last one, in the session or of the tool. */
  readonly ticks: number;
  /** Other calls came in between. */
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

/** How many calls came since the last such call, including this one: of all tools, and of this one. */
export interface Since {
  readonly calls: number;
  readonly ofTool: number;
}

/** Random values go one way four times in a row once in sixty times; a position always does. */
const ONE_WAY = 4;

/** Noise in the results of other calls, but a position in those of this one. */
export function isOneWay({ up, down, changes, seen, ticks, step }: SlotTrend, value: number): boolean {
  const isSteady = changes >= ONE_WAY && changes === seen && (up === 0 || down === 0);
  return isSteady && ticks < changes && !isCounted(value - step, value) && step !== -1;
}

/** It counts the calls of the session, of any kind. */
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
