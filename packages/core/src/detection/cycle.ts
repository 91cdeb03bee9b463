import { type Columns, NEWS, WAIT, WRITE } from '../session/history.js';
import { periodicLength } from './period.js';

/** A sequence of calls that comes round again at the end of the history. */
export interface Cycle {
  readonly period: number;
  readonly laps: number;
  /** Positions in the history, oldest first. */
  readonly at: readonly number[];
  /** Equal for the same cycle, wherever its laps begin. */
  readonly identity: number;
}

/**
 * The shortest cycle of two calls or more at the end, among the calls that occur more than once. Two columns make a
 * symbol; `strangers` is how many calls a lap may come in between.
 */
export function findCycle(
  history: Columns,
  one: readonly number[],
  other: readonly number[],
  strangers: number,
): Cycle | undefined {
  const symbols = one.map((value, i) => value + other[i]!);
  if (symbols.indexOf(symbols.at(-1)!) === symbols.length - 1) return undefined;
  const at = recurring(history, symbols);
  const values = at.map((i) => symbols[i]!);
  for (let period = 2; period <= values.length / 2; period++) {
    const laps = Math.floor(periodicLength(values, period) / period);
    if (laps < 2 || isUniform(values.slice(-period))) continue;
    const used = at.slice(-laps * period);
    const extra = history.call.length - used[0]! - used.length;
    if (extra > strangers * laps || hasWork(history, used[0]!)) continue;
    return { period, laps, at: used, identity: values.slice(-period).reduce((sum, value) => sum + value, 0) };
  }
  return undefined;
}

/** Positions of the calls that occur at least twice; plain waits are left out. */
function recurring({ flags }: Columns, symbols: readonly number[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  const found: number[] = [];
  for (let i = 0; i < symbols.length; i++) {
    if (counts.get(symbols[i]!)! > 1 && (flags[i]! & WAIT) === 0) found.push(i);
  }
  return found;
}

export function isUniform(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}

/** New writes since the first lap: the agent works, and looks in between. */
function hasWork({ flags, world }: Columns, from: number): boolean {
  let writes = 0;
  for (let i = from; i < flags.length; i++) if ((flags[i]! & (WRITE | NEWS)) === (WRITE | NEWS)) writes++;
  return writes > 1 || world[from] !== world.at(-1);
}

/** Values that only rise, or only fall, through three of them or more; of two, any step may be the start of that. */
export function isTrend(values: readonly number[]): boolean {
  let up = 0;
  let down = 0;
  for (let i = 1; i < values.length; i++) {
    if (values[i]! > values[i - 1]!) up++;
    if (values[i]! < values[i - 1]!) down++;
  }
  return Math.min(up, down) === 0 && up + down >= Math.min(2, values.length - 1) && up + down > 0;
}
