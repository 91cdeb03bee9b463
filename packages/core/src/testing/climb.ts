import type { Ladder, LadderStep } from '../escalation/ladder.js';
import type { Verdict } from '../verdict/verdict.js';
import { verdict, finding } from './finding.js';

/** For ladders that read only the verdict. */
export const NO_CONTEXT = undefined as never;

type Steps<State> = Pick<Ladder<State>, 'init' | 'gate'> & {
  readonly step: (state: State, verdict: Verdict) => LadderStep<State>;
};

interface Climbed<State> {
  readonly rungs: readonly (string | null)[];
  readonly gate: string | null;
  readonly state: State;
}

/** Escalates through the verdicts; returns the steps, and the rung that holds at the end. */
export function climb<State>(
  { init, step, gate }: Steps<State>,
  verdicts: readonly Verdict[],
): Climbed<State> {
  let state = init();
  const rungs = verdicts.map((one) => {
    const next = step(state, one);
    state = JSON.parse(JSON.stringify(next.state)) as State;
    return next.rung ?? null;
  });
  return { rungs, gate: gate(state) ?? null, state };
}

export const healthy = verdict('healthy');
export const suspicious = verdict('suspicious', finding('one', { urgency: 'note' }));
export const loop = verdict('looping');
export const hard = verdict('looping', finding('one', { urgency: 'hard' }));

export function loopOf(identity: string): Verdict {
  return verdict('looping', finding('one', { identity }));
}
