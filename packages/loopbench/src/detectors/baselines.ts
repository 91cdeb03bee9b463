import type { Detector } from './detector.js';

/** The number of events at which the length-only detector fires: about half of the traces are longer. */
const LONG = 24;
/** Longer traces get the same score. */
const LONGEST = 1000;

/**
 * Knows the labels of an earlier run by the ids of that run, and otherwise uses the id itself. It finds
 * nothing as long as ids are new in every run: if it ever finds something, ids reveal labels.
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

/** From 0 to 1, in alphabetical order: ids with one prefix get similar scores. */
function numberOf(id: string): number {
  const codes = Array.from(id.slice(0, 8), (letter) => letter.charCodeAt(0) % 128);
  return codes.reduce((sum, code, i) => sum + code / 128 ** (i + 1), 0);
}

/** Knows only the number of events. */
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
