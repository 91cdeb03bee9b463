import { type Act, type Rung, rungAtLeast } from '@rutbreak/core';
import { type Engine, reduce, start, type State } from '@rutbreak/core/edge';
import type { Case } from '../data/case.js';

/** The first intervention of the preset. */
interface Firing {
  /** The number of the event in the trace, from 0. */
  readonly event: number;
  readonly rung: Rung;
  /** The detectors with a finding at that event, highest score first. */
  readonly detectors: readonly string[];
  readonly category: string;
  readonly brief: string;
}

export interface SignalAt {
  readonly event: number;
  readonly detector: string;
  readonly score: number;
  /** The share of the detector's limit, if it has one. */
  readonly share?: number;
  readonly brief: string;
}

/** The results of one preset on one trace. */
export interface Run {
  readonly case: Case;
  readonly firing?: Firing;
  /** Every event with an intervention. */
  readonly acts: readonly number[];
  /** The highest rung reached, including notes. */
  readonly highest?: Rung;
  /** The first event at which the agent was blocked: rung block, pause or stop. */
  readonly blocked?: number;
  readonly signals: readonly SignalAt[];
  /** Events that the core refused. */
  readonly refused: number;
}

export function runCase(engine: Engine, one: Case): Run {
  let state: State = start(engine);
  let firing: Firing | undefined;
  let highest: Rung | undefined;
  let blocked: number | undefined;
  let refused = 0;
  const acts: number[] = [];
  const signals: SignalAt[] = [];
  one.events.forEach((input, event) => {
    const outcome = reduce(state, input, engine);
    state = outcome.state;
    const { decision } = outcome;
    if (decision.kind === 'refused') {
      refused++;
      return;
    }
    for (const { detector, signal, brief } of decision.verdict.findings) {
      const { score, share } = signal;
      signals.push({ event, detector, score, brief, ...(share !== undefined && { share }) });
    }
    if (decision.kind !== 'act') return;
    highest = higherRung(highest, decision.rung);
    if (rungAtLeast(decision.rung, 'block')) blocked ??= event;
    if (!isIntervention(decision.rung)) return;
    acts.push(event);
    firing ??= firingOf(decision, event);
  });
  return {
    ...{ case: one, acts, signals, refused, ...(firing && { firing }) },
    ...(highest && { highest }),
    ...(blocked !== undefined && { blocked }),
  };
}

/** A session that takes events one by one and reports the first intervention. */
export interface Feed {
  /** Whether more events can change the result. */
  readonly isDone: () => boolean;
  readonly next: () => void;
  readonly fired: () => number | undefined;
}

export function feedOf(engine: Engine, events: readonly unknown[]): Feed {
  let state: State = start(engine);
  let at = 0;
  let fired: number | undefined;
  return {
    isDone: () => at >= events.length || fired !== undefined,
    fired: () => fired,
    next: () => {
      const { state: after, decision } = reduce(state, events[at], engine);
      if (decision.kind === 'act' && isIntervention(decision.rung)) fired = at;
      state = after;
      at++;
    },
  };
}

/** The event of the first intervention, without details. */
export function firstFiring(engine: Engine, events: readonly unknown[]): number | undefined {
  const feed = feedOf(engine, events);
  while (!feed.isDone()) feed.next();
  return feed.fired();
}

/** A note is free; from `nudge` on, the agent or a person is disturbed. */
function isIntervention(rung: Rung): boolean {
  return rungAtLeast(rung, 'nudge');
}

export function higherRung(a: Rung | undefined, b: Rung | undefined): Rung | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return rungAtLeast(a, b) ? a : b;
}

function firingOf({ rung, verdict }: Act, event: number): Firing {
  const surest = verdict.findings.toSorted((a, b) => b.signal.score - a.signal.score);
  return {
    ...{ event, rung, detectors: surest.map(({ detector }) => detector) },
    category: verdict.primary?.category ?? 'none',
    brief: verdict.primary?.brief ?? '',
  };
}
