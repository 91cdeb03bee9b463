import { createGuard, type Decision, observeWithDerived, type Rung } from '@rutbreak/core';
import { AFTER, BEFORE, type DemoCall, LOOP, MOST_LOOPS } from './script.js';

/** One step of the demo: a call, its outcome, and the guard's decision. */
export interface DemoStep {
  readonly command: string;
  /** The first line of the result. */
  readonly outcome: string;
  readonly guard?: string;
  /** The guard's action. */
  readonly rung?: Rung;
  readonly isBlocked: boolean;
}

/** Plays the run against a real guard. */
export function* playDemo(): Generator<DemoStep> {
  const guard = createGuard({ capabilities: { appendToResult: true, injectMessage: true, veto: true } });
  const session = guard.session('demo');
  let round = 0;
  const make = (call: DemoCall): DemoStep => {
    const event = { tool: 'bash', args: { command: call.command }, round: ++round };
    const veto = session.observe({ kind: 'attempt', ...event });
    if (isBlock(veto)) return step(call, 'not run', veto, true);
    const { output: result, isError } = call;
    const decision = observeWithDerived(session, { kind: 'call', ...event, result, isError });
    return step(call, `${isError ? 'failed: ' : ''}${result.split('\n')[0] ?? ''}`, decision, false);
  };
  for (const call of BEFORE) yield make(call);
  for (let made = 0; made < MOST_LOOPS; made++) {
    const one = make(LOOP);
    yield one;
    if (one.isBlocked) break;
  }
  for (const call of AFTER) yield make(call);
}

function isBlock(decision: Decision): boolean {
  return decision.kind === 'act' && ['block', 'pause', 'stop'].includes(decision.rung);
}

function step(call: DemoCall, outcome: string, decision: Decision, isBlocked: boolean): DemoStep {
  const text = decision.kind === 'act' ? decision.text : '';
  const said = decision.kind === 'act' && text !== '' && { guard: text, rung: decision.rung };
  return { command: call.command, outcome, isBlocked, ...said };
}
