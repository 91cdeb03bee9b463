import type { Signal } from '../../detection/detector.js';
import { evidenceOf } from '../../detection/evidence.js';

export type TextSignal = Signal<'character' | 'word' | 'phrase' | 'structure'>;

interface Limits {
  readonly maxPhrase: number;
  readonly blockAbove: number;
}

/** A signal that only raises caution decides nothing alone. */
const CAUTION = 0.9;

/** Only a confident finding halts the generation. */
export function textSignal(
  messageId: TextSignal['messageId'],
  confidence: number,
  identity: string,
  data: { unit: string; count: number },
  seq: number,
  limits: Limits,
): TextSignal {
  const evidence = evidenceOf([{ seq, label: data.unit }], { window: limits.maxPhrase, count: data.count });
  if (confidence > limits.blockAbove) {
    return { messageId, score: confidence, urgency: 'hard', identity, data, evidence };
  }
  return { messageId, score: Math.min(confidence, CAUTION), urgency: 'note', identity, data, evidence };
}
