import type { StoredLoop } from '../../session/record.js';
import { nodeState } from '../../session/node.js';
import { isLooping } from '../../session/summary.js';
import type { Draft } from '../draft.js';
import { markLoop, noteRecovery, tell } from './loops.js';

/** Other steps may come between two repeats. After this many without a repeat, the agent has left the loop. */
const LEFT_AFTER = 6;

/** Runs after each unit of work and marks loops that have ended. */
export function settleLoops(draft: Draft): void {
  for (const loop of draft.record.loops) {
    if (hasRecovered(draft, loop)) recover(draft, loop);
    else if (hasToRest(draft, loop)) rest(draft, loop);
    else continue;
    const settled = draft.record.loops.find(({ id }) => id === loop.id);
    if (settled) tell(draft, settled);
  }
}

/** The same that the figures of the fleet and the state of the session say. */
function isLoopingNow({ record, context }: Draft): boolean {
  return record.state === 'active' && nodeState(record, context.now) !== 'dead' && isLooping(record);
}

/** The newest step is none of the loop. Whether the agent has left it is open again, unless it can do no more steps. */
function hasToRest(draft: Draft, { figures, outcome }: StoredLoop): boolean {
  return !isLoopingNow(draft) && (figures.is_going || isOpenAgain(draft, outcome));
}

function rest(draft: Draft, { id, figures, outcome }: StoredLoop): void {
  const next = isOpenAgain(draft, outcome) ? 'open' : outcome;
  markLoop(draft, id, { figures: { ...figures, is_going: false }, outcome: next });
}

/** A paused agent does nothing else: its loop has failed until it goes on with another step. */
function isOpenAgain({ record }: Draft, outcome: StoredLoop['outcome']): boolean {
  return outcome === 'failed' && record.state === 'active' && !isLooping(record);
}

function hasLeft({ status, nextSeq }: Draft['record'], { last_seq }: StoredLoop): boolean {
  return status !== 'looping' && nextSeq - 1 - last_seq >= LEFT_AFTER;
}

/**
 * A loop is over for good when the agent does something else, or when a person ends a session whose loop has no outcome yet.
 * An intervention that failed before does not change that: it says that the loop returned then.
 */
function hasRecovered({ record, context }: Draft, loop: StoredLoop): boolean {
  const { outcome, figures } = loop;
  if (record.state === 'ended') return outcome === 'open' && figures.is_going && record.endedBy !== null;
  if (record.state !== 'active' || (outcome !== 'open' && outcome !== 'failed')) return false;
  if (isWatched(record, loop)) return false;
  if (hasLeft(record, loop)) return true;
  const isAlertOnly = outcome === 'open' && figures.rungs.length === 0;
  return isAlertOnly && nodeState(record, context.now) === 'dead' && record.status !== 'looping';
}

/** Core still waits for what the last intervention brings; it knows which one it was. */
function isWatched({ core }: Draft['record'], { voice }: StoredLoop): boolean {
  const { identity } = voice.signal;
  return Object.values(core).some(({ state }) =>
    state.control?.watch?.open.some(({ loop }) => loop.signal.identity === identity),
  );
}

function recover(draft: Draft, { voice: loop }: StoredLoop): void {
  noteRecovery(draft, {
    ...{ loop, identity: loop.signal.identity, strategy: 'other', isRecovered: true },
  });
}
