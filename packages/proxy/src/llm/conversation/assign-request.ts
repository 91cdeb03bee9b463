/** Assigns a request to its conversation and finds the new entries of its history. */
import type { Act, Guard } from '@rutbreak/core';
import type { ProxyLink } from '../../gateway-client/link.js';
import type { Json } from '../../shared/json.js';
import type { Settings } from '../options.js';
import type { Protocol, RequestFacts } from '../protocols/protocol.js';
import { runPendingDetection } from './defer-detection.js';
import { type Keyed, keyed, nameOf, newSince } from './history-diff.js';
import { replayHistory } from './replay-history.js';
import { scopeOf, type Thread, type Threads } from './threads/threads.js';

/** A request as the client sent it. */
export interface IncomingRequest {
  readonly protocol: Protocol;
  readonly body: Json;
  readonly facts: RequestFacts;
  /** The session named in our own header. */
  readonly header: string | undefined;
}

export interface Planning {
  readonly threads: Threads;
  readonly guard: Guard;
  readonly settings: Pick<Settings, 'clock' | 'guard' | 'host' | 'onDecision'> & {
    readonly gateway?: ProxyLink;
  };
}

/** A request assigned to its conversation. Detection has not run yet. */
export interface AssignedRequest {
  readonly thread: Thread;
  readonly scope: string;
  readonly body: Json;
  /** The request's own entries. `history` also contains the entries that the upstream stores. */
  readonly own: readonly Keyed[];
  readonly history: readonly Keyed[];
  readonly fresh: readonly number[];
  /** Runs detection on the new entries. */
  readonly decide: () => Act | undefined;
}

export function assignRequest(
  incoming: IncomingRequest,
  { threads, guard, settings }: Planning,
  at: number,
  continued?: Thread,
): AssignedRequest {
  const { protocol, facts, header } = incoming;
  const body = protocol.repair?.(incoming.body, threads.localAnswer) ?? incoming.body;
  const { scope, previous, model } = facts;
  const own = keyed(protocol.readHistory(body));
  const identity = { header, scope, previous, history: own };
  const thread = threads.find(identity, continued);
  runPendingDetection(thread);
  thread.startedAt ||= at;
  thread.lastAt = at;
  thread.liftCommand = undefined;
  // A request that continues a stored answer does not repeat its entries, but the proxy remembers them.
  const kept = thread.answers.find(({ id }) => id === previous)?.entries ?? [];
  const history = kept.length === 0 ? own : keyed([...kept, ...protocol.readHistory(body)]);
  const fresh = newSince(thread.known, history);
  thread.known = new Set(history.map(nameOf));
  const { models } = settings.guard;
  const { gateway } = settings;
  const decide = (): Act | undefined => {
    const hasLimits = models !== undefined && Object.hasOwn(models, model);
    const isOff = at < thread.offUntil;
    const session = isOff ? undefined : guard.session(thread.session, hasLimits ? { model } : undefined);
    const { decision, rounds } = replayHistory(session, history, fresh, {
      ...{ at, rounds: thread.rounds, isOwn: thread.ownAnswers.takeBack },
      onEvent: (event) => gateway?.send(thread.session, event),
      onDecision: (made) => settings.onDecision(thread.session, made, at),
    });
    thread.rounds = rounds;
    return decision;
  };
  return { thread, scope: scopeOf(identity), body, own, history, fresh, decide };
}
