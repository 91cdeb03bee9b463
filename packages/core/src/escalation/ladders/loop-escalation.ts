import { bringsNews } from '../../session/progress/call-progress.js';
import { hashPath } from '../../features/call-features.js';
import type { EventContext, Session } from '../../session/session.js';
import type { Finding } from '../../verdict/verdict.js';
import type { Rung } from '../ladder.js';
import { type Block, isHeld, lifted, nextBlock } from './loop-block.js';
import { isOfLoop, type LoopKeys, mergeKeys } from './loop-identity.js';

/** How far one loop has escalated. Plain JSON, a few hundred bytes. */
export interface LoopEscalation {
  readonly keys: LoopKeys;
  /** The event of its first detection; no two loops share it. */
  readonly born: number;
  /** The event of its last detection. */
  readonly seen: number;
  /** Detections and vetoed calls that count. */
  readonly count: number;
  /** Further ones, whose evidence carries the loop no further. Absent in older snapshots. */
  readonly held?: number;
  /** Detections whose evidence may block. Absent in older snapshots. */
  readonly firm?: number;
  readonly round: number | null;
  /** The session's counters at the last detection: a change since then may be a reason to try again. */
  readonly world: number;
  readonly spans: number;
  /** Events with progress since then. */
  readonly calm: number;
  /** The one free retry has been used. */
  readonly isFreeUsed: boolean;
  /** A vetoed call that may still come back as a call event; it has been counted. */
  readonly isAwaited: boolean;
  readonly said: Rung | null;
  readonly saidAt: number;
  /** How often the loop was detected recently: an exponentially weighted average, 0 to 100. */
  readonly heat: number;
  /** The files that its calls name, as hashes. Absent in older snapshots, like `block`. */
  readonly paths?: readonly number[];
  readonly block?: Block | null;
}

const MAX_PATHS = 4;

/** Weight of the newest event in the average. */
const ALPHA = 0.3;
/** Above this, the loop shows at more than half of the events. */
const HOT = 50;

export function newEscalation(
  { keys, count, firm = 0 }: Pick<LoopEscalation, 'keys' | 'count' | 'firm'>,
  context: EventContext,
  clock: number,
): LoopEscalation {
  return {
    ...{ keys, born: clock, seen: clock, count, firm, round: roundOf(context) },
    ...{ world: context.session.ledger.acts, spans: spansOf(context.session) },
    ...{ calm: 0, isFreeUsed: false, isAwaited: false },
    ...{ said: null, saidAt: clock, heat: 100 * ALPHA, paths: pathsOf([], context), block: null },
  };
}

interface Sighting {
  readonly isCounted: boolean;
  readonly keys?: LoopKeys;
  readonly isFree?: boolean;
  readonly isVeto?: boolean;
  /** The count up to which this sighting lets the loop escalate. */
  readonly most?: number;
  /** Detections whose evidence may block, with this one. */
  readonly firm?: number;
}

/** The loop was detected again, or one of its calls hit the block. */
export function recordSighting(
  loop: LoopEscalation,
  context: EventContext,
  clock: number,
  again: Sighting,
): LoopEscalation {
  const { isCounted, keys, isFree = false, isVeto = false, most = Infinity } = again;
  const isRaised = isCounted && loop.count < most;
  return {
    ...loop,
    ...{ keys: keys ? mergeKeys(loop.keys, keys) : loop.keys, seen: clock, round: roundOf(context) },
    count: loop.count + (isRaised ? 1 : 0),
    held: (loop.held ?? 0) + (isCounted && !isRaised ? 1 : 0),
    firm: (isCounted ? again.firm : undefined) ?? loop.firm ?? 0,
    ...{ world: context.session.ledger.acts, spans: spansOf(context.session), calm: 0 },
    ...{ isFreeUsed: loop.isFreeUsed || isFree, isAwaited: isVeto },
    ...{ heat: averaged(loop.heat, 100), paths: pathsOf(loop.paths ?? [], context) },
  };
}

/** A loop of an older snapshot: there weak evidence could carry a loop as far as a block. */
export function upgraded(loop: LoopEscalation, { blockAt }: { readonly blockAt: number }): LoopEscalation {
  if (loop.firm !== undefined) return loop;
  const { block, count } = loop;
  if (block && (block.cause?.cap ?? 'stop') === 'stop') return { ...loop, firm: count };
  return { ...loop, firm: 0, count: Math.min(count, blockAt - 1), block: lifted(block) };
}

/** All detections and vetoed calls that count. */
export function sightingsOf({ count, held = 0 }: LoopEscalation): number {
  return count + held;
}

function pathsOf(known: readonly number[], { features }: EventContext): readonly number[] {
  const path = features?.pathHash ?? 0;
  return path === 0 || known.includes(path) ? known : [...known, path].slice(-MAX_PATHS);
}

