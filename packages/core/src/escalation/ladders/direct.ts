import type { Verdict } from '../../verdict/verdict.js';
import type { Ladder, Rung } from '../ladder.js';

interface State {
  readonly held: Rung | null;
}

/** The detectors' own urgency picks the rung. A `held` rung stays until somebody resets the session. */
export function directLadder({ hard, isHeld = false }: { hard: Rung; isHeld?: boolean }): Ladder<State> {
  return {
    options: {},
    init: () => ({ held: null }),
    gate: ({ held }) => held ?? undefined,
    step(state, verdict) {
      const rung = rungOf(verdict, hard);
      if (rung === undefined) return { state };
      return { state: isHeld && rung === hard ? { held: rung } : state, rung };
    },
  };
}

function rungOf({ status, findings }: Verdict, hard: Rung): Rung | undefined {
  if (status === 'healthy') return undefined;
  if (status === 'suspicious') return 'observe';
  return findings.some(({ signal }) => signal.urgency === 'hard') ? hard : 'nudge';
}
