import { type Rung, RUNGS } from '@rutbreak/core';

/** Whether a rung is the same as another or stronger. */
export function isAtLeast(rung: Rung, least: Rung): boolean {
  return RUNGS.indexOf(rung) >= RUNGS.indexOf(least);
}
