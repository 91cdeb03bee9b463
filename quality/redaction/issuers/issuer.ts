/** Secrets whose issuer has published what they look like. */
export interface Issuer {
  readonly id: string;
  /** Where the format, or the name of the variable or header, is written. */
  readonly source: string;
  /** What documentation calls the variable, the field or the header. */
  readonly names: readonly [string, ...string[]];
  readonly formats: readonly [string, ...string[]];
  /** Nothing in the value says what it is, so it only counts beside its name. */
  readonly onlyNamed?: true;
}
