import type { CallFeatures } from '../features/call-features.js';
import { isAnswered, isOldLines } from './answers.js';
import { isEnvelope } from './envelope.js';
import type { KnownCall, Ledger } from './ledger.js';
import { type Change, compareOutcome, memoryOf, type OutcomeMemory } from './outcome-change.js';

/** What the ledger says about one call: all that mechanisms look at besides the features. */
export interface CallProgress {
  readonly change: Change;
  /** Words and slots of the outcome that stayed as they were. */
  readonly substance: number;
  /** Only fields of a record changed. */
  readonly isFieldsOnly: boolean;
  /** Times in a row that the call brought nothing new, this one included. */
  readonly times: number;
  readonly isStale: boolean;
  readonly isAgain: boolean;
  readonly isAct: boolean;
  readonly isDeed: boolean;
  readonly isNews: boolean;
  readonly hasWaited: boolean;
  /** An id in the arguments was first seen here: the agent made it up. */
  readonly isInvented: boolean;
  /** Calls whose results later calls have made use of; now by this one. */
  readonly consumed: readonly number[];
  /** Milliseconds since the event before; 0 where not known. */
  readonly gap: number;
}

/** What changed since the call was last made; and what to remember of its outcome. */
export function progressOf(
  before: Ledger,
  features: CallFeatures,
  at: number,
): { readonly progress: CallProgress; readonly memory: OutcomeMemory } {
  const { call, outcome, argIds } = features;
  const known = features.isWait ? undefined : before.known.find((one) => one.call === call);
  const compared =
    known && compareOutcome(known.memory, outcome, (slot) => isEnvelope(before.envelope, slot));
  const change = known && compared ? changeSince(before, known, features, compared.change) : 'first';
  const facts = factsOf(before, features, change);
  const isRepeat = facts.isStale || change === 'jitter' || change === 'unclear';
  const progress: CallProgress = {
    change,
    ...facts,
    substance: compared?.substance ?? 0,
    isFieldsOnly: compared?.isFieldsOnly ?? false,
    times: isRepeat ? (known?.times ?? 0) + 1 : 1,
    hasWaited: before.hasWaited,
    isInvented: argIds.length > 0 && argIds.every((id) => !before.handles.includes(id)),
    consumed: argIds.flatMap((id) => callThatBrought(before.handles, id, call)),
    gap: at > 0 && before.at > 0 ? at - before.at : 0,
  };
  return { progress, memory: compared?.memory ?? memoryOf(outcome) };
}

type Facts = Pick<CallProgress, 'isStale' | 'isAgain' | 'isAct' | 'isDeed' | 'isNews'>;

function factsOf(before: Ledger, features: CallFeatures, change: Change): Facts {
  const { call, outcome, effect, isWait, isAsk } = features;
  const isFirst = change === 'first';
  const hasFailed = outcome.failure !== 'no';
  const isNote = effect === 'note';
  const isAgain = isAnswered(before.answers, features, change) || isOldLines(before.lines, features, change);
  const isActing = effect === 'write' || effect === 'send';
  const isAct = isActing && !hasFailed && isFirst && !before.acted.includes(call);
  const isTold = isFirst && outcome.kind === 'information' && !hasFailed;
  const isNews = !isNote && !isAgain && (change === 'news' || change === 'moving' || isTold);
  const isDone = isFirst && !isAgain && !hasFailed && outcome.kind !== 'nothing' && !isAsk;
  return {
    isStale: isUnchanged(change) || (change === 'count' && isSideEffect(features)),
    ...{ isAgain, isAct, isNews },
    isDeed: !isNote && !isWait && (isAct || isNews || change === 'unclear' || isDone),
  };
}

/** Acts that repeat themselves and questions that are asked again are no progress, whatever comes back. */
function changeSince(before: Ledger, known: KnownCall, features: CallFeatures, change: Change): Change {
  const { outcome, effect, isRich, isAsk, isShell } = features;
  const isNumbers = change === 'moving' || change === 'unclear' || change === 'jitter' || change === 'count';
  const hasActedSince = before.acts > known.acts;
  if (outcome.failure === 'hard' && !outcome.isPending && isNumbers && !hasActedSince) return 'volatile';
  if ((effect === 'write' || effect === 'send') && outcome.failure === 'no' && !isShell) {
    const isReceipt = features.argSequence.length >= 2 && outcome.kind !== 'information';
    if (isNumbers && (isRich || isReceipt)) return 'volatile';
    if (isRich && (change === 'news' || change === 'rotating')) return 'volatile';
  }
  const isAnswer = change === 'news' || change === 'rotating';
  return isAsk && isAnswer && outcome.kind !== 'information' ? 'same' : change;
}

export function isUnchanged(change: Change): boolean {
  return change === 'same' || change === 'volatile' || change === 'unrecorded' || change === 'rotating';
}

function isSideEffect({ effect, outcome, isRich }: CallFeatures): boolean {
  return (
    effect === 'send' || (effect === 'write' && isRich) || outcome.saysNothing || outcome.failure !== 'no'
  );
}

export function isPoll({ hasWaited }: Ledger, { hasWait, outcome }: CallFeatures): boolean {
  return hasWaited || hasWait || outcome.isPending;
}

function callThatBrought(handles: readonly number[], id: number, by: number): readonly number[] {
  const at = handles.indexOf(id);
  const call = at < 0 ? undefined : handles[at + 1];
  return call === undefined || call === by ? [] : [call];
}
