import type { FailureClass } from '../event/failure.js';
import { pushBounded } from '../session/window.js';
import { TRANSIENT } from './failures.js';

/** A failed call of a row of them. */
export interface Failed {
  readonly seq: number;
  readonly label: string;
  readonly reason: FailureClass;
  readonly cause: number;
  readonly call: number;
  readonly print: number;
  readonly round: number;
}

/** How many are remembered. */
export const WINDOW = 24;

/** One mistake fanned out over a parallel round counts once; another answer of a passing failure is something moving. */
export function goOn(streak: readonly Failed[], next: Failed): readonly Failed[] {
  const last = streak.at(-1);
  const isMoving = TRANSIENT.has(next.reason) && last?.call === next.call && last.print !== next.print;
  const isOneMore = last?.round !== next.round && !isMoving;
  return pushBounded(isOneMore ? streak : streak.slice(0, -1), next, WINDOW);
}
