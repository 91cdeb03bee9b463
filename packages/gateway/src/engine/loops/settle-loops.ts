import type { StoredLoop } from '../../session/record.js';
import { nodeState } from '../../session/node.js';
import type { Draft } from '../draft.js';
import { markLoop, noteRecovery, tell } from './loops.js';

/** Other steps may come between two repeats. After this many without a repeat, the agent has left the loop. */
const LEFT_AFTER = 6;

/** Runs after each unit of work and marks loops that have ended. */
export function settleLoops(draft: Draft): void {
  for (const loop of draft.record.loops)
    if (loop.figures.is_going && isOver(draft, loop)) settle(draft, loop);
}

function isOver({ record, context }: Draft, { last_seq }: StoredLoop): boolean {
  if (record.state !== 'active' || nodeState(record, context.now) === 'dead') return true;
  return record.status !== 'looping' && record.nextSeq - 1 - last_seq >= LEFT_AFTER;
}

/**
 * Core tracks the outcome of loops on which the guard acted. If the guard only raised an alert, the loop ends when the agent
 * does something else, or when a person ends the session.
 */
function settle(draft: Draft, loop: StoredLoop): void {
  const { record } = draft;
  const hasLeft = record.state === 'active' ? record.status !== 'looping' : record.endedBy !== null;
  const isOurs = loop.outcome === 'open' && (loop.figures.rungs.length === 0 || record.endedBy !== null);
  if (hasLeft && isOurs) {
    const { voice: finding } = loop;
    const { identity } = finding.signal;
    noteRecovery(draft, { loop: finding, identity, strategy: 'other', isRecovered: true });
  } else markLoop(draft, loop.id, { figures: { ...loop.figures, is_going: false } });
  const settled = draft.record.loops.find(({ id }) => id === loop.id);
  if (settled) tell(draft, settled);
}
