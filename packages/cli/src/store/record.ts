import type { HookMemory } from '@rutbreak/adapters/hooks';
import { type Category, type Decision, redactValue, type Rung, type Snapshot } from '@rutbreak/core';
import {
  logDecision,
  type LoopCount,
  type LoopLog,
  logOutcome,
  NO_LOOPS,
  type Status,
} from '@rutbreak/core/edge';

/** The format of a stored session. An older one is upgraded on reading, a newer one is refused. */
export const RECORD_VERSION = 1;

/** The last decision that found something, in short. */
interface LastDecision {
  readonly at: number;
  readonly seq: number;
  readonly status: Status;
  readonly rung?: Rung;
  readonly category?: Category;
  readonly score: number;
  readonly brief?: string;
  /** How often the loop ran and was refused, and since when it is known. */
  readonly times?: LoopCount;
  /** What became of the actions that the preset asked for, where the door keeps that. */
  readonly actions?: readonly { readonly action: string; readonly result: string; readonly why?: string }[];
}

interface OverrideEntry {
  readonly at: number;
  /** The category of the loop that the person allowed. */
  readonly type?: string;
  /** The number of loops in the session so far. */
  readonly resets: number;
  readonly session: string;
  readonly reason?: string;
}

export const FEEDBACK = ['false-alarm', 'right', 'missed'] as const;
export type FeedbackKind = (typeof FEEDBACK)[number];

interface FeedbackEntry {
  readonly at: number;
  readonly kind: FeedbackKind;
  readonly category?: Category;
  /** The event that the last decision was about. */
  readonly seq?: number;
  readonly note?: string;
}

/** An agent tried to lift a decision about itself. */
interface RefusalEntry {
  readonly at: number;
  readonly command: 'reset' | 'override';
  /** The agent, if the environment named it; otherwise the hook saw the command. */
  readonly by: string;
}

/** When detection is on again: at a time, or only after a `reset`. */
type DetectionOff = number | 'reset';

/** Everything that this machine keeps of one session between two processes. Plain JSON; texts are redacted on writing. */
export interface LocalRecord {
  readonly version: number;
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How often it was written. */
  readonly revision: number;
  /** The result of `session.snapshot()`, for `guard.restore(id, snapshot)`. */
  readonly snapshot?: Snapshot;
  readonly last?: LastDecision;
  readonly log: LoopLog;
  /** The number of resets so far. */
  readonly resets: number;
  readonly off?: DetectionOff;
  /** When a person last lifted a block, by a reset or an override. */
  readonly liftedAt?: number;
  readonly overrides: readonly OverrideEntry[];
  readonly feedback: readonly FeedbackEntry[];
  readonly refusals?: readonly RefusalEntry[];
  /** For sessions from a coding agent's hooks. */
  readonly hook?: HookMemory;
}

const MAX_ENTRIES = 100;
const MAX_TEXT = 500;

export function newRecord(id: string, at: number): LocalRecord {
  return {
    ...{ version: RECORD_VERSION, id, createdAt: at, updatedAt: at, revision: 0 },
    ...{ log: NO_LOOPS, resets: 0, overrides: [], feedback: [] },
  };
}

/** Has a person switched detection off for this session? */
export function isDetectionOff({ off }: Pick<LocalRecord, 'off'>, now: number): boolean {
  return off === 'reset' || (typeof off === 'number' && now < off);
}

/** Loops of these categories are in the text of an answer: it was cut, and nothing is refused afterwards. */
const IN_TEXT: readonly unknown[] = ['TOKEN_REPETITION', 'PHRASE_LOOP', 'STRUCTURAL_LOOP'];

/** A call is blocked or the run was ended, and no person has lifted it. */
export function isHeld({ last, liftedAt = -Infinity }: Pick<LocalRecord, 'last' | 'liftedAt'>): boolean {
  if (!last || last.at <= liftedAt || IN_TEXT.includes(last.category)) return false;
  return last.rung === 'block' || last.rung === 'pause' || last.rung === 'stop';
}

/** Returns the record with detection switched on. */
export function switchedOn(record: LocalRecord): LocalRecord {
  const next: { off?: DetectionOff } & LocalRecord = { ...record };
  delete next.off;
  return next;
}

/** The record with one more decision. Hooks and proxies add the new snapshot themselves. */
export function noteDecision(record: LocalRecord, decision: Decision, at: number): LocalRecord {
  if (decision.kind === 'refused') return record;
  const { recoveries = [] } = decision;
  const next = decision.verdict.status === 'healthy' ? record : withDecision(record, decision, at);
  if (recoveries.length === 0) return next;
  const log = recoveries.reduce(
    (before, { outcome, loop }) => logOutcome(before, outcome === 'successful', { primary: loop }),
    next.log,
  );
  return { ...next, log };
}

