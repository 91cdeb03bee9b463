import { flag, integer } from '../../detection/options.js';
import type { Ladder } from '../../escalation/ladder.js';

interface State {
  readonly resets: number;
  /** The next detection resets. */
  readonly warned: boolean;
}

const options = {
  warnFirst: flag(true, { meaning: 'whether the first detection after a reset only warns' }),
  personAt: integer(3, { meaning: 'resets at which a person is asked' }),
  giveUpAt: integer(4, {
    meaning: 'resets from which the task is handed over: other model, smaller pieces, or blocked',
  }),
};

/**
 * Warns, then resets; each further reset asks for more. A loop in the stream itself is halted at once and
 * does not count.
 */
export const resetLadder: Ladder<State, typeof options> = {
  options,
  init: () => ({ resets: 0, warned: false }),
  gate: () => undefined,
  step(state, { status, primary }, { warnFirst, personAt, giveUpAt }) {
    if (status === 'healthy') return { state };
    if (status === 'suspicious') return { state, rung: 'observe' };
    if (primary?.signal.urgency === 'hard') return { state, rung: 'block' };
    if (warnFirst && !state.warned)
      return { state: { ...state, warned: true }, rung: 'nudge', count: state.resets };

    const resets = state.resets + 1;
    const rung = resets >= giveUpAt ? 'stop' : resets >= personAt ? 'pause' : 'redirect';
    const next = { resets, warned: false };
    return { state: next, rung, count: resets, startsAfresh: true, needsPerson: resets >= personAt };
  },
};
