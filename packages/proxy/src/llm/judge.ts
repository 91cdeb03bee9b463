import { type Act, type Decision, type GuardSession, observeWithDerived, RUNGS } from '@rutbreak/core';
import { type Call, callsOf, type Keyed, lastRound } from './history.js';

/** Every answer of ours begins with this, so that it is known when it comes back in the history. */
export const LOOP_DETECTED = 'LOOP_DETECTED';

/** Tells core what is new in a history, in its order, and returns the strongest decision that is worth acting on now. */
export function judge(
  session: GuardSession,
  history: readonly Keyed[],
  fresh: readonly number[],
  { at, rounds }: { readonly at: number; readonly rounds: number },
): { readonly decision: Act | undefined; readonly rounds: number } {
  const calls = callsOf(history);
  // A history that was shortened begins to count anew; we do not.
  const seen = new Map<number, number>();
  const roundOf = ({ round }: Call): number => {
    if (!seen.has(round)) seen.set(round, rounds + seen.size + 1);
    return seen.get(round) ?? 0;
  };
  const since = lastRound(history);
  let strongest: Act | undefined;
  for (const i of fresh) {
    const one = history[i];
    const call = calls.get(i);
    const decision = one && tell(session, one, call && { ...call, round: roundOf(call) }, at);
    if (decision?.kind !== 'act' || i < since) continue;
    const act = softened(decision);
    if (!strongest || RUNGS.indexOf(act.rung) >= RUNGS.indexOf(strongest.rung)) strongest = act;
  }
  return { decision: strongest, rounds: rounds + seen.size };
}

function tell(
  session: GuardSession,
  { entry }: Keyed,
  call: Call | undefined,
  at: number,
): Decision | undefined {
  switch (entry.kind) {
    case 'user':
      return session.turn({ role: 'user', reason: 'prompt', text: entry.text, at });
    case 'harness':
      return session.turn({ role: 'harness', reason: 'other', text: entry.text, at });
    case 'assistant':
      return entry.text.startsWith(LOOP_DETECTED)
        ? session.turn({ role: 'harness', reason: 'guard', at })
        : session.message({ text: entry.text, at });
    case 'result':
      return observeWithDerived(session, {
        kind: 'call',
        ...{ tool: call?.name ?? entry.name ?? 'unknown', args: call?.args, result: entry.result, at },
        ...(entry.isError === true && { isError: true }),
        ...(call && { round: call.round }),
      });
    // A call counts once its result is there.
    case 'call':
      return undefined;
  }
}

const TEXT_LOOPS: readonly unknown[] = ['TOKEN_REPETITION', 'PHRASE_LOOP', 'STRUCTURAL_LOOP'];

/** A text that repeats itself is written already: there is nothing left to halt, but the model should know. */
function softened(act: Act): Act {
  const isText = TEXT_LOOPS.includes(act.verdict.primary?.category);
  return isText && RUNGS.indexOf(act.rung) > RUNGS.indexOf('nudge') ? { ...act, rung: 'nudge' } : act;
}
