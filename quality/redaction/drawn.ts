import type { Draw } from '../../packages/loopbench/src/metamorphic/draw.js';

/** What was drawn: a text or a piece of an event, and what must be gone from it. */
export interface Drawn {
  readonly value: unknown;
  readonly parts: readonly string[];
}

export type Make = (draw: Draw) => Drawn;
export type Names = readonly [string, ...string[]];
