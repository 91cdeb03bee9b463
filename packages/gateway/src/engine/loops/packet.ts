import { type Act, type AgentEvent, rungAtLeast } from '@rutbreak/core';
import { capture, type CapturedPacket, isReset } from '@rutbreak/core/edge';
import { isLimit } from './judged.js';

const MAX_CONTENT = 4000;

/**
 * Captures the event at which the guard told the agent to change course, with the facts about the loop. Only a preset
 * that asks for a reset raises `reset_count`.
 */
export function packetOf(
  act: Act,
  event: AgentEvent,
  at: number,
  previous: CapturedPacket | null | undefined,
): CapturedPacket | null {
  // An exhausted budget is not a loop.
  const isLoop = act.verdict.primary !== undefined && !isLimit(act);
  if (!rungAtLeast(act.rung, 'redirect') || !isLoop) return previous ?? null;
  return capture(act, { content: bounded(event), at, isReset: isReset(act), ...(previous && { previous }) });
}

function bounded(event: AgentEvent): unknown {
  const text = JSON.stringify(event);
  return text.length <= MAX_CONTENT
    ? event
    : { kind: event.kind, isCut: true, text: text.slice(0, MAX_CONTENT) };
}
