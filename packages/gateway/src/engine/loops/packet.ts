import { type Act, type AgentEvent, rungAtLeast } from '@rutbreak/core';
import { capture, type CapturedPacket } from '@rutbreak/core/edge';

const MAX_CONTENT = 4000;

/**
 * Captures the event at which the guard reset the agent, with the facts about the loop. A nudge is not a reset, so it
 * changes neither the packet nor its `reset_count`.
 */
export function packetOf(
  act: Act,
  event: AgentEvent,
  at: number,
  previous: CapturedPacket | null | undefined,
): CapturedPacket | null {
  const isReset = rungAtLeast(act.rung, 'redirect');
  // An exhausted budget is not a loop.
  if (!isReset || !act.verdict.primary) return previous ?? null;
  return capture(act, { content: bounded(event), at, ...(previous && { previous }) });
}

function bounded(event: AgentEvent): unknown {
  const text = JSON.stringify(event);
  return text.length <= MAX_CONTENT
    ? event
    : { kind: event.kind, isCut: true, text: text.slice(0, MAX_CONTENT) };
}
