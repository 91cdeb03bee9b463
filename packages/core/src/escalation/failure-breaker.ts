import { integer, type OptionsOf, readOptions } from '../detection/options.js';

/**
 * Keeps calls away from a server that cannot answer. Only failures of the connection count (no answer, lost
 * connection, internal error): an error that a tool reports is the answer of a healthy server.
 */
export interface FailureBreaker {
  /** Failures per tool; the tool that failed most recently is last. Plain JSON, bounded. */
  readonly circuits: readonly Circuit[];
}

interface Circuit {
  readonly tool: string;
  /** What went wrong, as the edge names it: `timeout`, `transport`, `internal`. */
  readonly errorClass: string;
  readonly phase: Phase;
}

type Phase =
  | { readonly kind: 'closed'; readonly failures: number; readonly since: number }
  | { readonly kind: 'open'; readonly until: number; readonly openings: number }
  /** A probe is on its way; if it never returns, another may go after `until`. */
  | { readonly kind: 'half-open'; readonly until: number; readonly openings: number };

const options = {
  volume: integer(5, { min: 2, max: 1000, meaning: 'failures in a row before the way is closed' }),
  window: integer(60_000, { max: 86_400_000, meaning: 'milliseconds in which these failures must lie' }),
  pause: integer(5_000, { max: 3_600_000, meaning: 'milliseconds for which the way stays closed at first' }),
  longest: integer(300_000, {
    max: 86_400_000,
    meaning: 'the pause doubles with each closing, up to this many milliseconds',
  }),
};

export type FailureBreakerOptions = OptionsOf<typeof options>;
export type ToolAdmission =
  | { readonly kind: 'pass' }
  /** The one call that tests whether the server is back. */
  | { readonly kind: 'probe' }
  | { readonly kind: 'deny'; readonly retryAt: number; readonly errorClass: string };

const PASS: ToolAdmission = { kind: 'pass' };
const MAX_CIRCUITS = 200;

export function failureBreakerOptions(given: Partial<FailureBreakerOptions> = {}): FailureBreakerOptions {
  return readOptions('failureBreaker', options, given);
}

export function newFailureBreaker(): FailureBreaker {
  return { circuits: [] };
}

/** May a call of this tool go to the server? */
export function checkTool(
  breaker: FailureBreaker,
  tool: string,
  at: number,
  given: FailureBreakerOptions,
): { breaker: FailureBreaker; passage: ToolAdmission } {
  const shut = breaker.circuits.find((circuit) => circuit.tool === tool && circuit.phase.kind !== 'closed');
  if (shut === undefined || shut.phase.kind === 'closed') return { breaker, passage: PASS };
  const { until, openings } = shut.phase;
  if (at < until) {
    return { breaker, passage: { kind: 'deny', retryAt: until, errorClass: shut.errorClass } };
  }
  const phase: Phase = { kind: 'half-open', until: at + pauseOf(openings, given), openings };
  const circuits = breaker.circuits.map((circuit) => (circuit === shut ? { ...shut, phase } : circuit));
  return { breaker: { circuits }, passage: { kind: 'probe' } };
}

/** The server answered, with any result: it is healthy, and its failures are cleared. */
export function noteAnswer(breaker: FailureBreaker, tool: string): FailureBreaker {
  return breaker.circuits.some((circuit) => circuit.tool === tool)
    ? { circuits: breaker.circuits.filter((circuit) => circuit.tool !== tool) }
    : breaker;
}

/** No answer came, or the answer says that the server itself failed. */
export function noteFailure(
  breaker: FailureBreaker,
  failure: { readonly tool: string; readonly errorClass: string; readonly at: number },
  given: FailureBreakerOptions,
): FailureBreaker {
  const { tool, errorClass, at } = failure;
  const isMine = (circuit: Circuit): boolean => circuit.tool === tool && circuit.errorClass === errorClass;
  const mine = breaker.circuits.find(isMine);
  const probed = breaker.circuits.find(
    (circuit) => circuit.tool === tool && circuit.phase.kind === 'half-open',
  );
  const others = breaker.circuits.filter((circuit) => !isMine(circuit) && circuit !== probed);
  // A probe that fails in another way still shows that the server is not back.
  const phase = failed(probed?.phase ?? mine?.phase, at, given);
  return { circuits: [...others, { tool, errorClass, phase }].slice(-MAX_CIRCUITS) };
}

function failed(phase: Phase | undefined, at: number, given: FailureBreakerOptions): Phase {
  switch (phase?.kind) {
    case 'half-open': {
      const openings = phase.openings + 1;
      return { kind: 'open', until: at + pauseOf(openings, given), openings };
    }
    case 'open':
      // A call from before the breaker opened failed: nothing new.
      return phase;
    case 'closed':
    case undefined: {
      const isFresh = phase !== undefined && at - phase.since < given.window;
      const failures = isFresh ? phase.failures + 1 : 1;
      if (failures < given.volume) return { kind: 'closed', failures, since: isFresh ? phase.since : at };
      return { kind: 'open', until: at + pauseOf(1, given), openings: 1 };
    }
  }
}

function pauseOf(openings: number, { pause, longest }: FailureBreakerOptions): number {
  // Beyond 2³⁰ the pause has reached its maximum anyway.
  return Math.min(longest, pause * 2 ** Math.min(30, openings - 1));
}
