import type { CallFeatures } from '../features/call-features.js';
import { type Envelope, isEnvelope, learnEnvelope, NO_ENVELOPE } from './envelope.js';
import { type Change, compareOutcome, memoryOf, type OutcomeMemory } from './outcome-change.js';

/** One call as later events need it. */
export interface RecentCall {
  readonly seq: number;
  readonly call: number;
  readonly round: number | null;
  /** It brought what it had brought before. */
  readonly isStale: boolean;
  /** The tool had given this answer before, to similar arguments. */
  readonly isAgain: boolean;
  readonly isAct: boolean;
  readonly isDeed: boolean;
  readonly isNews: boolean;
  readonly hasFailed: boolean;
  readonly isNote: boolean;
  readonly isWait: boolean;
  /** It looked at something that may still change by itself. */
  readonly isPoll: boolean;
}

interface KnownCall {
  readonly call: number;
  readonly seq: number;
  /** Times in a row that it brought nothing new. */
  readonly times: number;
  readonly hasFailed: boolean;
  /** Acts in the session when it was last made. */
  readonly acts: number;
  readonly memory: OutcomeMemory;
}

/** What a tool answered lately, and to which words. */
interface Answer {
  readonly tool: number;
  readonly answer: number;
  /** The arguments it was an answer to, in order. */
  readonly seq: readonly number[];
}

/** What one run has brought so far. Plain JSON, bounded. */
export interface Ledger {
  readonly calls: number;
  /** Acts: calls that changed something for the first time, and edits. */
  readonly acts: number;
  readonly edits: number;
  /** Calls that did or brought something for the first time. */
  readonly deeds: number;
  /** Calls whose outcome changed since they were last made. */
  readonly changes: number;
  /** New tasks and scheduled runs so far. */
  readonly spans: number;
  readonly hasWaited: boolean;
  readonly at: number;
  readonly envelope: Envelope;
  /** The call used last comes last. */
  readonly known: readonly KnownCall[];
  readonly recent: readonly RecentCall[];
  readonly answers: readonly Answer[];
  /** Lines of results that were seen lately. */
  readonly lines: readonly number[];
  /** Calls that acted, so that the same act does not count twice. */
  readonly acted: readonly number[];
  /** Ids of results and the call that brought them, pairwise. */
  readonly handles: readonly number[];
}

export const NEW_LEDGER: Ledger = {
  ...{ calls: 0, acts: 0, edits: 0, deeds: 0, changes: 0, spans: 0, hasWaited: false, at: 0 },
  ...{ envelope: NO_ENVELOPE, known: [], recent: [], answers: [], lines: [], acted: [], handles: [] },
};

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

const MAX_KNOWN = 16;
const MAX_RECENT = 48;
const MAX_ANSWERS = 8;
const MAX_ACTED = 24;
const MAX_LINES = 160;
const LINES_OF_ONE = 24;
const MAX_HANDLES = 64;
const MAX_SEQ = 24;
/** Words that two calls share, of the shorter one, before one answer to both says that nothing was learned. */
const ALIKE = 0.5;
const SENTENCE = 8;

export interface CallAt {
  readonly seq: number;
  readonly round: number | null;
  readonly at: number;
}

