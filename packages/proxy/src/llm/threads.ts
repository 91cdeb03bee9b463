import { fingerprint } from '@rutbreak/core';
import type { Entry } from './entry.js';
import type { Act } from '@rutbreak/core';
import type { Keyed } from './history.js';
import type { Note } from './notes.js';
import { type RecentPrints, recentPrints } from '../recent.js';
import { recentlyUsed } from './recently-used.js';
import type { Answer, Forged } from './protocol.js';

/** One conversation, as its requests show it. */
export interface Thread {
  /** The session of core that it belongs to. */
  readonly session: string;
  /** Names of the entries of its last request. */
  known: ReadonlySet<string>;
  /** Steps of the model so far that called tools. */
  rounds: number;
  notes: readonly Note[];
  /** To be told with the next request. */
  pending: string | undefined;
  /** The last request was answered with this, without the upstream. */
  blocked: Act | undefined;
  /** The last answers, for requests that only name them. */
  answers: readonly Answer[];
  /** Calls, results and texts that were there lately. */
  readonly recent: RecentPrints;
  /** Looks at what the last request brought and nobody has looked at yet. */
  unjudged: (() => void) | undefined;
  /** What that came to, for the next request. */
  late: Act | undefined;
}

/** What a conversation can be known by. */
export interface Clues {
  /** Given in a header of ours: one session, whatever its conversations. */
  readonly header: string | undefined;
  /** The agent's own name for the conversation; agents also use it for their side conversations. */
  readonly scope: string | undefined;
  readonly previous: string | undefined;
  /** The system prompt. */
  readonly system: unknown;
  readonly history: readonly Keyed[];
}

export interface Threads {
  /** The conversation that a request goes on with, or a new one. */
  readonly find: (clues: Clues) => Thread;
  readonly answered: (thread: Thread, answer: Answer, scope: string) => void;
  /** Answers that only we know. */
  readonly forge: (id: string, forged: Forged) => void;
  readonly forged: (id: string) => Forged | undefined;
}

/** Names by which one conversation is found again. */
const NAMES = 96;
const ANSWERS = 4;
/** Of all conversations: each holds a whole request. */
const FORGED = 128;
/** Shorter texts are said in many conversations. */
const TELLING = 60;

/** Conversations in memory; beyond `most` the one unused for longest is forgotten. */
export function createThreads(most: number, prefix: string, forget: (session: string) => void): Threads {
  const names = recentlyUsed<string, Thread>(most * NAMES, () => undefined);
  const forged = recentlyUsed<string, Forged>(FORGED, () => undefined);
  const living = recentlyUsed<Thread, true>(most, ({ session }) => forget(session));
  let count = 0;

  const known = (all: readonly string[]): Thread | undefined => {
    for (const name of all) {
      const thread = names.get(name);
      if (thread && living.get(thread)) return thread;
    }
    return undefined;
  };
  return {
    forge: forged.set,
    forged: forged.get,
    find(clues) {
      const all = namesOf(clues);
      const thread = known(all) ?? newThread(clues.header ?? `${prefix}-${++count}`);
      living.set(thread, true);
      // Most of them lead here already, and each request has nearly all of those of the last.
      for (const name of all) if (names.get(name) !== thread) names.set(name, thread);
      return thread;
    },
    answered(thread, answer, scope) {
      thread.answers = [...thread.answers, answer].slice(-ANSWERS);
      const ids = answer.entries.flatMap((entry) => (entry.kind === 'call' ? idName(scope, entry) : []));
      for (const name of [...ids, `answer ${answer.id}`]) names.set(name, thread);
    },
  };
}

function newThread(session: string): Thread {
  const nothing = { rounds: 0, notes: [], pending: undefined, blocked: undefined, answers: [] };
  const waiting = { unjudged: undefined, late: undefined };
  return { session, known: new Set<string>(), recent: recentPrints(), ...nothing, ...waiting };
}

export const scopeOf = ({ header, scope }: Pick<Clues, 'header' | 'scope'>): string =>
  header === undefined ? `field ${scope ?? ''}` : `header ${header}`;

function idName(scope: string, { id }: { readonly id: string }): readonly string[] {
  return id === '' ? [] : [`${scope} id ${id}`];
}

/** The surest first: the answer it goes on from, ids of calls, the head, then texts that are long enough to tell. */
function namesOf(clues: Clues): readonly string[] {
  const scope = scopeOf(clues);
  const { history, previous } = clues;
  const newest = history.slice(-NAMES / 2).toReversed();
  const ids = newest.flatMap(({ entry }) =>
    entry.kind === 'call' || entry.kind === 'result' ? idName(scope, entry) : [],
  );
  const texts = newest.flatMap(({ entry, key }) => (isTelling(entry) ? [`${scope} text ${key}`] : []));
  const head = history.find(({ entry }) => entry.kind === 'user') ?? history[0];
  const system = fingerprint(clues.system).print;
  return [
    ...(previous === undefined ? [] : [`answer ${previous}`]),
    ...new Set(ids),
    ...(head ? [`${scope} head ${system} ${head.key}`] : []),
    ...texts,
  ];
}

function isTelling(entry: Entry): boolean {
  if (entry.kind === 'assistant') return entry.text.length >= TELLING;
  return entry.kind === 'result' && entry.id === '' && JSON.stringify(entry.result ?? '').length >= TELLING;
}
