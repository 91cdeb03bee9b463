import { fingerprint } from '@rutbreak/core/detectors';
import type { Entry } from '../protocols/history-entry.js';

/** A history entry with a key that identifies it across requests. */
export interface Keyed {
  readonly entry: Entry;
  readonly key: string;
  /** How many entries before it have the same key. */
  readonly nth: number;
}

/** Older entries are ignored. */
const MOST = 20_000;

/**
 * The id of a call identifies the call and its result, even if the agent edits them later. Other entries are identified
 * by their text.
 */
function keyOf(entry: Entry): string {
  if (entry.kind === 'call')
    return entry.id === '' ? `c${fingerprint([entry.name, entry.args]).print}` : callKey(entry.id);
  if (entry.kind === 'result') return `r${entry.id || fingerprint([entry.name, entry.result]).print}`;
  return `${entry.kind.charAt(0)}${fingerprint(entry.text).print}`;
}

export function callKey(id: string): string {
  return `c${id}`;
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
 * Indexes of the entries that the previous request did not contain. Agents remove, shorten and insert entries, so this
 * compares counts instead of aligning the lists.
 */
export function newSince(known: ReadonlySet<string>, history: readonly Keyed[]): readonly number[] {
  return history.flatMap((one, i) => (known.has(nameOf(one)) ? [] : [i]));
}

export function nameOf({ key, nth }: Pick<Keyed, 'key' | 'nth'>): string {
  return nth === 0 ? key : `${key}#${nth}`;
}

/** The index at which the model's last step begins. Older entries are no reason to act now. */
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
  /** Calls of one model step share a round. */
  readonly round: number;
}

/** The call of each result, by the index of the result. Without ids, results of one tool come in the order of its calls. */
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
