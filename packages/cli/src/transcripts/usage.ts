/** What a model was given and gave for one answer. */
export interface Usage {
  readonly model?: string;
  readonly input: number;
  /** Of the input, read from a cache. */
  readonly cached: number;
  readonly output: number;
}
