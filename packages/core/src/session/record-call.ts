import type { CallFeatures } from '../features/call-features.js';
import { TEXT_SLOT } from '../features/outcome/outcome-reading.js';
import { keepAnswer, keepLines, keepTokens, tokensOf } from './progress/answers.js';
import { attemptOf } from './progress/attempts.js';
import { type CallProgress, isPoll, progressOf } from './progress/call-progress.js';
import { learnEnvelope } from './progress/envelope.js';
import { learnFrame } from './progress/frames.js';
import { keepHandles } from './progress/handles.js';
import type { KnownCall, Ledger, RecentCall } from './ledger.js';
import type { Change } from './progress/outcome-change.js';
import { pushBounded } from './window.js';

const MAX_KNOWN = 16;
const MAX_RECENT = 48;
const MAX_ACTED = 24;

export interface CallAt {
  readonly seq: number;
  readonly round: number | null;
  readonly at: number;
}

/** Records a call: what changed, and the ledger after it. */
export function recordCall(
  before: Ledger,
  features: CallFeatures,
  { seq, round, at }: CallAt,
): { readonly ledger: Ledger; readonly progress: CallProgress } {
  const tokens = tokensOf(features);
  const { progress, memory } = progressOf(before, features, tokens, at);
  const { change, times, isAct, isDeed } = progress;
  const { call, outcome } = features;
  const acts = before.acts + (isAct ? 1 : 0);
  const hasFailed = outcome.failure !== 'no';
  const { exact } = features;
  const known = { call, exact, seq, times, hasFailed, acts, calls: before.calls, memory };
  const attempt = attemptOf(before.answers, features, progress.answer);
  const recent = recentCall(before, features, progress, { seq, round, at }, attempt);
  const ledger: Ledger = {
    calls: before.calls + 1,
    acts,
    edits: before.edits,
    deeds: before.deeds + (isDeed ? 1 : 0),
    changes: before.changes + (change === 'news' || change === 'moving' ? 1 : 0),
    spans: before.spans,
    runs: before.runs,
    asked: before.asked,
    named: before.named,
    hasWaited: features.hasWait || isTimer(features),
    at: at > 0 ? at : before.at,
    envelope: learnEnvelope(before.envelope, features),
    frames: learnFrame(before.frames, features),
    known: features.isWait ? before.known : keepCall(before.known, known),
    recent: pushBounded(before.recent, recent, MAX_RECENT),
    answers: keepAnswer(before.answers, features, progress.answer, attempt),
    tokens: keepTokens(before.tokens, tokens),
    lines: keepLines(before.lines, outcome),
    acted: isAct ? pushBounded(before.acted, call, MAX_ACTED) : before.acted,
    handles: keepHandles(before.handles, features, isAct || progress.isNews),
  };
  return { ledger, progress };
}

function recentCall(
  before: Ledger,
  features: CallFeatures,
  { change, isStale, isAgain, isAct, isDeed, isNews, gap }: CallProgress,
  { seq, round }: CallAt,
  attempt: number,
): RecentCall {
  const { call, tool, target, outcome, effect, isWait } = features;
  return {
    seq,
    call,
    tool,
    target,
    attempt,
    round,
    isStale,
    isAgain,
    isAct,
    isDeed,
    isNews,
    isWait: isWait || isTimer(features),
    hasFailed: outcome.failure !== 'no',
    isReceipt: isReceipt(features, change),
    edits: before.edits,
    isNote: effect === 'note',
    isTold: (outcome.kind === 'information' || outcome.failure !== 'no') && change !== 'rotating',
    isLook: isLook(features),
    isPoll: isPoll(before, features) || gap >= LONG_PAUSE_MS,
    isLate: gap >= LONG_PAUSE_MS,
  };
}

/** A bare acknowledgement says that something was done. */
function isLook({ effect, hasWait, outcome }: CallFeatures): boolean {
  if (effect === 'write' || effect === 'send') return false;
  return hasWait || effect === 'read' || outcome.isPending || outcome.kind !== 'acknowledgement';
}

/** After minutes, a call is another look, whatever was called to wait. */
const LONG_PAUSE_MS = 200_000;
/** Nobody waits for less, even if it means seconds, and few wait for more. */
const WAIT = { least: 5, most: 3600 };

/** One number or a duration as input, and at most one word as result: it may be a wait, whatever the tool's name. */
function isTimer({ outcome, argWords, argValues, effect, hasWait }: CallFeatures): boolean {
  const { wordCount, slotNames, idNames, failure } = outcome;
  const isSilent = wordCount <= 1 && slotNames.length + idNames.length === 0 && failure === 'no';
  const isDuration = argValues.length === 1 && argValues[0]! >= WAIT.least && argValues[0]! <= WAIT.most;
  return effect === 'other' && isSilent && argWords.length === 0 && (isDuration || hasWait);
}

const NUMBERED: readonly Change[] = ['unclear', 'moving', 'count', 'jitter'];

function isReceipt({ outcome, argSequence, isShell, effect }: CallFeatures, change: Change): boolean {
  const { kind, failure, wordCount, slotKinds } = outcome;
  if (kind !== 'acknowledgement' || failure !== 'no' || effect === 'read' || isShell) return false;
  const isBare = wordCount === 0 && argSequence.length >= 2 && NUMBERED.includes(change);
  return isBare || (change === 'jitter' && !slotKinds.includes(TEXT_SLOT));
}

function keepCall(known: readonly KnownCall[], call: KnownCall): readonly KnownCall[] {
  const isKnown = known.some((one) => one.call === call.call);
  return pushBounded(isKnown ? known.filter((one) => one.call !== call.call) : known, call, MAX_KNOWN);
}
