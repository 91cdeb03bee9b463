import { columnsOf, HAS_WAIT, type History, WAIT } from '../session/history.js';
import { likenessOf, type Saying } from '../session/speech.js';

/** Messages, oldest first. */
export type Said = readonly Saying[];

/** The same words about another number each time, nobody asks, and each time something new came of it. */
export function isReport(same: Said): boolean {
  return same.every((one, i) => {
    const before = same[i - 1];
    if (!before) return true;
    return one.task === before.task && one.progress > before.progress && one.spelling !== before.spelling;
  });
}

/** A set phrase that comes back while each time something else is asked, and something else is said. */
export function isRefrain(said: Said, alike: Said): boolean {
  const { seq, task } = alike[0]!;
  const others = said.filter((one) => one.seq > seq && one.saysNew && !alike.includes(one));
  return alike.at(-1)!.task - task >= alike.length - 1 && 2 * others.length >= alike.length - 1;
}

/** Each of them answers a question of its own, and something was looked up for it: many people ask the same. */
function isService(alike: Said): boolean {
  if (alike.length < 3) return false;
  return alike.every((one, i) => {
    const before = alike[i - 1];
    if (!before) return true;
    return one.task > before.task && one.deeds > before.deeds && one.spelling === before.spelling;
  });
}

/** What counts of such a phrase is only what came of it. */
export function isPhrase(said: Said, alike: Said): boolean {
  return isRefrain(said, alike) || isService(alike);
}

/** Calls since this event that did nothing but wait, or waited too. */
export function waitsSince(history: History, since: number): number {
  const { seq, flags } = columnsOf(history);
  let waits = 0;
  for (let i = seq.length - 1; i >= 0 && seq[i]! > since; i--)
    if ((flags[i]! & (WAIT | HAS_WAIT)) !== 0) waits++;
  return waits;
}

interface Limits {
  readonly verbatim: number;
  readonly busy: number;
  readonly working: number;
}

/** How many equal messages are too many, by what happened between them. */
export function verbatimLimit(said: Said, same: Said, limits: Limits): number {
  const first = same[0]!;
  const last = same.at(-1)!;
  if (last.world - first.world > 1 || isRefrain(said, same)) return limits.working;
  if (isService(same)) return 2 * limits.working;
  const isIdle = last.progress - first.progress <= 1 && first.task === last.task;
  return isIdle ? limits.verbatim : limits.busy;
}

interface Weights {
  readonly progress: number;
  readonly asked: number;
}

/** What an earlier message counts beside the last one that is like it. */
export function weightOf(one: Saying, last: Saying, limits: Weights): number {
  if (one === last) return 1;
  if (one.progress !== last.progress || last.namesNew) return limits.progress;
  if (one.task === last.task) return 1;
  // The next question of a form, or of a lesson, in one mould.
  return last.saysNew ? limits.progress : limits.asked;
}

/** Does the one go on in the other, in other words and with nothing done between? */
export function isReworded(one: Saying, next: Saying, paraphrase: number): boolean {
  return one.task === next.task && one.deeds === next.deeds && likenessOf(one, next) >= paraphrase;
}
