import { HAS_WAIT, type History, NEWS, WAIT, WRITE } from '../../session/history.js';
import type { CallRecord } from '../../session/session.js';
import { defineDetector } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { integer } from '../options.js';
import { limitScore, SIGN, urgencyOf } from '../score.js';

const options = {
  laps: integer(3, { min: 2, meaning: 'laps of a cycle that make a loop' }),
  stepLaps: integer(6, { min: 2, meaning: 'the same, where all calls are one call with changing outcomes' }),
  waitLaps: integer(7, { min: 2, meaning: 'the same, where the cycle waits' }),
  strangers: integer(1, { min: 0, meaning: 'calls a lap that do not belong to the cycle, at most' }),
};

interface Cycle {
  readonly period: number;
  readonly laps: number;
  /** Positions in the history, oldest first. */
  readonly at: readonly number[];
}

/** Several calls with their outcomes come round again in the same order; an odd call in between does not hide them. */
export const callLoop = defineDetector({
  meta: {
    id: 'call-loop',
    summary: 'A sequence of calls and outcomes repeats as a whole.',
    listens: ['call'],
    family: 'calls',
    isClose: true,
    memory: 'run',
    calls: () => 16,
    options,
    messages: {
      alternation: { text: '{{call}} and {{other}} in turn, {{count}}x', category: 'TOOL_PING_PONG' },
      cycle: { text: 'the same {{period}} calls {{count}}x, from {{call}}', category: 'TOOL_PING_PONG' },
    },
  },

  init: () => ({}),

  step(state, { session, call }, limits) {
    const { history } = session;
    const strict = call ? findCycle(history, strictSymbols(history), limits.strangers) : undefined;
    const cycle = strict ?? (call ? findLoose(history, limits.strangers) : undefined);
    if (!call || !cycle) return { state };
    const lap = cycle.at.slice(-cycle.period);
    const limit = lapLimit(history, lap, limits) + (strict ? 0 : 1);
    const share = cycle.laps / limit;
    if (share < SIGN) return { state };
    const labels = lap.map((i) => labelOf(session.calls, history.seq[i]!));
    const found = cycle.at.slice(-2 * cycle.period).map((i, k) => ({ seq: history.seq[i]!, label: labels[k % cycle.period]! }));
    return {
      state,
      signal: {
        messageId: cycle.period === 2 ? 'alternation' : 'cycle',
        score: limitScore(share),
        urgency: urgencyOf(share),
        identity: `cycle:${lap.reduce((sum, i) => sum + history.call[i]! + history.outcome[i]!, 0)}`,
        data: { call: labels[0]!, other: labels.at(-1)!, period: cycle.period, count: cycle.laps },
        evidence: evidenceOf(found, { window: history.call.length, count: cycle.laps, examples: labels }),
      },
    };
  },
});

function labelOf(calls: readonly CallRecord[], seq: number): string {
  return calls.find((one) => one.seq === seq)?.label ?? `call ${seq}`;
}

/** The shortest period of two calls or more at the end, among the calls that occur more than once. */
function findCycle(history: History, symbols: readonly number[], strangers: number): Cycle | undefined {
  if (!isKnown(symbols)) return undefined;
  const at = recurring(history, symbols);
  const symbol = (k: number): number => symbols[at[k]!]!;
  const last = at.length - 1;
  for (let period = 2; period <= at.length / 2; period++) {
    if (symbol(last) !== symbol(last - period)) continue;
    let length = period;
    while (length <= last && symbol(last - length) === symbol(last - length + period)) length++;
    const laps = Math.floor(length / period);
    if (laps < 2 || isUniform(at.slice(-period).map((i) => symbols[i]!))) continue;
    const used = at.slice(-laps * period);
    const extra = history.call.length - used[0]! - used.length;
    if (extra <= strangers * laps && !hasWork(history, used)) return { period, laps, at: used };
  }
  return undefined;
}

function strictSymbols({ call, outcome }: History): readonly number[] {
  return call.map((one, i) => one + outcome[i]!);
}

/** Blind to reworded texts, or to numbers that go nowhere; then at least two tools must take part. */
function findLoose(history: History, strangers: number): Cycle | undefined {
  const { tool, frame, call, outcome, skeleton, figure, total } = history;
  const reworded = findCycle(history, frame.map((one, i) => one + outcome[i]!), strangers);
  const cycle = reworded ?? findCycle(history, call.map((one, i) => one + skeleton[i]!), strangers);
  if (!cycle || isUniform(cycle.at.map((i) => tool[i]!))) return undefined;
  for (const i of cycle.at.slice(-cycle.period)) {
    const same = (_: number, k: number): boolean => call[k] === call[i];
    if (isTrend(figure.filter(same)) || isTrend(total.filter(same))) return undefined;
  }
  return cycle;
}

function isTrend(values: readonly number[]): boolean {
  const isUp = values.every((value, i) => i === 0 || value >= values[i - 1]!);
  const isDown = values.every((value, i) => i === 0 || value <= values[i - 1]!);
  return (isUp || isDown) && new Set(values).size >= 3;
}

/** Most calls are new, and then there is no cycle to look for. */
function isKnown(symbols: readonly number[]): boolean {
  return symbols.indexOf(symbols.at(-1)!) < symbols.length - 1;
}

/** Positions of the calls that occur at least twice; plain waits are left out. */
function recurring(history: History, symbols: readonly number[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  return symbols.flatMap((symbol, i) => (counts.get(symbol)! > 1 && (history.flags[i]! & WAIT) === 0 ? [i] : []));
}

function isUniform(symbols: readonly number[]): boolean {
  return symbols.every((symbol) => symbol === symbols[0]);
}

/** New writes between the laps: the agent works, and looks in between. */
function hasWork(history: History, used: readonly number[]): boolean {
  let writes = 0;
  for (let i = used[0]!; i < history.call.length; i++) if ((history.flags[i]! & WRITE) !== 0 && (history.flags[i]! & NEWS) !== 0) writes++;
  return writes > 1 || history.world[used[0]!] !== history.world.at(-1);
}

function lapLimit(history: History, lap: readonly number[], limits: { laps: number; stepLaps: number; waitLaps: number }): number {
  const from = lap[0]!;
  const waits = history.flags.slice(from).some((flags) => (flags & (WAIT | HAS_WAIT)) !== 0);
  if (waits) return limits.waitLaps;
  return isUniform(lap.map((i) => history.call[i]!)) ? limits.stepLaps : limits.laps;
}
