import { integer } from '../../detection/options.js';
import type { Ladder } from '../../escalation/ladder.js';

interface State {
  /** Identity of the loop → times detected. */
  readonly counts: readonly (readonly [string, number])[];
  readonly stopped: boolean;
}

const MAX_PATTERNS = 32;

const options = {
  redirectAt: integer(2, { meaning: 'detections of one pattern from which the warning is stronger' }),
  stopAt: integer(3, { meaning: 'detections of one pattern at which the session is stopped' }),
};

/** Each pattern escalates separately: warn, warn harder, stop. */
export const perPatternLadder: Ladder<State, typeof options> = {
  options,
  init: () => ({ counts: [], stopped: false }),
  gate: ({ stopped }) => (stopped ? 'stop' : undefined),
  // The design does not say what a prompt means. Here it starts a new run in which nothing has repeated yet.
  pass(state, { context: { event } }) {
    const isPrompt = event.kind === 'turn' && event.role === 'user';
    return isPrompt && state.counts.length > 0 ? { state: { counts: [], stopped: false } } : undefined;
  },
  step(state, { status, primary }, { redirectAt, stopAt }) {
    if (status !== 'looping' || !primary) return { state };
    const { identity, urgency } = primary.signal;
    const count = (state.counts.find(([known]) => known === identity)?.[1] ?? 0) + 1;
    const others = state.counts.filter(([known]) => known !== identity);
    const counts = [...others, [identity, count] as const].slice(-MAX_PATTERNS);
    const isStop = urgency === 'hard' || count >= stopAt;
    const rung = isStop ? 'stop' : count >= redirectAt ? 'redirect' : 'nudge';
    return { state: { counts, stopped: state.stopped || isStop }, rung, count };
  },
};
