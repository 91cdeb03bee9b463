import { flag } from '../../detection/options.js';
import type { Ladder } from '../../escalation/ladder.js';

const options = {
  pauses: flag(false, {
    meaning: 'whether a loop pauses the agent; else it only alerts, and a person decides',
  }),
};

/** The design alerts and offers a person a button; it orders nothing by itself. */
export const alertLadder: Ladder<null, typeof options> = {
  options,
  init: () => null,
  gate: () => undefined,
  step(state, { status }, { pauses }) {
    if (status === 'healthy') return { state };
    return { state, rung: status === 'looping' && pauses ? 'pause' : 'observe' };
  },
};
