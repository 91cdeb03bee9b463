/** What an agent did not use up because somebody stepped in. An estimate, and a careful one. */
export interface Saved {
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number;
}

export const NOTHING_SAVED: Saved = { calls: 0, tokens: 0, cost: 0 };
