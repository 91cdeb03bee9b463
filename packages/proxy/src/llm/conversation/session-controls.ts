/** The conversations of a proxy for a person in another process. */
import type { Guard } from '@rutbreak/core';
import type { SessionControl } from '../../shared/session-control.js';
import { runPendingDetection } from './defer-detection.js';
import type { Conversation, Conversations } from './identity/conversations.js';

/** Conversations with the same header value share a session. */
export function sessionControls({
  conversations,
  guard,
}: {
  readonly conversations: Conversations;
  readonly guard: Guard;
}): readonly SessionControl[] {
  const bySession = new Map<string, Conversation[]>();
  for (const conversation of conversations.all())
    bySession.set(conversation.session, [...(bySession.get(conversation.session) ?? []), conversation]);
  return [...bySession].map(([id, same]) => sessionControl(id, same, guard));
}

function sessionControl(id: string, conversations: readonly Conversation[], guard: Guard): SessionControl {
  const agentCommand = conversations.find(({ liftCommand }) => liftCommand !== undefined)?.liftCommand;
  return {
    id,
    startedAt: Math.min(...conversations.map(({ startedAt }) => startedAt)),
    lastAt: Math.max(...conversations.map(({ lastAt }) => lastAt)),
    ...(agentCommand !== undefined && { agentCommand }),
    snapshot() {
      for (const conversation of conversations) runPendingDetection(conversation);
      return guard.session(id).snapshot();
    },
    resume({ snapshot, offUntil = 0 }) {
      guard.restore(id, snapshot);
      // Earlier notes stay in the history; only pending ones are dropped.
      for (const conversation of conversations)
        Object.assign(conversation, {
          offUntil,
          blocked: undefined,
          lateDecision: undefined,
          pending: undefined,
        });
    },
  };
}
