import type { CallFeatures } from '../../features/call-features.js';
import { hashNumber, mix } from '../../text/hash.js';
import { isAnswered, isNextOfMany, isOldLines, isOldNews } from './answers.js';
import { envelopeOfAll, isEnvelope, isMeter } from './envelope.js';
import { bringerOf, type Handles, isHandle, isOfNews } from './handles.js';
import type { KnownCall, Ledger } from '../ledger.js';
import { type Change, type Compared, compareOutcome } from './outcome-change.js';
import { memoryOf, type OutcomeMemory } from './outcome-memory.js';

/** The ledger's facts about one call: everything that mechanisms read besides the features. */
export interface CallProgress {
  readonly change: Change;
  /** The content of the outcome, without fields that change with every call. */
  readonly content: number;
  /** The same without parts that repeat the arguments. */
  readonly answer: number;
  /** Words and slots of the outcome that did not change. */
  readonly substance: number;
  /** Only fields of a record changed. */
  readonly isFieldsOnly: boolean;
  /** Consecutive calls that brought nothing new, including this one. */
  readonly times: number;
  readonly isStale: boolean;
  readonly isAgain: boolean;
  /** It said much, but nearly all of it was known. */
  readonly isOld: boolean;
  readonly isAct: boolean;
  readonly isDeed: boolean;
  readonly isNews: boolean;
  /** A person asked for so many repetitions. */
  readonly isAsked: boolean;
  readonly hasWaited: boolean;
  /** An id first seen in these arguments: the agent invented it. */
  readonly isInvented: boolean;
  /** Calls whose results later calls have used; this call now uses one. */
  readonly consumed: readonly number[];
  /** Milliseconds since the previous event; 0 if unknown. */
  readonly gap: number;
}

const NONE: readonly number[] = [];

/** What changed since the last such call, and what to remember of its outcome. */
export function progressOf(
  before: Ledger,
  features: CallFeatures,
  tokens: readonly number[],
  at: number,
): { readonly progress: CallProgress; readonly memory: OutcomeMemory } {
  const { call, outcome, argIds } = features;
  const known = features.isWait ? undefined : before.known.find((one) => one.call === call);
  const compared = known && compareWith(before, known, features);
  const isSameCall = known && compared && !isOther(before, known, features, compared);
  const change = isSameCall ? changeSince(before, known, features, compared) : 'first';
  const { content, answer } = answerOf(features, envelopeOfAll(before.envelope));
  const substance = compared?.substance ?? 0;
  const facts = factsOf(before, features, tokens, { change, answer, substance });
  const isRepeat = facts.isStale || change === 'jitter' || change === 'unclear';
  const progress: CallProgress = {
    change,
    content,
    answer,
    isStale: facts.isStale,
    isAgain: facts.isAgain,
    isOld: facts.isOld,
    isAct: facts.isAct,
    isDeed: facts.isDeed,
    isNews: facts.isNews,
    substance,
    isFieldsOnly: compared?.isFieldsOnly ?? false,
    times: isRepeat ? (known?.times ?? 0) + 1 : 1,
    isAsked: (known?.times ?? 0) < before.asked,
    hasWaited: before.hasWaited,
    isInvented: argIds.length > 0 && argIds.every((id) => !isHandle(before.handles, id)),
    consumed: argIds.length === 0 ? NONE : argIds.flatMap((id) => callThatBrought(before.handles, id, call)),
    gap: at > 0 && before.at > 0 ? at - before.at : 0,
  };
  return { progress, memory: compared?.memory ?? memoryOf(outcome) };
}

function compareWith(before: Ledger, { memory, calls, seq }: KnownCall, features: CallFeatures): Compared {
  const noise = {
    isNoise: (slot: number) => isEnvelope(before.envelope, slot),
    isMeter: (slot: number) => isMeter(before.envelope, slot),
  };
  const since = { calls: before.calls - calls, ofTool: callsOfTool(before, features.tool, seq) };
  return compareOutcome(memory, features.outcome, noise, since);
}

/** If this much stayed the same, numbers without a trend are a detail. */
const MUCH = 10;

/** It has the form of a known call, but its ids or references name something else. */
function isOther(before: Ledger, known: KnownCall, features: CallFeatures, compared: Compared): boolean {
  if (known.exact === features.exact) return false;
  const { outcome, hasReference } = features;
  // Until something shows the page anew, another reference is another element.
  if (hasReference && known.calls === before.calls - 1 && outcome.kind !== 'information') return true;
  // The next page is news, unless it shows what the last one showed.
  if (isChained(before.handles, features)) return !isSamePage(outcome, compared);
  return isOfNews(before.handles, features);
}

/** The call uses an id from its own last result, such as a cursor. */
function isChained(handles: Handles, { call, argIds }: CallFeatures): boolean {
  return argIds.some((id) => bringerOf(handles, id) === call);
}

