import { flagsAt, isProgress } from '../../session/history.js';
import type { Moment, Session } from '../../session/session.js';
import type { Cap } from '../../detection/detector.js';
import type { Voice } from '../../verdict/verdict.js';
import type { Rung } from '../ladder.js';
import { isOfLoop, type LoopKeys, mergeKeys } from './loop-identity.js';

/** How far one loop has come on the ladder. Plain JSON, a few hundred bytes. */
export interface LoopEscalation {
  readonly keys: LoopKeys;
  /** When it was first seen, which no two loops share. */
  readonly born: number;
  /** When it was last seen. */
  readonly seen: number;
  /** Detections and vetoed calls that count. */
  readonly count: number;
  /** The hardest rung that the evidence so far justifies. Absent in older snapshots: any. */
  readonly cap?: Cap;
  readonly round: number | null;
  /** How the session stood when it was last seen: what has changed since may be a reason to try again. */
  readonly world: number;
  readonly spans: number;
  /** Events of progress since. */
  readonly calm: number;
  /** The one try again that is free has been made. */
  readonly isFreeUsed: boolean;
  /** A veto that may still come back as a call: it has been counted. */
  readonly isAwaited: boolean;
  readonly said: Rung | null;
  readonly saidAt: number;
  /** How often it is seen of late: an exponentially weighted average, 0 to 100. */
  readonly heat: number;
}

/** Weight of the newest event in the average. */
const ALPHA = 0.3;
/** Above this the loop is seen more often than not. */
const HOT = 50;

export function newEscalation(
  { keys, count, cap }: Pick<LoopEscalation, 'keys' | 'count'> & { readonly cap: Cap },
  moment: Moment,
  clock: number,
): LoopEscalation {
  return {
    ...{ cap, keys, born: clock, seen: clock, count, round: roundOf(moment) },
    ...{ world: moment.session.world, spans: spansOf(moment.session) },
    ...{ calm: 0, isFreeUsed: false, isAwaited: false },
    ...{ said: null, saidAt: clock, heat: 100 * ALPHA },
  };
}

interface Again {
  readonly isCounted: boolean;
  readonly keys?: LoopKeys;
  readonly isFree?: boolean;
  readonly isVeto?: boolean;
  readonly cap?: Cap;
}

/** The loop was seen again, or a call of it met the block. */
export function seeAgain(loop: LoopEscalation, moment: Moment, clock: number, again: Again): LoopEscalation {
  const { isCounted, keys, isFree = false, isVeto = false, cap = 'nudge' } = again;
  return {
    ...loop,
    ...{ keys: keys ? mergeKeys(loop.keys, keys) : loop.keys, seen: clock, round: roundOf(moment) },
    count: loop.count + (isCounted ? 1 : 0),
    cap: harderCap(loop.cap, cap),
    ...{ world: moment.session.world, spans: spansOf(moment.session), calm: 0 },
    ...{ isFreeUsed: loop.isFreeUsed || isFree, isAwaited: isVeto },
    heat: averaged(loop.heat, 100),
  };
}

/** An event that was not about the loop: progress lets it down, and so does a person with a new task. */
export function passBy(
  loop: LoopEscalation,
  moment: Moment,
  { blockAt }: { blockAt: number },
): LoopEscalation {
  const isTask = moment.boundary === 'task';
  return {
    ...loop,
    count: isTask ? Math.min(loop.count, blockAt - 1) : loop.count,
    calm: loop.calm + (isProgressFor(loop, moment) ? 1 : 0),
    isAwaited: loop.isAwaited && !isTask && moment.event.kind !== 'call',
    // Any other event ends a stream.
    round: loop.round === STREAM ? null : loop.round,
    heat: averaged(loop.heat, 0),
  };
}

/** Something has happened since that may make the same call bring something else. */
export function isEased(loop: LoopEscalation, session: Session): boolean {
  return loop.calm > 0 || loop.world !== session.world || loop.spans !== spansOf(session);
}

/** Calls of one model step, pieces of one stream: the agent could not know of the first when it made the second. */
export function isSameRound(loop: LoopEscalation, moment: Moment): boolean {
  const round = roundOf(moment);
  return round !== null && round === loop.round && loop.spans === spansOf(moment.session);
}

export function isHot({ heat }: LoopEscalation): boolean {
  return heat > HOT;
}

/** Of a call loop only deeds are progress: agents talk while they go in circles. */
function isProgressFor({ keys }: LoopEscalation, { event, percept, session }: Moment): boolean {
  if (event.kind === 'call') return percept !== undefined && isProgress(flagsAt(session.history));
  if (event.kind === 'edit') return event.before !== event.after;
  if (keys.calls.length > 0) return false;
  if (event.kind === 'step') return event.status === 'success';
  return event.kind === 'state' || (event.kind === 'message' && event.text !== '');
}

/** Whether `approach` is one of the calls that a block of this loop is about. */
export function isItsCall({ keys }: LoopEscalation, { percept }: Moment): boolean {
  return percept !== undefined && isOfLoop(keys, percept);
}

const CAPS: readonly Cap[] = ['nudge', 'redirect', 'stop'];

/** Does the evidence justify more than what was known so far? */
export function isHarder(cap: Cap, known: Cap = 'stop'): boolean {
  return CAPS.indexOf(cap) > CAPS.indexOf(known);
}

function harderCap(one: Cap = 'stop', other: Cap): Cap {
  return isHarder(other, one) ? other : one;
}

/** Signs that only together make a loop justify a nudge, like words. */
export function capOf(voices: readonly Voice[]): Cap {
  const sure = voices.filter(({ signal }) => signal.urgency !== 'note');
  return sure.reduce<Cap>((hardest, { cap = 'stop' }) => harderCap(hardest, cap), 'nudge');
}

/** The round of whatever is being written. */
const STREAM = -1;

function roundOf({ event }: Moment): number | null {
  if (event.kind === 'delta') return STREAM;
  return event.kind === 'call' || event.kind === 'attempt' ? (event.round ?? null) : null;
}

/** Tasks and scheduled runs so far. */
function spansOf({ tasks, runs }: Session): number {
  return tasks + runs;
}

function averaged(heat: number, now: number): number {
  return Math.round(ALPHA * now + (1 - ALPHA) * heat);
}
