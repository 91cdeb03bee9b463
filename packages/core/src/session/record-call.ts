import type { CallFeatures } from '../features/call-features.js';
import { keepAnswer, keepLines } from './answers.js';
import { type CallProgress, isPoll, progressOf } from './call-progress.js';
import { learnEnvelope } from './envelope.js';
import type { KnownCall, Ledger, RecentCall } from './ledger.js';

const MAX_KNOWN = 16;
const MAX_RECENT = 48;
const MAX_ACTED = 24;
const MAX_HANDLES = 64;

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
  const { progress, memory } = progressOf(before, features, at);
  const { change, times, isAct, isDeed } = progress;
  const { call, outcome } = features;
  const acts = before.acts + (isAct ? 1 : 0);
  const hasFailed = outcome.failure !== 'no';
  const ledger: Ledger = {
    calls: before.calls + 1,
    acts,
    edits: before.edits,
    deeds: before.deeds + (isDeed ? 1 : 0),
    changes: before.changes + (change === 'news' || change === 'moving' ? 1 : 0),
    spans: before.spans,
    hasWaited: features.hasWait,
    at: at > 0 ? at : before.at,
    envelope: learnEnvelope(before.envelope, call, outcome),
    known: features.isWait
      ? before.known
      : keepCall(before.known, { call, seq, times, hasFailed, acts, memory }),
    recent: [...before.recent, recentCall(before, features, progress, seq, round)].slice(-MAX_RECENT),
    answers: keepAnswer(before.answers, features),
    lines: keepLines(before.lines, outcome.lines),
    acted: isAct ? [...before.acted, call].slice(-MAX_ACTED) : before.acted,
    handles: keepHandles(before.handles, features),
  };
  return { ledger, progress };
}

function recentCall(
  before: Ledger,
  features: CallFeatures,
  { isStale, isAgain, isAct, isDeed, isNews }: CallProgress,
  seq: number,
  round: number | null,
): RecentCall {
  const { call, outcome, effect, isWait } = features;
  return {
    ...{ seq, call, round, isStale, isAgain, isAct, isDeed, isNews, isWait },
    hasFailed: outcome.failure !== 'no',
    isNote: effect === 'note',
    isPoll: isPoll(before, features),
  };
}

function keepCall(known: readonly KnownCall[], call: KnownCall): readonly KnownCall[] {
  return [...known.filter((one) => one.call !== call.call), call].slice(-MAX_KNOWN);
}

function keepHandles(handles: readonly number[], { call, outcome, argIds }: CallFeatures): readonly number[] {
  const fresh = [...outcome.ids, ...argIds].filter((id) => !handles.includes(id));
  if (fresh.length === 0) return handles;
  return [...handles, ...fresh.flatMap((id) => [id, call])].slice(-MAX_HANDLES);
}
