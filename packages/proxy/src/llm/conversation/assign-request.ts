/** Assigns a request to its conversation and finds the new entries of its history. */
import type { Act, Guard } from '@rutbreak/core';
import type { ProxyLink } from '../../gateway-client/link.js';
import type { Json } from '../../shared/json.js';
import type { Settings } from '../options.js';
import type { Protocol, RequestFacts } from '../protocols/protocol.js';
import { type Keyed, keyed, nameOf, newSince } from './history-diff.js';
import { runPendingDetection } from './pending-detection.js';
import { replayHistory } from './replay-history.js';
import { scopeOf, type Conversation, type Conversations } from './identity/conversations.js';

/** A request as the client sent it. */
export interface IncomingRequest {
  readonly protocol: Protocol;
  readonly body: Json;
  readonly facts: RequestFacts;
  /** The session named in our own header. */
  readonly header: string | undefined;
}

export interface Planning {
  readonly conversations: Conversations;
  readonly guard: Guard;
  readonly settings: Pick<Settings, 'clock' | 'guard' | 'host' | 'onDecision'> & {
    readonly gateway?: ProxyLink;
  };
}

/** A request assigned to its conversation. Detection has not run yet. */
export interface AssignedRequest {
  readonly conversation: Conversation;
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
  { conversations, guard, settings }: Planning,
  at: number,
  continued?: Conversation,
): AssignedRequest {
  const { protocol, facts, header } = incoming;
  const body = protocol.repair?.(incoming.body, conversations.localAnswer) ?? incoming.body;
  const { scope, previous, model } = facts;
  const own = keyed(protocol.readHistory(body));
  const identity = { header, scope, previous, history: own };
  const conversation = conversations.find(identity, continued);
  runPendingDetection(conversation);
  conversation.session.used(at);
  conversation.liftCommand = undefined;
  // A request that continues a stored answer does not repeat its entries, but the proxy remembers them.
  const kept = conversation.answers.find(({ id }) => id === previous)?.entries ?? [];
  const history = kept.length === 0 ? own : keyed([...kept, ...protocol.readHistory(body)]);
  const fresh = newSince(conversation.known, history);
  conversation.known = new Set(history.map(nameOf));
  const { models } = settings.guard;
  const { gateway } = settings;
  const live = conversation.session;
  const decide = (): Act | undefined => {
    const hasLimits = models !== undefined && Object.hasOwn(models, model);
    const session = live.isOff(at) ? undefined : guard.session(live.id, hasLimits ? { model } : undefined);
    const { decision, rounds } = replayHistory(session, history, fresh, {
      ...{ at, rounds: conversation.rounds, isOwn: conversation.ownAnswers.takeBack },
      onEvent: (event) => gateway?.send(live.id, event),
      onDecision: (made) => settings.onDecision(live.id, made, at),
    });
    conversation.rounds = rounds;
    return decision;
  };
  return { conversation, scope: scopeOf(identity), body, own, history, fresh, decide };
}
