import { integer, notAbove, type OptionsOf } from '../../detection/options.js';
import type { Verdict, Finding } from '../../verdict/verdict.js';
import { type Ladder, type LadderContext, type LadderStep, type Rung, rungAtLeast } from '../ladder.js';
import { isHard, weigh } from './evidence.js';
import {
  type LoopEscalation,
  isBlockHeld,
  isEased,
  isFrequent,
  isCallOfLoop,
  isSameRound,
  sightingsOf,
  newEscalation,
  recordOtherEvent,
  recordSighting,
  upgraded,
  withBlock,
} from './loop-escalation.js';
import { type LoopMatch, matchLoop } from './loop-identity.js';

interface State {
  /** The one that was seen last comes last. */
  readonly loops: readonly LoopEscalation[];
  /** Events so far, pieces of text aside; stands still while there is no loop. */
  readonly clock: number;
  /** The event at which a sign was last noted. */
  readonly noted: number | null;
}

const NOTHING: State = { loops: [], clock: 0, noted: null };
const MAX_LOOPS = 3;

const options = {
  nudgeAt: integer(1, { meaning: 'detections of one loop from which the agent is told' }),
  redirectAt: integer(2, { meaning: 'detections from which it is given constraints and other ways' }),
  blockAt: integer(3, { meaning: 'detections from which the calls of the loop are vetoed' }),
  pauseAt: integer(4, { meaning: 'detections, vetoed calls among them, from which a person is asked' }),
  stopAt: integer(6, {
    meaning: 'detections, vetoed calls among them, from which the run is stopped, where the edge owns it',
  }),
  liftAfter: integer(900_000, {
    ...{ min: 1000, max: 86_400_000 },
    meaning: 'milliseconds of event time after which a block is lifted; doubled each time the loop returns',
  }),
  many: integer(10, { min: 2, meaning: 'repeats that, when first seen, go straight to `redirectAt`' }),
  clear: integer(3, { meaning: 'events of progress without the loop after which it counts as left' }),
  relapse: integer(30, { min: 0, max: 10_000, meaning: 'events for which a loop that was left is known' }),
  cooldown: integer(5, { min: 0, meaning: 'events in which the same rung is not spoken of again' }),
  longCooldown: integer(10, { min: 0, meaning: 'the same, while the loop is seen more often than not' }),
};

type Limits = OptionsOf<typeof options>;

/** Each loop climbs for itself, as long as it goes on; progress lets it down again. */
export const defaultLadder: Ladder<State, typeof options> = {
  options,
  conflict: (limits) =>
    notAbove(limits, 'nudgeAt', 'redirectAt') ??
    notAbove(limits, 'redirectAt', 'blockAt') ??
    notAbove(limits, 'blockAt', 'pauseAt') ??
    notAbove(limits, 'pauseAt', 'stopAt') ??
    notAbove(limits, 'cooldown', 'longCooldown'),
  init: () => NOTHING,
  load: (state, limits) => ({ ...state, loops: state.loops.map((one) => upgraded(one, limits)) }),
  gate: () => undefined,

  meet(before, ladderContext, limits) {
    const { context, reach } = ladderContext;
    if (context.event.kind !== 'attempt' || reach('block') !== 'block') return undefined;
    const loop = before.loops.findLast((one) => isBlocked(one, ladderContext, limits));
    if (!loop) return undefined;
    const state = tick(before);
    const isCounted = !isSameRound(loop, context);
    const met = recordSighting(loop, context, state.clock, { isCounted, isVeto: true });
    const step = decide(state, met, ladderContext, limits);
    const rung = rungOf(met, ladderContext, limits);
    const cause = loop.block?.cause ?? null;
    return { ...step, rung, count: sightingsOf(met), needsPerson: needsPerson(rung), cause };
  },

  step(before, verdict, limits, ladderContext) {
    // Text deltas do not count as events; a new loop needs its own start.
    const isPiece = ladderContext.context.event.kind === 'delta';
    const state = isPiece ? before : tick(before);
    if (verdict.status === 'healthy') return goOn(state, ladderContext, limits);
    if (verdict.status === 'suspicious')
      return note(goOn(state, ladderContext, limits), ladderContext, limits);
    const match = matchLoop(
      verdict,
      ladderContext.context,
      state.loops.map(({ keys }) => keys),
    );
    if (!match) return goOn(state, ladderContext, limits);
    if (match.known >= 0) return returnOf(state, match, verdict, ladderContext, limits);
    const { keys } = match;
    const { most, firm } = weigh(verdict, 0, limits);
    const count = Math.min(firstCount(verdict, limits), most);
    const born = isPiece ? tick(state) : state;
    const fresh = newEscalation({ keys, count, firm }, ladderContext.context, born.clock);
    return decide(born, fresh, ladderContext, limits, verdict.primary);
  },

  pass(before, ladderContext, limits) {
    const { kind } = ladderContext.context.event;
    if (before.loops.length === 0 || kind === 'delta' || kind === 'attempt') return undefined;
    return goOn(tick(before), ladderContext, limits);
  },
};

/**
 * Another detection of the same loop: it escalates, unless the agent could not know yet, or had a reason to
 * try again. Weak evidence carries a loop only as far as it would alone, also after harder evidence.
 */
