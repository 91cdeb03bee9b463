import type { Entry } from '../../protocols/history-entry.js';
import type { Act, Guard } from '@rutbreak/core';
import { continuations, isModels } from './continuation.js';
import { callKey, type Keyed, lastRound } from '../history-diff.js';
import type { Note } from '../notes.js';
import { createOwnAnswers, type OwnAnswers } from '../own-answers.js';
import type { ResetEdit } from '../reset-history.js';
import { type RecentFingerprints, recentFingerprints } from '../../../shared/recent-fingerprints.js';
import { recentlyUsed } from '../../../shared/bounded.js';
import { createLiveSession, type LiveSession, type SessionPart } from '../../../shared/live-session.js';
import { type PendingDetection, runPendingDetection } from '../pending-detection.js';
import type { Answer, LocalAnswer } from '../../protocols/protocol.js';

/** One conversation with a model: a thread of messages. Several may belong to one session. */
export interface Conversation extends PendingDetection {
  readonly session: LiveSession;
  /** The model has asked for a command that lifts a block, and the result of that call is not there yet. */
  liftCommand: string | undefined;
  /** Names of the entries in its last request. */
  known: ReadonlySet<string>;
  /** Number of the model's tool-calling steps so far. */
  rounds: number;
  notes: readonly Note[];
  /** A text to add to the next request. */
  pending: string | undefined;
  /** The decision that made the proxy answer the last request itself. */
  blocked: Act | undefined;
  blockedAt: number;
  /** The edit that removes a loop from all later requests. */
  reset: ResetEdit | undefined;
  /** Replaces the model that the agent asks for. */
  model: string | undefined;
  readonly ownAnswers: OwnAnswers;
  /** Recent answers, for requests that refer to one by id. */
  answers: readonly Answer[];
  /** The answer to the last request, once it is complete. */
  lastAnswer: Answer | undefined;
  /** Keys of the model's last step, as the last request shows it. */
  tail: ReadonlySet<string>;
  /** Fingerprints of recent calls, results and texts. */
  readonly recent: RecentFingerprints;
  /** The decision of the deferred detection, for the next request. */
  lateDecision: Act | undefined;
}

/** The parts of a request that identify its conversation. */
export interface RequestIdentity {
  /** The session named in our own header. All conversations with the same header share it. */
  readonly header: string | undefined;
  /** The agent's own name for the conversation. Side conversations may use the same name. */
  readonly scope: string | undefined;
  readonly previous: string | undefined;
  readonly history: readonly Keyed[];
}

export interface Conversations {
  /** Returns the conversation that a request continues, or a new one. */
  readonly find: (identity: RequestIdentity, continued?: Conversation) => Conversation;
  readonly answered: (conversation: Conversation, answer: Answer, scope: string) => void;
  readonly sessions: () => readonly LiveSession[];
  /** Stores an answer that only the proxy knows. */
  readonly keepLocalAnswer: (id: string, localAnswer: LocalAnswer) => void;
  readonly localAnswer: (id: string) => LocalAnswer | undefined;
}

/** Maximum names per conversation. */
const NAMES = 96;
const ANSWERS = 4;
/** Shared by all conversations, because each entry holds a whole request. */
const MAX_LOCAL_ANSWERS = 128;
/** Characters. Shorter texts occur in many conversations. */
const DISTINCTIVE_LENGTH = 60;

/** Keeps `most` conversations and drops the least recently used. */
export function createConversations(most: number, prefix: string, guard: Guard): Conversations {
  const names = recentlyUsed<string, Conversation>(most * NAMES);
  const localAnswer = recentlyUsed<string, LocalAnswer>(MAX_LOCAL_ANSWERS);
  const byHistory = continuations<Conversation>();
  const sessions = sessionsOf(guard);
  const kept = recentlyUsed<Conversation, () => void>(most, (conversation, leave) => {
    byHistory.forget(conversation);
    leave();
  });
  let count = 0;

  const known = (all: readonly string[], fits: (one: Conversation) => boolean): Conversation | undefined =>
    all.map(names.get).find((one) => one && kept.get(one) && fits(one));
  return {
    ...{ sessions: sessions.all, keepLocalAnswer: localAnswer.set, localAnswer: localAnswer.get },
    find(identity, continued) {
      const { previous, history } = identity;
      const scope = scopeOf(identity);
      const all = history.some(isModels) ? namesOf(identity) : [];
      const answered = previous === undefined ? [] : [`answer ${previous}`];
      const found =
        continued ??
        known(answered, ({ lastAnswer }) => lastAnswer === undefined || lastAnswer.id === previous) ??
        byHistory.find(scope, history, isContinuedBy) ??
        known(all, (conversation) => hasTail(conversation, history));
      const conversation = found ?? newConversation(sessions.open(identity.header ?? `${prefix}-${++count}`));
      // A fork of a stored conversation needs the answers that it continues.
      if (!found) conversation.answers = known(answered, () => true)?.answers ?? [];
      kept.set(conversation, kept.get(conversation) ?? sessions.join(conversation));
      byHistory.moveTo(conversation, scope, history);
      Object.assign(conversation, { tail: tailOf(history), lastAnswer: undefined });
      // Most names already point to this conversation.
      for (const name of all) if (names.get(name) !== conversation) names.set(name, conversation);
      return conversation;
    },
    answered(conversation, answer, scope) {
      conversation.answers = [...conversation.answers, answer].slice(-ANSWERS);
      conversation.lastAnswer = answer;
      const ids = answer.entries.flatMap((entry) => (entry.kind === 'call' ? idName(scope, entry) : []));
      for (const name of [...ids, `answer ${answer.id}`]) names.set(name, conversation);
    },
  };
}

