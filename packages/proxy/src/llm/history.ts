import { fingerprint } from '@rutbreak/core';
import type { Entry } from './entry.js';

/** What makes an entry the same as one of an earlier request. */
export interface Keyed {
  readonly entry: Entry;
  readonly key: string;
  /** How many of the same key stand before it. */
  readonly nth: number;
}

/** Older entries than these are not looked at again. */
const MOST = 20_000;

/** A call and its result are known by the call's id, whatever agents later make of the text; the rest by what it says. */
function keyOf(entry: Entry): string {
  if (entry.kind === 'call') return `c${entry.id || fingerprint([entry.name, entry.args]).print}`;
  if (entry.kind === 'result') return `r${entry.id || fingerprint([entry.name, entry.result]).print}`;
  return `${entry.kind.charAt(0)}${fingerprint(entry.text).print}`;
}

export function keyed(entries: readonly Entry[]): readonly Keyed[] {
  const counts = new Map<string, number>();
  return entries.slice(-MOST).map((entry) => {
    const key = keyOf(entry);
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    return { entry, key, nth };
  });
}

/**
 * What was not in the last request of the conversation. Entries are counted, not lined up: agents take out, shorten and put
 * in what they like, and what is left of the old is still known.
 */
export function newSince(known: ReadonlySet<string>, history: readonly Keyed[]): readonly number[] {
  return history.flatMap((one, i) => (known.has(nameOf(one)) ? [] : [i]));
}

export function nameOf({ key, nth }: Pick<Keyed, 'key' | 'nth'>): string {
  return nth === 0 ? key : `${key}#${nth}`;
}

/** Where the last thing that the model did begins: what is older than that is no reason to act now. */
export function lastRound(history: readonly Keyed[]): number {
  const isModels = (i: number): boolean => {
    const kind = history[i]?.entry.kind;
    return kind === 'assistant' || kind === 'call';
  };
  let at = history.length - 1;
  while (at >= 0 && !isModels(at)) at--;
  while (at >= 0 && isModels(at)) at--;
  return at + 1;
}

export interface Call {
  readonly name: string;
  readonly args: unknown;
  /** Calls of one step of the model share a number. */
  readonly round: number;
}

/** The call of each result, by the result's index. Where a protocol has no ids, calls of one name are answered in their order. */
export function callsOf(history: readonly Keyed[]): ReadonlyMap<number, Call> {
  const open = new Map<string, Call[]>();
  const calls = new Map<number, Call>();
  let round = 0;
  history.forEach(({ entry }, i) => {
    if (entry.kind === 'call') {
      if (history[i - 1]?.entry.kind !== 'call') round++;
      const name = entry.id || `name ${entry.name}`;
      open.set(name, [...(open.get(name) ?? []), { name: entry.name, args: entry.args, round }]);
    } else if (entry.kind === 'result') {
      const waiting = open.get(entry.id || `name ${entry.name ?? ''}`);
      const call = entry.id === '' ? waiting?.shift() : waiting?.[0];
      if (call) calls.set(i, call);
    }
  });
  return calls;
}
