import { HAS_WAIT, type History, WAIT } from '../session/history.js';
import type { Saying } from '../session/speech.js';

/** Messages, oldest first. */
export type Said = readonly Saying[];

/** The same words about another number each time, nobody asks, and each time something new came of it. */
export function isReport(same: Said): boolean {
  return same.every((one, i) => {
    const before = same[i - 1];
    if (!before) return true;
    return one.task === before.task && one.progress > before.progress && one.label !== before.label;
  });
}

/** A set phrase that comes back while each time something else is asked, and something else is said. */
export function isRefrain(said: Said, alike: Said): boolean {
  const { seq, task } = alike[0]!;
  const others = said.filter((one) => one.seq > seq && one.saysNew && !alike.includes(one));
  return alike.at(-1)!.task - task >= alike.length - 1 && 2 * others.length >= alike.length - 1;
}

/** Calls since this event that did nothing but wait, or waited too. */
export function waitsSince({ seq, flags }: History, since: number): number {
  let waits = 0;
  for (let i = seq.length - 1; i >= 0 && seq[i]! > since; i--)
    if ((flags[i]! & (WAIT | HAS_WAIT)) !== 0) waits++;
  return waits;
}