/** Takes a call in: what changed, and the ledger after it. */
export function recordCall(
  before: Ledger,
  features: CallFeatures,
  { seq, round, at }: CallAt,
): { readonly ledger: Ledger; readonly progress: CallProgress } {
  const progress = progressOf(before, features, at);
  const { change, times, isStale, isAgain, isAct, isDeed, isNews } = progress;
  const { call, outcome } = features;
  const known = before.known.find((one) => one.call === call);
  const memory = known
    ? compareOutcome(known.memory, outcome, (slot) => isEnvelope(before.envelope, slot)).memory
    : memoryOf(outcome);
  const entry: RecentCall = {
    ...{ seq, call, round, isStale, isAgain, isAct, isDeed, isNews },
    hasFailed: outcome.failure !== 'no',
    isNote: features.effect === 'note',
    isWait: features.isWait,
    isPoll: isPoll(before, features),
  };
  const ledger: Ledger = {
    calls: before.calls + 1,
    acts: before.acts + (isAct ? 1 : 0),
    edits: before.edits,
    deeds: before.deeds + (isDeed ? 1 : 0),
    changes: before.changes + (change === 'news' || change === 'moving' ? 1 : 0),
    spans: before.spans,
    hasWaited: features.hasWait,
    at: at > 0 ? at : before.at,
    envelope: learnEnvelope(before.envelope, call, outcome),
    known: features.isWait
      ? before.known
      : keepCall(before.known, {
          ...{ call, seq, times, memory, hasFailed: outcome.failure !== 'no' },
          acts: before.acts + (isAct ? 1 : 0),
        }),
    recent: [...before.recent, entry].slice(-MAX_RECENT),
    answers: keepAnswer(before.answers, features),
    lines: keepLines(before.lines, outcome.lines),
    acted: isAct ? [...before.acted, call].slice(-MAX_ACTED) : before.acted,
    handles: keepHandles(before.handles, features),
  };
  return { ledger, progress };
}

function progressOf(before: Ledger, features: CallFeatures, at: number): CallProgress {
  const { call, outcome, effect } = features;
  const known = before.known.find((one) => one.call === call);
  const compared =
    features.isWait || !known
      ? undefined
      : compareOutcome(known.memory, outcome, (slot) => isEnvelope(before.envelope, slot));
  const change = known && compared ? changeSince(before, known, features, compared.change) : 'first';
  const isStale = isUnchanged(change) || (change === 'count' && isSideEffect(features));
  const isFailed = outcome.failure !== 'no';
  const isActing = effect === 'write' || effect === 'send';
  const isAct = isActing && !isFailed && change === 'first' && !before.acted.includes(call);
  const isAgain =
    isAnswered(before.answers, features, change) || isOldLines(before.lines, features, change);
  const isNews =
    effect !== 'note' &&
    !isAgain &&
    (change === 'news' ||
      change === 'moving' ||
      (change === 'first' && outcome.kind === 'information' && !isFailed));
  const isFirstDeed = change === 'first' && !isAgain && !isFailed && outcome.kind !== 'nothing' && !features.isAsk;
  const ids = features.argIds;
  return {
    ...{ change, isStale, isAct, isNews, hasWaited: before.hasWaited },
    substance: compared?.substance ?? 0,
    isFieldsOnly: compared?.isFieldsOnly ?? false,
    times: isStale || change === 'jitter' || change === 'unclear' ? (known?.times ?? 0) + 1 : 1,
    isAgain,
    isDeed: effect !== 'note' && !features.isWait && (isAct || isNews || change === 'unclear' || isFirstDeed),
    isInvented: ids.length > 0 && ids.every((id) => !before.handles.includes(id)),
    consumed: ids.flatMap((id) => callThatBrought(before.handles, id, call)),
    gap: at > 0 && before.at > 0 ? at - before.at : 0,
  };
}

