import { answerTo, type HookAnswer, type HookCall, SILENT } from '@rutbreak/adapters/hooks';
import {
  createGuard,
  type Guard,
  type GuardOptions,
  type GuardSession,
  type Mode,
  RutbreakError,
} from '@rutbreak/core';
import { isDetectionOff, noteDecision, type SessionRecord } from '../store/record.js';
import { hasSeen, NO_MEMORY, note, noteDenied, wasDenied, withoutEnding } from './memory.js';

export interface HookOptions extends Pick<GuardOptions, 'preset' | 'options' | 'tools' | 'budgets'> {
  readonly mode: Mode;
  /** Beyond this many in one task the guard keeps quiet: a guard that has gone wrong must not stand in the way for ever. */
  readonly maxInterventions: number;
}

export const DEFAULT_OPTIONS: HookOptions = { mode: 'act', maxInterventions: 50 };

export interface Judged {
  readonly record: SessionRecord;
  readonly answer: HookAnswer;
}

/** One event of an agent's hook: the session after it, and what to answer. Only computes. */
export function judgeHook(before: SessionRecord, call: HookCall, now: number, options: HookOptions): Judged {
  const old = before.hook ?? NO_MEMORY;
  if (isDetectionOff(before, now)) return { record: before, answer: SILENT };
  if (call.isRoundEnd === true && old.ending !== undefined)
    return { record: { ...before, hook: withoutEnding(old) }, answer: { kind: 'end', text: old.ending } };
  const isNothing = call.event === null || hasSeen(old, call) || wasDenied(old, call);
  if (isNothing) return { record: before, answer: SILENT };
  const { memory, round } = note(old, call, now);
  const event = { ...call.event, at: now, ...(round !== undefined && { round }) };
  const session = sessionOf(before, call, options);
  const decision = session.observe(event);
  const wish = answerTo(call, decision);
  const isCapped = memory.interventions >= options.maxInterventions;
  const answer = isCapped ? SILENT : wish;
  const spoken = { ...memory, interventions: memory.interventions + (answer.kind === 'silent' ? 0 : 1) };
  const hook =
    answer.kind === 'deny' ? noteDenied(spoken, call, answer.ends ? answer.text : undefined) : spoken;
  return {
    record: { ...noteDecision(before, decision, now), snapshot: session.snapshot(), hook },
    answer,
  };
}

function sessionOf(
  { id, snapshot }: SessionRecord,
  { capabilities }: HookCall,
  { preset, options, tools, budgets, mode }: HookOptions,
): GuardSession {
  const guard = createGuard({
    ...{ capabilities, mode },
    ...(preset !== undefined && { preset }),
    ...(options && { options }),
    ...(tools && { tools }),
    ...(budgets && { budgets }),
  });
  return (snapshot && restored(guard, id, snapshot)) ?? guard.session(id);
}

/** A snapshot of another preset, or of a newer version, is no reason to leave an agent alone: the session starts afresh. */
function restored(guard: Guard, id: string, snapshot: unknown): GuardSession | undefined {
  try {
    return guard.restore(id, snapshot);
  } catch (error) {
    if (error instanceof RutbreakError) return undefined;
    throw error;
  }
}
