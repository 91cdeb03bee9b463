import type { Verdict } from '../../verdict/verdict.js';
import type { Ladder, LadderContext, Rung } from '../ladder.js';

interface State {
  readonly held: Rung | null;
}

/**
 * The detectors' own urgency picks the rung. A `held` rung stays until somebody resets the session. An edge that cannot
 * carry it out, but can hold the whole run, does that.
 */
export function directLadder({ hard, isHeld = false }: { hard: Rung; isHeld?: boolean }): Ladder<State> {
  return {
    options: {},
    init: () => ({ held: null }),
    gate: ({ held }) => held ?? undefined,
    step(state, verdict, _, ladderContext) {
      const rung = rungOf(verdict, hard);
      if (rung === undefined) return { state };
      if (!isHeld || rung !== hard) return { state, rung };
      const held = heldRung(hard, ladderContext);
      return { state: { held }, rung: held };
    },
  };
}

function heldRung(hard: Rung, { reach }: LadderContext): Rung {
  return reach(hard) !== hard && reach('stop') === 'stop' ? 'stop' : hard;
}

function rungOf({ status, findings }: Verdict, hard: Rung): Rung | undefined {
  if (status === 'healthy') return undefined;
  if (status === 'suspicious') return 'observe';
  return findings.some(({ signal }) => signal.urgency === 'hard') ? hard : 'nudge';
}