/** An event outside the loop: progress lowers its level, and so does a user prompt. */
export function recordOtherEvent(
  loop: LoopEscalation,
  context: EventContext,
  { blockAt, clear }: { readonly blockAt: number; readonly clear: number },
): LoopEscalation {
  const isPrompt = isUserPrompt(context);
  const calm = loop.calm + (isProgressFor(loop, context) ? 1 : 0);
  const isLifted = isPrompt || calm >= clear || context.boundary === 'run' || changesTarget(loop, context);
  return {
    ...loop,
    ...(isLifted && { block: lifted(loop.block) }),
    ...(isPrompt && loop.count >= blockAt && { count: blockAt - 1, said: null }),
    calm,
    isAwaited: loop.isAwaited && !isPrompt && context.event.kind !== 'call',
    // Any other event ends a stream.
    round: loop.round === STREAM ? null : loop.round,
    heat: averaged(loop.heat, 0),
  };
}

/** A person spoke, even with known words: sessions treat only new words as a new task. */
function isUserPrompt({ event, boundary }: EventContext): boolean {
  if (boundary === 'task') return true;
  if (event.kind !== 'turn' || event.role !== 'user') return false;
  return event.reason === undefined || event.reason === 'prompt' || event.reason === 'other';
}

/** New content in a file of the loop, or a real change in something its calls depend on. */
function changesTarget(loop: LoopEscalation, context: EventContext): boolean {
  const { event, features, progress } = context;
  const { paths = [] } = loop;
  if (event.kind === 'edit')
    return event.before !== event.after && (paths.length === 0 || paths.includes(hashPath(event.path)));
  if (event.kind !== 'call' || !features || !progress || !bringsNews(progress)) return false;
  if (isCallOfLoop(loop, context) || paths.includes(features.pathHash)) return true;
  // A change that names no file may have changed any file.
  return progress.isAct && (paths.length === 0 || features.pathHash === 0);
}

/**
 * Blocks the calls of the loop, or renews a lifted block: what was tried before the lift no longer counts. A
 * block that still holds keeps its time.
 */
export function withBlock(
  loop: LoopEscalation,
  context: EventContext,
  cause: Finding | undefined,
  { liftAfter, blockAt }: { readonly liftAfter: number; readonly blockAt: number },
): LoopEscalation {
  const { block, held = 0 } = loop;
  if (block && isBlockHeld(loop, context, liftAfter))
    return cause && context.event.kind !== 'attempt' ? { ...loop, block: { ...block, cause } } : loop;
  const count = block ? blockAt : loop.count;
  return { ...loop, count, held: held + loop.count - count, block: nextBlock(block, context, cause) };
}

/** Whether a block holds now. */
export function isBlockHeld({ block }: LoopEscalation, context: EventContext, liftAfter: number): boolean {
  return block != null && isHeld(block, context, liftAfter);
}

/** Something has happened since then that may change the result of the same call. */
export function isEased(loop: LoopEscalation, session: Session): boolean {
  return loop.calm > 0 || loop.world !== session.ledger.acts || loop.spans !== spansOf(session);
}

/**
 * Calls of one model step, or pieces of one stream: the agent could not know the first result when it made
 * the second call.
 */
export function isSameRound(loop: LoopEscalation, context: EventContext): boolean {
  const round = roundOf(context);
  return round !== null && round === loop.round && loop.spans === spansOf(context.session);
}

export function isFrequent({ heat }: LoopEscalation): boolean {
  return heat > HOT;
}

/** For a loop of calls only actions are progress: agents also talk while they loop. */
function isProgressFor({ keys }: LoopEscalation, { event, progress }: EventContext): boolean {
  if (event.kind === 'call') return progress !== undefined && bringsNews(progress);
  if (event.kind === 'edit') return event.before !== event.after;
  if (keys.calls.length > 0) return false;
  if (event.kind === 'step') return event.status === 'success';
  return event.kind === 'state' || (event.kind === 'message' && event.text !== '');
}

/** Whether a block of this loop covers this call. */
export function isCallOfLoop({ keys }: LoopEscalation, { features }: EventContext): boolean {
  return features !== undefined && isOfLoop(keys, features);
}

/** The round of the current text. */
const STREAM = -1;

function roundOf({ event }: EventContext): number | null {
  if (event.kind === 'delta') return STREAM;
  return event.kind === 'call' || event.kind === 'attempt' ? (event.round ?? null) : null;
}

/** The number of tasks and scheduled runs so far. */
function spansOf({ tasks, runs }: Session): number {
  return tasks + runs;
}

function averaged(heat: number, now: number): number {
  return Math.round(ALPHA * now + (1 - ALPHA) * heat);
}
