import { type AgentEvent, capture, type CapturedPacket, type Occasion } from '@rutbreak/core';

const MAX_CONTENT = 4000;

/** What the agent was at when something was done about it, with what is known of the loop; redacted as it came in. */
export function packetOf(
  occasion: Occasion,
  event: AgentEvent,
  at: number,
  previous: CapturedPacket | null | undefined,
): CapturedPacket | null {
  // A budget that is used up is no loop.
  if (!occasion.verdict.primary) return previous ?? null;
  return capture(occasion, { content: bounded(event), at, ...(previous && { previous }) });
}

function bounded(event: AgentEvent): unknown {
  const text = JSON.stringify(event);
  return text.length <= MAX_CONTENT
    ? event
    : { kind: event.kind, isCut: true, text: text.slice(0, MAX_CONTENT) };
}
