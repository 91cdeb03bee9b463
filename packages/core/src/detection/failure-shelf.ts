import { FAILURE_CLASSES, type FailureClass } from '../event/failure.js';
import { anyAt, bitsAt, countAt, putAny, putBits, putCount } from '../session/packed.js';
import { EMPTY_SHELF, type Form, putOn, type Shelf, startsOf, takeAll } from '../session/shelf.js';
import type { Failure } from './failure-worth.js';

/** How a failure is kept; what is read stands where it was written. */
const FORM: Form<Failure> = {
  labels: 5,
  width: 31,
  write(into, one) {
    putCount(into, one.seq);
    putCount(into, one.tool);
    putCount(into, one.call);
    putCount(into, one.frame);
    putCount(into, one.kin);
    putCount(into, one.print);
    putAny(into, one.round);
    putCount(into, one.made);
    putCount(into, one.waits);
    putCount(into, one.goods);
    putCount(into, one.likes);
    putCount(into, one.world);
    putCount(into, one.task);
    putCount(into, one.run);
    putBits(into, FAILURE_CLASSES.indexOf(one.reason as FailureClass));
  },
  read: (rows, at, label, [words = '', args = '']) => ({
    seq: countAt(rows, at),
    label,
    reason: FAILURE_CLASSES[bitsAt(rows, at + 30)] ?? 'other',
    tool: countAt(rows, at + 2),
    call: countAt(rows, at + 4),
    frame: countAt(rows, at + 6),
    kin: countAt(rows, at + 8),
    print: countAt(rows, at + 10),
    words,
    args,
    round: anyAt(rows, at + 12),
    made: countAt(rows, at + 16),
    waits: countAt(rows, at + 18),
    goods: countAt(rows, at + 20),
    likes: countAt(rows, at + 22),
    world: countAt(rows, at + 24),
    task: countAt(rows, at + 26),
    run: countAt(rows, at + 28),
  }),
  sketches: ({ words, args }) => [words, args],
  count: 2,
};

export function keepFailure(failures: Shelf, failure: Failure, window: number): Shelf {
  return putOn(failures, failure, FORM, window);
}

export function failuresOf(failures: Shelf): readonly Failure[] {
  return takeAll(failures, FORM);
}

/** Has a call of this tool failed? Asked of every success, so that it reads no more than it must. */
export function hasFailed({ rows }: Shelf, tool: number): boolean {
  return startsOf(rows, FORM).some((at) => countAt(rows, at + 2) === tool);
}

export function without(failures: Shelf, call: number): Shelf {
  if (!startsOf(failures.rows, FORM).some((at) => countAt(failures.rows, at + 4) === call)) return failures;
  const others = failuresOf(failures).filter((one) => one.call !== call);
  return others.reduce((shelf, one) => keepFailure(shelf, one, others.length), EMPTY_SHELF);
}
