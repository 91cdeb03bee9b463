import type { Advice } from '../../escalation/ladder.js';

/** From which reset on each kind of advice is given. */
export interface AdviceLimits {
  readonly hintAt: number;
  readonly constraintsAt: number;
}

/** The figures of the design. */
export const ADVICE_LIMITS: AdviceLimits = { hintAt: 1, constraintsAt: 2 };

/** The firmest advice whose limit is reached. */
export function adviceAt(resets: number, { hintAt, constraintsAt }: AdviceLimits = ADVICE_LIMITS): Advice {
  if (resets >= constraintsAt) return 'constraints';
  return resets >= hintAt ? 'hint' : 'none';
}
