import {
  answerTo,
  beginHook,
  endHook,
  type HookAnswer,
  type HookCall,
  NO_MEMORY,
  outcomesOf,
  refusalOf,
  SILENT,
  withWayBack,
} from '@rutbreak/adapters/hooks';
import {
  createGuard,
  type Decision,
  type Guard,
  type GuardOptions,
  type GuardSession,
  type Mode,
  observeWithDerived,
  type Preset,
  presetOf,
  RutbreakError,
} from '@rutbreak/core';
import { type ArchiveFact, archiveFacts, liftingIn, ONLY_A_PERSON } from '@rutbreak/core/edge';
import { wayBack } from '../session/guarded-agent.js';
import type { ArchiveFile } from '../store/archive-file.js';
import { isDetectionOff, noteDecision, noteRefusal, type LocalRecord } from '../store/record.js';

export interface HookOptions extends Pick<GuardOptions<Preset>, 'options' | 'models' | 'tools' | 'budgets'> {
  readonly preset?: string;
  readonly mode: Mode;
  /** Models for which the guard is switched off. */
  readonly offFor?: readonly string[];
  /** Patterns may be stored as the user's own. */
  readonly hasConsent?: boolean;
  /** False: nothing is shown to the user while the run continues. */
  readonly showsUser?: boolean;
  /** How long a message to the user stays, in milliseconds, where the agent lets its hooks say so. */
  readonly toastDuration?: number;
  /** The most interventions in one task. Without a limit, a wrong decision could block an agent for ever. */
  readonly maxInterventions: number;
}

export const DEFAULT_OPTIONS: HookOptions = { mode: 'act', maxInterventions: 50 };

export interface Judged {
  readonly record: LocalRecord;
  readonly answer: HookAnswer;
  /** Facts for the archive. */
  readonly facts?: readonly ArchiveFact[];
}

/** Handles one hook event: returns the session after it, and the reply. Pure. */
export function judgeHook(
  before: LocalRecord,
  call: HookCall,
  now: number,
  options: HookOptions,
  archive?: Pick<ArchiveFile, 'hintFor'>,
): Judged {
  const lifting = options.mode === 'act' ? liftingIn(call.event) : undefined;
  if (lifting !== undefined) {
    const record = noteRefusal(before, { at: now, command: lifting, by: 'the agent of this session' });
    return { record, answer: { kind: 'deny', text: ONLY_A_PERSON, ends: false } };
  }
  if (isDetectionOff(before, now)) return { record: before, answer: SILENT };
  const begun = beginHook(before.hook ?? NO_MEMORY, call, now);
  if (begun.event === null) {
    const isKnown = begun.memory === (before.hook ?? NO_MEMORY);
    const record = isKnown ? before : { ...before, hook: begun.memory };
    return { record, answer: withWayBack(call, begun.answer, wayBack(before.id)) };
  }
  const session = sessionOf(before, call, options);
  const decision = observeWithDerived(session, begun.event);
  const wanted = withHint(answerTo(call, decision), archive?.hintFor(before.log, decision));
  const { memory, answer } = endHook(begun.memory, call, wanted, options.maxInterventions);
  const noted = noteActions(noteDecision(before, decision, now), decision, call, options);
  return {
    record: { ...noted, snapshot: session.snapshot(), hook: memory },
    answer: forUser(withWayBack(call, answer, wayBack(before.id), refusalOf(decision)), options),
    facts: archiveFacts(before.log, decision, now),
  };
}

/** `session show` tells a person which actions the preset asked for and this door could not carry out. */
function noteActions(
  record: LocalRecord,
  decision: Decision,
  call: HookCall,
  { showsUser = true }: HookOptions,
): LocalRecord {
  if (decision.kind !== 'act' || decision.actions.length === 0 || !record.last) return record;
  return { ...record, last: { ...record.last, actions: outcomesOf(decision.actions, call, showsUser) } };
}

/** What earlier sessions know goes to the model with the advice. */
function withHint(answer: HookAnswer, hint: string | undefined): HookAnswer {
  return answer.kind === 'tell' && hint !== undefined
    ? { ...answer, text: `${answer.text}\n${hint}` }
    : answer;
}

function forUser(answer: HookAnswer, { showsUser = true }: HookOptions): HookAnswer {
  if (showsUser || (answer.kind !== 'tell' && answer.kind !== 'deny') || answer.user === undefined)
    return answer;
  if (answer.kind === 'tell' && answer.text === answer.user) return SILENT;
  const quiet: { user?: string } & HookAnswer = { ...answer };
  delete quiet.user;
  return quiet;
}

function sessionOf(
  { id, snapshot }: LocalRecord,
  { capabilities, model }: HookCall,
  { preset, options: usual, models = {}, tools, budgets, mode, offFor = [] }: HookOptions,
): GuardSession {
  const options = model !== undefined && Object.hasOwn(models, model) ? models[model] : usual;
  const isOff = model !== undefined && offFor.includes(model);
  const guard = createGuard({
    ...{ capabilities, mode: isOff ? 'off' : mode },
    ...(preset !== undefined && { preset: presetOf(preset) }),
    ...(options && { options }),
    ...(tools && { tools }),
    ...(budgets && { budgets }),
  });
  return (snapshot && restored(guard, id, snapshot)) ?? guard.session(id);
}

/** With a snapshot of another preset or a newer version, the session starts again instead of running unguarded. */
function restored(guard: Guard, id: string, snapshot: unknown): GuardSession | undefined {
  try {
    return guard.restore(id, snapshot);
  } catch (error) {
    if (error instanceof RutbreakError) return undefined;
    throw error;
  }
}
