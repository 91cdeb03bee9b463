/** The action a detector asks for, mildest first: warn the agent, refuse its call, end the run. */
export const ACTIONS = ['none', 'warn', 'block', 'stop'] as const;
export type Action = (typeof ACTIONS)[number];

export interface Verdict {
  readonly action: Action;
  /** The detector's certainty, 0 to 1; only the area under the curve depends on it. */
  readonly score: number;
}

/** A detector may omit fields; an empty reply means no finding. */
export type GivenVerdict = Partial<Verdict> | undefined;

/** One trace from the view of one detector. */
export interface DetectorSession {
  /** Receives one event after the other, never a future one. */
  observe(event: unknown): GivenVerdict | Promise<GivenVerdict>;
  end?(): void | Promise<void>;
}

/** The id of a trace is new in every run, so that nothing can be looked up by it. */
export interface TraceStart {
  readonly id: string;
}

export interface Detector {
  readonly name: string;
  readonly start: (trace: TraceStart) => DetectorSession;
  /** Ends what the detector started, such as a process. */
  readonly close?: () => Promise<void>;
}

/** A detector that cannot be used, or that gives invalid replies. */
export class DetectorError extends Error {}

export function isAtLeast(action: Action, least: Action): boolean {
  return ACTIONS.indexOf(action) >= ACTIONS.indexOf(least);
}

/** Throws a DetectorError that names the problem with the reply. */
export function readVerdict(given: unknown, name: string): Verdict {
  if (given === undefined || given === null) return { action: 'none', score: 0 };
  if (typeof given !== 'object') throw bad(name, given, 'an answer is an object');
  const { action = 'none', score } = given as Record<string, unknown>;
  if (!ACTIONS.includes(action as Action))
    throw bad(name, given, `\`action\` is one of ${ACTIONS.join(', ')}`);
  const sure = score ?? (action === 'none' ? 0 : 1);
  if (typeof sure !== 'number' || !(sure >= 0 && sure <= 1))
    throw bad(name, given, '`score` is a number from 0 to 1');
  return { action: action as Action, score: sure };
}

function bad(name: string, given: unknown, wanted: string): DetectorError {
  return new DetectorError(`${name} answered ${JSON.stringify(given).slice(0, 200)}; ${wanted}.`);
}