/** Acts that repeat themselves and questions that are asked again are no progress, whatever comes back. */
function changeSince(before: Ledger, known: KnownCall, features: CallFeatures, change: Change): Change {
  const { outcome, effect, isRich, isAsk, isShell } = features;
  const isNumbers = change === 'moving' || change === 'unclear' || change === 'jitter' || change === 'count';
  const hasActedSince = before.acts > known.acts;
  if (outcome.failure === 'hard' && !outcome.isPending && isNumbers && !hasActedSince) return 'volatile';
  if ((effect === 'write' || effect === 'send') && outcome.failure === 'no' && !isShell) {
    const isReceipt = features.argSeq.length >= 2 && outcome.kind !== 'information';
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

function isPoll({ hasWaited }: Ledger, { hasWait, outcome }: CallFeatures): boolean {
  return hasWaited || hasWait || outcome.isPending;
}

/** The same answer as to one of the last calls of this tool, whose arguments had half of these words. */
function isAnswered(answers: readonly Answer[], features: CallFeatures, change: Change): boolean {
  const { tool, outcome, argSeq, effect } = features;
  if (outcome.kind === 'nothing' || outcome.kind === 'unrecorded' || effect === 'note') return false;
  if (change !== 'first' && change !== 'news') return false;
  if (outcome.failure === 'no' && effect !== 'read' && effect !== 'other') return false;
  const answer = answerOf(features);
  return answers.some((one) => one.tool === tool && one.answer === answer && isAlike(one.seq, argSeq, outcome.wordCount));
}

/** Much is the same, and the rest is more than another value in one place. */
function isAlike(before: readonly number[], argSeq: readonly number[], wordCount: number): boolean {
  const seq = argSeq.slice(0, MAX_SEQ);
  const shared = seq.filter((one) => before.includes(one)).length;
  // A whole sentence is the same answer, whatever was asked.
  if (wordCount < SENTENCE && shared < ALIKE * Math.max(before.length, seq.length)) return false;
  if (before.length !== seq.length) return true;
  const differing = seq.filter((one, i) => one !== before[i]);
  return differing.every((one) => before.includes(one));
}

/** A new question about what was read before: every line of the answer is known. */
function isOldLines(lines: readonly number[], { outcome, effect }: CallFeatures, change: Change): boolean {
  if (change !== 'first' || effect !== 'read' || outcome.kind !== 'information' || outcome.failure !== 'no')
    return false;
  const own = outcome.lines.slice(0, LINES_OF_ONE);
  return own.length > 0 && own.every((line) => lines.includes(line));
}

function keepLines(lines: readonly number[], own: readonly number[]): readonly number[] {
  const fresh = own.slice(0, LINES_OF_ONE).filter((line) => !lines.includes(line));
  return fresh.length === 0 ? lines : [...lines, ...fresh].slice(-MAX_LINES);
}

function answerOf({ outcome }: CallFeatures): number {
  if (outcome.wordCount >= SENTENCE) return outcome.words;
  return outcome.failure === 'no' ? outcome.answerKey : outcome.failKey;
}

function keepAnswer(answers: readonly Answer[], features: CallFeatures): readonly Answer[] {
  const { tool, argSeq } = features;
  const answer = { tool, answer: answerOf(features), seq: argSeq.slice(0, MAX_SEQ) };
  return [...answers, answer].slice(-MAX_ANSWERS);
}

function keepCall(known: readonly KnownCall[], call: KnownCall): readonly KnownCall[] {
  return [...known.filter((one) => one.call !== call.call), call].slice(-MAX_KNOWN);
}

function keepHandles(handles: readonly number[], { call, outcome, argIds }: CallFeatures): readonly number[] {
  const fresh = [...outcome.ids, ...argIds].filter((id) => !handles.includes(id));
  if (fresh.length === 0) return handles;
  return [...handles, ...fresh.flatMap((id) => [id, call])].slice(-MAX_HANDLES);
}

function callThatBrought(handles: readonly number[], id: number, by: number): readonly number[] {
  const at = handles.indexOf(id);
  const call = at < 0 ? undefined : handles[at + 1];
  return call === undefined || call === by ? [] : [call];
}

/** A file went from one content to another. */
export function recordEdit(ledger: Ledger): Ledger {
  return { ...ledger, acts: ledger.acts + 1, edits: ledger.edits + 1 };
}

/** Ids that a person named are not made up by the agent. */
export function recordIds(ledger: Ledger, ids: readonly number[]): Ledger {
  const fresh = ids.filter((id) => !ledger.handles.includes(id));
  if (fresh.length === 0) return ledger;
  return { ...ledger, handles: [...ledger.handles, ...fresh.flatMap((id) => [id, 0])].slice(-MAX_HANDLES) };
}

/** New work: of what came before it, only failures still say something. */
export function beginSpan(ledger: Ledger): Ledger {
  const known = ledger.known.filter(({ hasFailed }) => hasFailed);
  return { ...ledger, spans: ledger.spans + 1, known, recent: [], answers: [], lines: [] };
}
