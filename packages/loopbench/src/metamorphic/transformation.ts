import type { Case } from '../data/case.js';
import type { Draw } from './draw.js';

/** A change of a trace that keeps its label. */
export interface Transformation {
  readonly id: string;
  readonly summary: string;
  /** Why the label of this trace would not survive the change; such traces are left out. */
  readonly changesLabel?: (one: Case) => string | undefined;
  /** The same trace if nothing can be changed; deadline and span move with their events. */
  readonly apply: (one: Case, draw: Draw) => Case;
  /** Nothing is drawn: one seed is enough. */
  readonly isSeedless?: boolean;
  /** Traces stay unchanged, but are fed alternately to sessions of one engine. */
  readonly isInterleaved?: boolean;
}
