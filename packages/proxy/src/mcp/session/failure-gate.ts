import {
  checkTool,
  failureBreakerOptions,
  type FailureBreakerOptions,
  newFailureBreaker,
  noteAnswer,
  noteFailure,
  type ToolAdmission,
} from '@rutbreak/core/edge';
import type { OutcomeClass } from '../wire/result.js';

/** The failure breaker of one server, shared by all its sessions. */
export interface FailureGate {
  readonly check: (tool: string, at: number) => ToolAdmission;
  readonly note: (tool: string, outcome: OutcomeClass, at: number) => void;
}

const PASS: ToolAdmission = { kind: 'pass' };

/** Only some outcomes say something about the health of the server. */
export function failureGate(given?: Partial<FailureBreakerOptions>): FailureGate {
  const options = failureBreakerOptions(given);
  let breaker = newFailureBreaker();
  return {
    check(tool, at) {
      if (breaker.circuits.length === 0) return PASS;
      const asked = checkTool(breaker, tool, at, options);
      breaker = asked.breaker;
      return asked.passage;
    },
    note(tool, outcome, at) {
      if (outcome === 'cancelled' || outcome === 'detached') return;
      if (outcome === 'ok' && breaker.circuits.length === 0) return;
      const isFailure = outcome === 'timeout' || outcome === 'transport' || outcome === 'internal';
      breaker = isFailure
        ? noteFailure(breaker, { tool, errorClass: outcome, at }, options)
        : noteAnswer(breaker, tool);
    },
  };
}
