import type { Decision } from '@rutbreak/core';

/** A decision about an event that was read before, so it is never refused. */
export type JudgedEvent = Exclude<Decision, { readonly kind: 'refused' }> & {
  /** A person has muted the loop. */
  readonly isMuted?: boolean;
};