function withDecision(
  record: LocalRecord,
  decision: Exclude<Decision, { readonly kind: 'refused' }>,
  at: number,
): LocalRecord {
  const { verdict, seq } = decision;
  const { primary } = verdict;
  // A reached limit ends the run, and is no loop: it has words, but no kind and no count.
  const isLimit = decision.kind === 'act' && decision.status === 'BUDGET_EXHAUSTED';
  const last: LastDecision = {
    ...{ at, seq, status: isLimit ? 'healthy' : verdict.status },
    score: Math.round(verdict.score * 1e4) / 1e4,
    ...(decision.kind === 'act' && { rung: decision.rung }),
    ...(primary && { brief: primary.brief, ...(!isLimit && { category: primary.category }) }),
    ...(decision.tally && !isLimit && { times: decision.tally }),
  };
  const isReset = decision.kind === 'act' && decision.actions.includes('reset');
  return {
    ...record,
    last,
    log: logDecision(record.log, decision),
    resets: record.resets + (isReset ? 1 : 0),
  };
}

interface OverrideNote extends Pick<OverrideEntry, 'at'> {
  readonly off?: DetectionOff | undefined;
  readonly reason?: string | undefined;
  /** From the core; by default from the record. */
  readonly type?: string | undefined;
  readonly resets?: number | undefined;
}

/** Records that a person lets the session continue. */
export function noteOverride(
  record: LocalRecord,
  { at, off, reason, type = record.last?.category, resets = record.resets }: OverrideNote,
): LocalRecord {
  const entry: OverrideEntry = {
    ...{ at, session: record.id, resets },
    ...(type !== undefined && type !== '' && { type }),
    ...(reason !== undefined && { reason }),
  };
  const overrides = [...record.overrides, entry].slice(-MAX_ENTRIES);
  return { ...record, ...(off !== undefined && { off }), overrides, liftedAt: at };
}

/** Every attempt of an agent to lift a block is recorded. */
export function noteRefusal(record: LocalRecord, entry: RefusalEntry): LocalRecord {
  return { ...record, refusals: [...(record.refusals ?? []), entry].slice(-MAX_ENTRIES) };
}

export function noteFeedback(
  record: LocalRecord,
  { at, kind, note }: { at: number; kind: FeedbackKind; note?: string | undefined },
): LocalRecord {
  const { last } = record;
  const entry: FeedbackEntry = {
    ...{ at, kind },
    ...(last?.category && { category: last.category }),
    ...(last && { seq: last.seq }),
    ...(note !== undefined && { note }),
  };
  return { ...record, feedback: [...record.feedback, entry].slice(-MAX_ENTRIES) };
}

/** Returns the record without secrets and with bounded texts. The snapshot keeps the lengths of its texts. */
export function cleaned(record: LocalRecord): LocalRecord {
  const { snapshot, id, ...rest } = record;
  const clean = redactValue(rest, { limit: MAX_TEXT }) as Omit<LocalRecord, 'snapshot' | 'id'>;
  return {
    ...clean,
    id,
    overrides: clean.overrides.map((entry) => ({ ...entry, session: id })),
    ...(snapshot && { snapshot: redactValue(snapshot, { keepsLength: true }) as Snapshot }),
  };
}

/** The record, or the problem with it. */
export function readRecord(
  text: string,
): LocalRecord | { readonly problem: string; readonly isNewer: boolean } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'it is not JSON', isNewer: false };
  }
  if (typeof value !== 'object' || value === null) return { problem: 'it is not an object', isNewer: false };
  const record = value as Partial<LocalRecord>;
  if (typeof record.version !== 'number') return { problem: 'it has no version', isNewer: false };
  if (record.version > RECORD_VERSION)
    return {
      problem: `it has version ${record.version}, and this program reads up to ${RECORD_VERSION}`,
      isNewer: true,
    };
  const isWhole =
    typeof record.id === 'string' &&
    [record.createdAt, record.updatedAt, record.revision, record.resets].every(Number.isFinite) &&
    Array.isArray(record.overrides) &&
    Array.isArray(record.feedback) &&
    Array.isArray(record.log?.loops);
  return isWhole ? (record as LocalRecord) : { problem: 'parts of it are missing', isNewer: false };
}
