import type { Engine } from './configure.js';
import { NO_CONTROL, type State } from './decision.js';
import {
  type OverrideRecord,
  type OverrideRefusal,
  type OverrideRequest,
  recordOf,
  refusalOf,
  turnsOff,
} from './escalation/override.js';
import { start } from './pipeline.js';
import { countAfresh } from './recovery/tally.js';
import type { Finding } from './verdict/verdict.js';

/** The new state is a fresh start; the record is for the log. */
export interface OverrideResult {
  readonly kind: 'overridden';
  readonly state: State;
  readonly record: OverrideRecord;
  /** The loop that may continue, if one was named. */
  readonly loop: Finding | null;
}

/**
 * A person says: this is not a loop, keep going. Lifts every block; from the third override on, detection is
 * off for the rest of the session. Each override makes the next one harder. A refusal changes nothing.
 */
export function override(
  state: State,
  request: OverrideRequest,
  engine: Engine,
  session = '',
): OverrideResult | OverrideRefusal {
  const control = state.control ?? NO_CONTROL;
  const count = control.count === 0 ? 0 : Math.max(control.count, control.overrides + 1);
  const refusal = refusalOf(count, control.brief, request);
  if (refusal) return refusal;
  const fresh = start(engine);
  return {
    kind: 'overridden',
    state: {
      ...fresh,
      session: { ...fresh.session, seq: state.session.seq },
      control: {
        ...control,
        ...{ count: 0, overrides: control.overrides + 1, isOff: control.isOff || turnsOff(count) },
        ...{ loop: null, watch: null },
        ...(control.tallies && { tallies: countAfresh(control.tallies) }),
      },
    },
    record: recordOf(control.type, count, session, request),
    loop: control.loop?.loop ?? state.cause,
  };
}
