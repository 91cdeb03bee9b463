import type { AdjustableLimit } from '../detection/adjustable.js';
import type { AnyDetector } from '../detection/detector.js';
import type { AnyLadder } from '../escalation/ladder.js';
import type { MessageRenderer } from '../recovery/message-renderer.js';
import type { AnyAggregator } from '../verdict/aggregate.js';

/** One configuration of the engine: detectors, how their findings become a verdict, the ladder, and the texts for the model. */
export interface Preset {
  readonly id: string;
  readonly summary: string;
  readonly detectors: readonly AnyDetector[];
  readonly verdict: AnyAggregator;
  readonly ladder: AnyLadder;
  readonly texts: MessageRenderer;
  /** Limits that may move with a model; a preset that reproduces a design to the letter may have none. */
  readonly adjustable?: readonly AdjustableLimit[];
}
