export interface Outcome {
  readonly content: number;
  readonly words: number;
  readonly lines: readonly number[];
  readonly slotNames: readonly number[];
  readonly slotValues: readonly number[];
  readonly slotIsWord: readonly boolean[];
  readonly slotIsField: readonly boolean[];
  readonly kind: 'unrecorded' | 'nothing' | 'ack' | 'information';
  readonly failure: 'no' | 'soft' | 'hard';
  readonly wordCount: number;
  readonly ids: readonly number[];
  readonly vocab: readonly number[];
  readonly isPending: boolean;
  readonly saysNothing: boolean;
  readonly isBlank: boolean;
  readonly passes: boolean;
  readonly failKey: number;
  readonly answerKey: number;
}