function isSamePage({ wordCount, slotNames }: CallFeatures['outcome'], { change }: Compared): boolean {
  return isUnchanged(change) && wordCount + slotNames.length >= MUCH;
}

type Facts = Pick<CallProgress, 'isStale' | 'isAgain' | 'isOld' | 'isAct' | 'isDeed' | 'isNews'>;

function factsOf(
  before: Ledger,
  features: CallFeatures,
  tokens: readonly number[],
  { change, answer, substance }: Pick<CallProgress, 'change' | 'answer' | 'substance'>,
): Facts {
  const { call, outcome, effect, isWait, isAsk } = features;
  const isFirst = change === 'first';
  const hasFailed = outcome.failure !== 'no';
  const isNote = effect === 'note';
  const isOld = isOldNews(before.tokens, features, tokens, change) && !isNextOfMany(before.answers, features);
  const isAgain =
    isOld || isAnswered(before, features, change, answer) || isOldLines(before, features, change);
  const isActing = effect === 'write' || effect === 'send';
  const isAct = isActing && !isAgain && !hasFailed && isFirst && !before.acted.includes(call);
  const isTold = isFirst && outcome.kind === 'information' && !hasFailed;
  const isNews = !isNote && !isAgain && (change === 'news' || change === 'moving' || isTold);
  const isDone = isFirst && !isAgain && !hasFailed && outcome.kind !== 'nothing' && !isAsk;
  const isSmallChange = (change === 'unclear' || change === 'count') && substance < MUCH;
  return {
    isStale:
      isUnchanged(change) ||
      (change === 'count' && isSideEffect(features)) ||
      (change === 'jitter' && substance >= MUCH),
    isAgain,
    isOld,
    isAct,
    isNews,
    isDeed: !isNote && !isWait && (isAct || isNews || isSmallChange || isDone),
  };
}

/** Repeated actions and repeated questions are no progress, whatever their result. */
function changeSince(
  before: Ledger,
  known: KnownCall,
  features: CallFeatures,
  { change, isFalling, isFilling }: Compared,
): Change {
  const { outcome, effect, isRich, isAsk, isShell } = features;
  const isNumbers = change === 'moving' || change === 'unclear' || change === 'jitter' || change === 'count';
  const hasActedSince = before.acts > known.acts;
  if (outcome.failure === 'hard' && !outcome.isPending && isNumbers && !hasActedSince) return 'volatile';
  if ((effect === 'write' || effect === 'send') && outcome.failure === 'no' && !isShell) {
    // The orders of a plan are equal, and each time less is left, or more is filled.
    if ((isFalling || isFilling) && isNumbers) return 'moving';
    const isReceipt = features.argSequence.length >= 2 && outcome.kind !== 'information';
    // A robot's position moves with each step; a total that grows with each order says nothing.
    const isMoved = change === 'moving' && effect === 'write';
    if (isNumbers && (isRich || (isReceipt && !isMoved))) return 'volatile';
    if (isRich && (change === 'news' || change === 'rotating')) return 'volatile';
  }
  const isAnswer = change === 'news' || change === 'rotating';
  return isAsk && isAnswer && outcome.kind !== 'information' ? 'same' : change;
}

/** It did or brought something for the first time. */
export function bringsNews({ isDeed, isNews, isAct }: CallProgress): boolean {
  return isDeed || isNews || isAct;
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

/** Calls of the tool since then, this one included. */
function callsOfTool({ recent }: Ledger, tool: number, seq: number): number {
  return 1 + recent.filter((one) => one.tool === tool && one.seq > seq).length;
}

/** The content of the outcome. */
function answerOf(
  { outcome, argValues }: CallFeatures,
  noise: readonly number[],
): Pick<CallProgress, 'content' | 'answer'> {
  const { words, failureKey, slotNames, slotValues, idNames, idValues } = outcome;
  let content = mix(words, 1);
  let answer = failureKey;
  for (let i = 0; i < slotNames.length; i++) {
    const name = slotNames[i]!;
    if (noise.length > 0 && noise.includes(name)) continue;
    const value = hashNumber(slotValues[i]!);
    content = (content + mix(name, value)) | 0;
    if (!argValues.includes(slotValues[i]!)) answer = (answer + mix(3, value)) | 0;
  }
  for (let i = 0; i < idNames.length; i++) {
    if (noise.includes(idNames[i]!)) continue;
    content = (content + mix(idNames[i]!, idValues[i]!)) | 0;
    answer = (answer + mix(4, idValues[i]!)) | 0;
  }
  return { content: content >>> 1, answer: answer >>> 1 };
}

function callThatBrought(handles: Handles, id: number, by: number): readonly number[] {
  const call = bringerOf(handles, id);
  return call === undefined || call === by ? [] : [call];
}
