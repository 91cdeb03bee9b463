/** The tokens of one answer of a model. */
export interface Usage {
  readonly model?: string;
  readonly input: number;
  /** The part of the input read from a cache. */
  readonly cached: number;
  readonly output: number;
}