function returnOf(
  state: State,
  { keys, known, isOwnCall }: LoopMatch,
  verdict: Verdict,
  ladderContext: LadderContext,
  limits: Limits,
): LadderStep<State> {
  const { context, before } = ladderContext;
  const isUrgent = isHard(verdict);
  const loop = state.loops[known]!;
  const isVetoed = context.event.kind === 'call' && loop.isAwaited;
  const hasReason = isEased(loop, before) || !isOwnCall;
  const isFree = hasReason && !loop.isFreeUsed && !isUrgent;
  const isCounted = !isVetoed && !isFree && !isSameRound(loop, context);
  const weight = weigh(verdict, loop.firm ?? 0, limits);
  const again = recordSighting(loop, context, state.clock, {
    ...{ isCounted, keys, isFree: hasReason },
    ...weight,
  });
  if (isFree) return hold(state, blockedAt(again, ladderContext, limits, verdict.primary));
  // Every degenerate stream is halted, and each of them once.
  const said = isCounted ? null : again.said;
  const urgent = { ...again, count: Math.max(again.count, limits.blockAt), said };
  return decide(state, isUrgent ? urgent : again, ladderContext, limits, verdict.primary);
}

/** No detector reported a loop: a call that ran in spite of a block counts; anything else may be progress. */
function goOn(state: State, ladderContext: LadderContext, limits: Limits): LadderStep<State> {
  const { context } = ladderContext;
  const ignored =
    context.event.kind === 'call'
      ? state.loops.find((one) => isBlocked(one, ladderContext, limits))
      : undefined;
  const loops = state.loops
    .map((one) => recordOtherEvent(one, context, limits))
    .filter((one) => one.calm < limits.clear || state.clock - one.seen <= limits.relapse);
  const next = { ...state, loops };
  const hasBrought = loops.some(({ born, calm }) => born === ignored?.born && calm > ignored.calm);
  if (!ignored || ignored.isAwaited || hasBrought) return quiet(next);
  const isCounted = !isSameRound(ignored, context);
  return decide(next, recordSighting(ignored, context, next.clock, { isCounted }), ladderContext, limits);
}

/** The consequence of the loop's current level; it is not repeated at every event. */
function decide(
  state: State,
  given: LoopEscalation,
  ladderContext: LadderContext,
  limits: Limits,
  cause?: Finding,
): LadderStep<State> {
  const loop = blockedAt(given, ladderContext, limits, cause);
  const rung = rungOf(loop, ladderContext, limits);
  const rest = isFrequent(loop) ? limits.longCooldown : limits.cooldown;
  // A block that is back after a lift is no news at once: the agent has heard harder words.
  const isHarder = loop.said === null || !rungAtLeast(loop.said, rung);
  const isNews = isHarder || state.clock - loop.saidAt > rest;
  const said = isHarder ? rung : loop.said;
  const next = hold(state, isNews ? { ...loop, said, saidAt: state.clock } : loop);
  return isNews ? { ...next, rung, count: sightingsOf(loop), needsPerson: needsPerson(rung) } : next;
}

/** The loop with its block, if it has escalated that far and has calls that can be blocked. */
function blockedAt(
  loop: LoopEscalation,
  { context }: LadderContext,
  limits: Limits,
  cause?: Finding,
): LoopEscalation {
  const isDue = loop.count >= limits.blockAt && loop.keys.calls.length > 0;
  return isDue ? withBlock(loop, context, cause, limits) : loop;
}

/** Says nothing; a block of this loop has this cause. */
function hold(state: State, loop: LoopEscalation): LadderStep<State> {
  const kept = keep(state, loop);
  return hasBlock(loop) ? { state: kept, holds: 'this' } : quiet(kept);
}

function quiet(state: State): LadderStep<State> {
  return { state, holds: state.loops.some(hasBlock) ? 'earlier' : 'nothing' };
}

/** Signs are reported only now and then. */
function note(step: LadderStep<State>, { context }: LadderContext, { cooldown }: Limits): LadderStep<State> {
  const { state, rung } = step;
  if (rung !== undefined || (state.noted !== null && context.seq - state.noted <= cooldown)) return step;
  return { ...step, state: { ...state, noted: context.seq }, rung: 'observe' };
}

function hasBlock({ block }: LoopEscalation): boolean {
  return block != null && !block.isLifted;
}

/** Whether this call hits a block that still holds. */
function isBlocked(loop: LoopEscalation, { context }: LadderContext, { liftAfter }: Limits): boolean {
  return isCallOfLoop(loop, context) && isBlockHeld(loop, context, liftAfter);
}

function needsPerson(rung: Rung): boolean {
  return rungAtLeast(rung, 'pause');
}

function firstCount(verdict: Verdict, limits: Limits): number {
  if (isHard(verdict)) return limits.blockAt;
  const { primary } = verdict;
  return (primary?.signal.evidence.count ?? 0) >= limits.many ? limits.redirectAt : 1;
}

/**
 * An edge that does not own the run cannot end it: a person is asked. For an edge that cannot refuse single
 * calls that is the end, so it asks only where others stop.
 */
function rungOf(loop: LoopEscalation, { ownsRun, reach }: LadderContext, limits: Limits): Rung {
  const rung = rungAt(loop.count, limits);
  if (rung === 'stop') return ownsRun ? 'stop' : 'pause';
  const isEnd = rung === 'pause' && reach('pause') === 'pause' && reach('block') !== 'block';
  return isEnd ? 'block' : rung;
}

function rungAt(count: number, limits: Limits): Rung {
  if (count >= limits.stopAt) return 'stop';
  if (count >= limits.pauseAt) return 'pause';
  if (count >= limits.blockAt) return 'block';
  if (count >= limits.redirectAt) return 'redirect';
  return count >= limits.nudgeAt ? 'nudge' : 'observe';
}

function keep(state: State, loop: LoopEscalation): State {
  const others = state.loops.filter(({ born }) => born !== loop.born);
  return { ...state, loops: [...others, loop].slice(-MAX_LOOPS) };
}

function tick(state: State): State {
  return { ...state, clock: state.clock + 1 };
}
