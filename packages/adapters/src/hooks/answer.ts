import type { Decision, Rung } from '@rutbreak/core';
import { type HookAnswer, type HookCall, SILENT } from './hook.js';

type About = Pick<HookCall, 'event'>;

/** Translates a decision into a hook answer, depending on the moment of the run. */
export function answerTo(call: About, decision: Decision): HookAnswer {
  if (decision.kind !== 'act') return SILENT;
  const { rung, text, actions } = decision;
  return answerWith(call, rung, text, actions);
}

/** The same for a rung, from any source. */
export function answerWith(
  { event }: About,
  rung: Rung,
  text: string,
  actions: readonly string[] = [],
): HookAnswer {
  if (rung === 'observe' || text === '') return SILENT;
  const ends = rung === 'pause' || rung === 'stop';
  const tell: HookAnswer = {
    ...{ kind: 'tell', text },
    ...(actions.includes('warn-user') && { user: text }),
    ...(actions.includes('ask-a-person') && { asks: true }),
  };
  if (event?.kind === 'attempt') return ends || rung === 'block' ? { kind: 'deny', text, ends } : tell;
  if (ends) return { kind: 'end', text };
  // The call has already run. The text reaches the model now, and the next attempt is denied.
  return event?.kind === 'call' ? tell : SILENT;
}

/** A call that was refused, for the person. */
export interface Refusal {
  /** `Not run again: Bash(npm test) failed 3x` */
  readonly text: string;
  /** How often calls of this loop were refused so far, with this one. */
  readonly count: number;
}

/**
 * Adds the commands for the person: where the run ends, where the person is asked, and at the first call of a loop that
 * is refused.
 */
export function withWayBack(
  { marksRounds }: Pick<HookCall, 'marksRounds'>,
  answer: HookAnswer,
  commands: string,
  refusal?: Refusal,
): HookAnswer {
  if (answer.kind === 'end') return { ...answer, text: `${answer.text}\n\n${commands}` };
  if (answer.kind === 'tell' && answer.asks) return { ...answer, user: `${answer.text}\n\n${commands}` };
  // Where the agent reports the end of a round, the run ends there, with the same words.
  const isLast = answer.kind === 'deny' && answer.ends && marksRounds !== true;
  if (answer.kind !== 'deny' || !refusal || (refusal.count > 1 && !isLast)) return answer;
  return { ...answer, user: `[rutbreak] ${refusal.text}.\n${commands}` };
}

/** The refused call, if the decision refuses one. */
export function refusalOf(decision: Decision | undefined): Refusal | undefined {
  if (decision?.kind !== 'act') return undefined;
  const { budget, verdict, tally, status } = decision;
  if (budget) return { text: `Not run: the budget for ${budget.name} is used up`, count: 1 };
  const count = tally?.refused ?? 1;
  const isLimit = status === 'BUDGET_EXHAUSTED';
  return { text: `Not run${isLimit ? '' : ' again'}: ${verdict.primary?.brief ?? 'a loop'}`, count };
}
