import type { Decision } from '@rutbreak/core';

/** A decision about a validated event, so it is never a refusal. */
export type JudgedEvent = Exclude<Decision, { readonly kind: 'refused' }> & {
  /** A person has muted the loop. */
  readonly isMuted?: boolean;
};

/** A reached limit ends the run, and is no loop. */
export function isLimit(judged: JudgedEvent): boolean {
  return judged.kind === 'act' && judged.status === 'BUDGET_EXHAUSTED';
}
