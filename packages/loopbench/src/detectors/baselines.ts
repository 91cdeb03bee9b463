import type { Detector } from './detector.js';

/** Events after which the length-only detector speaks: about the length of half of the traces. */
const LONG = 24;
/** No trace is longer than this as far as its score goes. */
const LONGEST = 1000;

/**
 * Knows the labels of an earlier run by the ids of that run, and otherwise goes by the id itself. It finds nothing as long
 * as ids are drawn anew: if it ever does, ids give labels away.
 */
export function idLookup(labels: ReadonlyMap<string, boolean>): Detector {
  return {
    name: 'id-lookup',
    start: ({ id }) => {
      const label = labels.get(id);
      const score = label === undefined ? numberOf(id) : Number(label);
      return { observe: () => ({ action: score > 0.5 ? 'warn' : 'none', score }) };
    },
  };
}

/** From 0 to 1, in the order of the alphabet: ids of one prefix get similar scores. */
function numberOf(id: string): number {
  const codes = Array.from(id.slice(0, 8), (letter) => letter.charCodeAt(0) % 128);
  return codes.reduce((sum, code, i) => sum + code / 128 ** (i + 1), 0);
}

/** Knows nothing but how many events there were. */
export const lengthOnly: Detector = {
  name: 'length-only',
  start: () => {
    let events = 0;
    return {
      observe: () => {
        events++;
        return { action: events >= LONG ? 'warn' : 'none', score: Math.min(1, events / LONGEST) };
      },
    };
  },
};
