import { type Act, type AgentEvent, capture, type CapturedPacket, RUNGS } from '@rutbreak/core';

const MAX_CONTENT = 4000;

/**
 * What the agent was doing when it was reset, with what is known of the loop. A nudge is no reset, so it leaves the packet
 * and its `reset_count` alone.
 */
export function packetOf(
  act: Act,
  event: AgentEvent,
  at: number,
  previous: CapturedPacket | null | undefined,
): CapturedPacket | null {
  const isReset = RUNGS.indexOf(act.rung) >= RUNGS.indexOf('redirect');
  // A budget that is used up is no loop.
  if (!isReset || !act.verdict.primary) return previous ?? null;
  return capture(act, { content: bounded(event), at, ...(previous && { previous }) });
}

function bounded(event: AgentEvent): unknown {
  const text = JSON.stringify(event);
  return text.length <= MAX_CONTENT
    ? event
    : { kind: event.kind, isCut: true, text: text.slice(0, MAX_CONTENT) };
}