/** The sessions of the kept conversations; the guard forgets one with its last conversation. */
function sessionsOf(guard: Guard) {
  const sessions = new Map<string, LiveSession>();
  return {
    all: () => [...sessions.values()],
    open: (id: string): LiveSession => sessions.get(id) ?? createLiveSession(id, guard),
    /** Returns how the conversation leaves its session. */
    join(conversation: Conversation): () => void {
      const { session } = conversation;
      sessions.set(session.id, session);
      const leave = session.join(partOf(conversation));
      return () => {
        if (!leave()) return;
        sessions.delete(session.id);
        guard.forget(session.id);
      };
    },
  };
}

/** The conversation as a part of its session. Earlier notes stay in the history; only pending ones are dropped. */
function partOf(conversation: Conversation): SessionPart {
  return {
    catchUp: () => runPendingDetection(conversation),
    resumed: () =>
      void Object.assign(conversation, { blocked: undefined, lateDecision: undefined, pending: undefined }),
    agentCommand: () => conversation.liftCommand,
  };
}

function newConversation(session: LiveSession): Conversation {
  const nothing = { rounds: 0, notes: [], pending: undefined, blocked: undefined, blockedAt: 0, answers: [] };
  const waiting = {
    liftCommand: undefined,
    pendingDetection: undefined,
    lateDecision: undefined,
    reset: undefined,
    model: undefined,
  };
  return {
    session,
    ownAnswers: createOwnAnswers(),
    known: new Set<string>(),
    recent: recentFingerprints(),
    tail: new Set<string>(),
    lastAnswer: undefined,
    ...nothing,
    ...waiting,
  };
}

export const scopeOf = ({ header, scope }: Pick<RequestIdentity, 'header' | 'scope'>): string =>
  header === undefined ? `field ${scope ?? ''}` : `header ${header}`;

function idName(scope: string, { id }: { readonly id: string }): readonly string[] {
  return id === '' ? [] : [`${scope} id ${id}`];
}

/** History keys of the calls in the conversation's last answer. */
function answeredKeys({ lastAnswer }: Conversation): readonly string[] {
  const entries = lastAnswer?.entries ?? [];
  return entries.flatMap((entry) => (entry.kind === 'call' && entry.id !== '' ? [callKey(entry.id)] : []));
}

/**
 * Whether these entries continue the conversation's last request. Two conversations may share a history up to that point, but
 * only one of them received the calls of the last answer.
 */
function isContinuedBy(conversation: Conversation, added: readonly Keyed[]): boolean {
  const keys = answeredKeys(conversation);
  return keys.length === 0 || added.length === 0 || added.some(({ key }) => keys.includes(key));
}

function tailOf(history: readonly Keyed[]): ReadonlySet<string> {
  const last = history.slice(lastRound(history)).filter(isModels);
  return new Set(last.map(({ key }) => key));
}

/** An edited history still contains the newest step. A fork from an earlier point does not. */
function hasTail(conversation: Conversation, history: readonly Keyed[]): boolean {
  const answered = answeredKeys(conversation);
  const keys = answered.length > 0 ? new Set(answered) : conversation.tail;
  return history.some(({ key }) => keys.has(key));
}

/** Names for recognising an edited history: ids of calls first, then texts long enough to be distinctive. */
function namesOf(identity: RequestIdentity): readonly string[] {
  const scope = scopeOf(identity);
  const newest = identity.history.slice(-NAMES / 2).toReversed();
  const ids = newest.flatMap(({ entry }) =>
    entry.kind === 'call' || entry.kind === 'result' ? idName(scope, entry) : [],
  );
  const texts = newest.flatMap(({ entry, key }) => (isDistinctive(entry) ? [`${scope} text ${key}`] : []));
  return [...new Set(ids), ...texts];
}

function isDistinctive(entry: Entry): boolean {
  if (entry.kind === 'assistant') return entry.text.length >= DISTINCTIVE_LENGTH;
  return (
    entry.kind === 'result' &&
    entry.id === '' &&
    JSON.stringify(entry.result ?? '').length >= DISTINCTIVE_LENGTH
  );
}
