import { jaccard } from '../event/sketch.js';
import { type Answer, type Miss, WORDS } from './rewording.js';

export function isSameAnswer(one: Answer, last: Answer): boolean {
  return one.target === last.target && (one.outcome === last.outcome || one.own === last.own);
}

/** The very same answer needs little likeness of the questions; one that only quotes them differently needs more. */
export function isRewording(one: Answer, other: Answer, likeness: number): boolean {
  if (one === other) return false;
  // The same place of a file again is no other place.
  if (one.words === '') return one.call !== other.call;
  // The same news sent again; other figures are other news.
  if (one.isSend && one.figures !== other.figures) return false;
  const isEqual = one.outcome === other.outcome && !one.isSend;
  return jaccard(one.words, other.words, WORDS) >= (isEqual ? likeness / 2 : likeness);
}

/** Only numbers vary, and none comes twice: seeds, sizes and settings that are gone through. */
export function isSweep(found: readonly { readonly call: number; readonly words: string }[]): boolean {
  const [first] = found;
  return found.every(
    ({ call, words }, i) => words === first?.words && found.findIndex((one) => one.call === call) === i,
  );
}

/** Many things looked up once each is a batch; one thing looked for in other words is a search that goes nowhere. */
export function isRelated(one: Miss, other: Miss): boolean {
  if (one === other) return false;
  if (one.path !== '' && one.path === other.path) return true;
  const likeness = jaccard(one.words, other.words, WORDS);
  if (one.isSilent) return one.frame === other.frame && likeness >= 0.8;
  return likeness >= (one.kin === other.kin ? 0.25 : 0.34);
}
