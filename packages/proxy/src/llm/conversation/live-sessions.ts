/** The conversations of a proxy for a person in another process. */
import type { Guard } from '@rutbreak/core';
import type { LiveSession } from '../../shared/live-session.js';
import { runPendingDetection } from './defer-detection.js';
import type { Thread, Threads } from './threads/threads.js';

/** Conversations with the same header value share a session. */
export function liveSessions({
  threads,
  guard,
}: {
  readonly threads: Threads;
  readonly guard: Guard;
}): readonly LiveSession[] {
  const bySession = new Map<string, Thread[]>();
  for (const thread of threads.all())
    bySession.set(thread.session, [...(bySession.get(thread.session) ?? []), thread]);
  return [...bySession].map(([id, same]) => liveSession(id, same, guard));
}

function liveSession(id: string, threads: readonly Thread[], guard: Guard): LiveSession {
  const agentCommand = threads.find(({ liftCommand }) => liftCommand !== undefined)?.liftCommand;
  return {
    id,
    startedAt: Math.min(...threads.map(({ startedAt }) => startedAt)),
    lastAt: Math.max(...threads.map(({ lastAt }) => lastAt)),
    ...(agentCommand !== undefined && { agentCommand }),
    snapshot() {
      for (const thread of threads) runPendingDetection(thread);
      return guard.session(id).snapshot();
    },
    resume({ snapshot, offUntil = 0 }) {
      guard.restore(id, snapshot);
      // Earlier notes stay in the history; only pending ones are dropped.
      for (const thread of threads)
        Object.assign(thread, { offUntil, blocked: undefined, lateDecision: undefined, pending: undefined });
    },
  };
}
