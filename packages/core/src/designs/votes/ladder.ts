import { flag, integer } from '../../detection/options.js';
import { ADVICE_LIMITS, adviceAt } from './advice.js';
import type { Ladder, LadderContext, LadderStep } from '../../escalation/ladder.js';

interface State {
  readonly resets: number;
  /** The next detection resets. */
  readonly warned: boolean;
  /** A person was asked and has not answered: the calls refused since then. Absent: nobody was asked. */
  readonly asked?: number;
}

const options = {
  warnFirst: flag(true, { meaning: 'whether the first detection after a reset only warns' }),
  hintAt: integer(ADVICE_LIMITS.hintAt, { meaning: 'resets from which the block has a hint' }),
  constraintsAt: integer(ADVICE_LIMITS.constraintsAt, {
    meaning: 'resets from which the block has firmer constraints and alternatives',
  }),
  personAt: integer(3, { meaning: 'resets at which a person is asked' }),
  giveUpAt: integer(4, {
    max: 1001,
    meaning: 'resets from which the task is handed over: other model, smaller pieces, or blocked',
  }),
};

/** An agent that calls on, unheard, is stopped where the edge owns the run. */
const MAX_REFUSED = 3;

/**
 * Warns, then resets; each further reset asks for more. A loop in the stream itself is halted at once and
 * does not count.
 */
export const resetLadder: Ladder<State, typeof options> = {
  options,
  init: () => ({ resets: 0, warned: false }),
  gate: () => undefined,
  meet,
  /** A prompt is the answer of the person. */
  pass(state, { context: { event } }) {
    const isPrompt = event.kind === 'turn' && event.role === 'user';
    if (!isPrompt || state.asked === undefined) return undefined;
    return { state: { resets: state.resets, warned: state.warned }, holds: 'nothing' };
  },
  step(state, { status, primary }, { warnFirst, personAt, giveUpAt, ...limits }) {
    const holds = state.asked === undefined ? 'nothing' : 'earlier';
    if (status === 'healthy') return { state, holds };
    if (status === 'suspicious') return { state, rung: 'observe', holds };
    if (primary?.signal.urgency === 'hard') return { state, rung: 'block', holds };
    if (warnFirst && !state.warned)
      return { state: { ...state, warned: true }, rung: 'nudge', count: state.resets, holds };

    const resets = state.resets + 1;
    const rung = resets >= giveUpAt ? 'stop' : resets >= personAt ? 'pause' : 'redirect';
    const isAsked = rung === 'pause';
    return {
      ...{ state: { resets, warned: false, ...(isAsked && { asked: 0 }) }, rung, count: resets },
      advice: adviceAt(resets, limits),
      ...{ startsAfresh: true, needsPerson: resets >= personAt, holds: isAsked ? 'this' : 'nothing' },
    };
  },
};

/** An edge that can refuse a call but cannot ask holds every call until the person has answered. */
function meet(state: State, { context, reach, ownsRun }: LadderContext): LadderStep<State> | undefined {
  if (state.asked === undefined || context.event.kind !== 'attempt' || reach('pause') !== 'block')
    return undefined;
  const asked = state.asked + 1;
  const rung = asked >= MAX_REFUSED && ownsRun ? 'stop' : 'pause';
  return { state: { ...state, asked }, rung, count: state.resets, needsPerson: true };
}
