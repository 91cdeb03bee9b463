import { type Act, type Engine, reduce, type Rung, RUNGS, start, type State } from '@rutbreak/core';
import type { Case } from './data.js';

/** The first time the preset stepped in. */
interface Firing {
  /** The number of the event in the trace, from 0. */
  readonly event: number;
  readonly rung: Rung;
  /** Who had something to say about that event, the surest first. */
  readonly detectors: readonly string[];
  readonly category: string;
  readonly brief: string;
}

export interface Heard {
  readonly event: number;
  readonly detector: string;
  readonly score: number;
  readonly brief: string;
}

/** What one preset did on one trace. */
export interface Run {
  readonly case: Case;
  readonly firing?: Firing;
  /** Every event at which it stepped in. */
  readonly acts: readonly number[];
  readonly signals: readonly Heard[];
  /** Events that the core did not take. */
  readonly refused: number;
}

export function runCase(engine: Engine, one: Case): Run {
  let state: State = start(engine);
  let firing: Firing | undefined;
  let refused = 0;
  const acts: number[] = [];
  const signals: Heard[] = [];
  one.events.forEach((input, event) => {
    const outcome = reduce(state, input, engine);
    state = outcome.state;
    const { decision } = outcome;
    if (decision.kind === 'refused') {
      refused++;
      return;
    }
    for (const { detector, signal, brief } of decision.verdict.voices) {
      signals.push({ event, detector, score: signal.score, brief });
    }
    if (decision.kind !== 'act' || !isIntervention(decision.rung)) return;
    acts.push(event);
    firing ??= firingOf(decision, event);
  });
  return { case: one, acts, signals, refused, ...(firing && { firing }) };
}

/** A note is free; from `nudge` on the agent or a person is disturbed. */
export function isIntervention(rung: Rung): boolean {
  return RUNGS.indexOf(rung) >= RUNGS.indexOf('nudge');
}

function firingOf({ rung, verdict }: Act, event: number): Firing {
  const surest = verdict.voices.toSorted((a, b) => b.signal.score - a.signal.score);
  return {
    ...{ event, rung, detectors: surest.map(({ detector }) => detector) },
    category: verdict.primary?.category ?? 'none',
    brief: verdict.primary?.brief ?? '',
  };
}
