import { anyAt, bitsAt, countAt, putAny, putBits, putCount } from './packed.js';
import { type Form, putOn, type Shelf, takeAll } from './shelf.js';
import type { Saying } from './speech.js';

const SAYS_NEW = 1;
const NAMES_NEW = 2;
const IS_CREDITED = 4;

/** How a saying is kept; what is read stands where it was written. */
const FORM: Form<Saying> = {
  labels: 5,
  width: 22,
  write(into, one) {
    putCount(into, one.seq);
    putCount(into, one.print);
    putCount(into, one.mould);
    putBits(into, one.size);
    putAny(into, one.novelty);
    putBits(
      into,
      (one.saysNew ? SAYS_NEW : 0) | (one.namesNew ? NAMES_NEW : 0) | (one.isCredited ? IS_CREDITED : 0),
    );
    putCount(into, one.progress);
    putCount(into, one.world);
    putCount(into, one.task);
    putCount(into, one.deeds);
    putCount(into, one.spelling);
  },
  read(rows, at, label, [words = '']) {
    const flags = bitsAt(rows, at + 11);
    return {
      seq: countAt(rows, at),
      label,
      print: countAt(rows, at + 2),
      words,
      mould: countAt(rows, at + 4),
      size: bitsAt(rows, at + 6),
      novelty: anyAt(rows, at + 7),
      saysNew: (flags & SAYS_NEW) !== 0,
      namesNew: (flags & NAMES_NEW) !== 0,
      isCredited: (flags & IS_CREDITED) !== 0,
      progress: countAt(rows, at + 12),
      world: countAt(rows, at + 14),
      task: countAt(rows, at + 16),
      deeds: countAt(rows, at + 18),
      spelling: countAt(rows, at + 20),
    };
  },
  sketches: ({ words }) => [words],
  count: 1,
};

export function keepSaying(said: Shelf, saying: Saying, window: number): Shelf {
  return putOn(said, saying, FORM, window);
}

export function sayingsOf(said: Shelf): readonly Saying[] {
  return takeAll(said, FORM);
}
