import type { AdjustableLimit } from '../detection/adjustable.js';
import type { AnyDetector } from '../detection/detector.js';
import type { AnyLadder } from '../escalation/ladder.js';
import type { Words } from '../recovery/words.js';
import type { AnyJudge } from '../verdict/aggregate.js';

/** One configuration of the engine: who looks, who judges, what follows, what is said. */
export interface Preset {
  readonly id: string;
  readonly summary: string;
  readonly detectors: readonly AnyDetector[];
  readonly judge: AnyJudge;
  readonly ladder: AnyLadder;
  readonly words: Words;
  /** Limits that may move with a model; a preset that reproduces a design to the letter may have none. */
  readonly adjustable?: readonly AdjustableLimit[];
}
