import { type Act, type HistoryMessage, type HistoryShape, planReset, RutbreakError } from '@rutbreak/core';

/** How one framework writes the history that goes to a model. Functions return new lists; what they were given stays. */
export interface MessageDialect<M> {
  readonly shape: HistoryShape;
  /** The same message as core reads it. */
  readonly read: (message: M) => HistoryMessage;
  /** What a person says in it; undefined where it is none of a person's. */
  readonly userText: (message: M) => string | undefined;
  /** The calls that an assistant makes in it. */
  readonly callIds: (message: M) => readonly string[];
  /** The history with the text as the newest message of the user's side. */
  readonly note: (messages: readonly M[], text: string) => readonly M[];
  /** The history with the text behind the newest result. */
  readonly append: (messages: readonly M[], text: string) => readonly M[];
}

/** Something to tell the model with its next request. */
export interface Word {
  readonly place: 'result' | 'message' | 'reset';
  readonly text: string;
  /** With `reset`: what was decided. */
  readonly act?: Act;
}

interface Edited<M> {
  /** How many messages of the framework's own history the edited ones stand for, and how the last of them looks. */
  readonly count: number;
  readonly mark: string;
  readonly messages: readonly M[];
}

/**
 * Frameworks keep their own history and know nothing of our edits, so every later request is edited in the same way:
 * what the model was told once stays told, and what was taken out stays out.
 */
export interface EditedHistory<M> {
  /** What goes to the model; the given list itself where nothing was ever edited. Words that have no place yet stay. */
  readonly edit: (given: readonly M[], words: Word[]) => readonly M[];
}

export function createHistory<M>(dialect: MessageDialect<M>): EditedHistory<M> {
  let edited: Edited<M> | undefined;
  const blocks = new Set<M>();
  return {
    edit(given, words) {
      if (edited && !standsFor(edited, given, dialect)) edited = undefined;
      let messages = edited ? [...edited.messages, ...given.slice(edited.count)] : given;
      const said = words.length > 0 && given.length > 0 ? say(dialect, messages, words, blocks) : undefined;
      if (!said) return messages;
      words.length = 0;
      messages = said;
      edited = { count: given.length, mark: markOf(dialect, given.at(-1) as M), messages };
      return messages;
    },
  };
}

/** A framework may cut or rewrite its history; then our edits of it are void. */
function standsFor<M>({ count, mark }: Edited<M>, given: readonly M[], dialect: MessageDialect<M>): boolean {
  return given.length >= count && markOf(dialect, given[count - 1] as M) === mark;
}

function markOf<M>({ read }: MessageDialect<M>, message: M): string {
  try {
    return JSON.stringify(read(message));
  } catch {
    return 'unreadable';
  }
}

/** All words in their places; undefined where the history is such that nothing may be put into it now. */
function say<M>(
  dialect: MessageDialect<M>,
  given: readonly M[],
  words: readonly Word[],
  blocks: Set<M>,
): readonly M[] | undefined {
  return unlessBroken(() =>
    words.reduce<readonly M[]>((messages, word) => {
      if (word.place === 'result') return dialect.append(messages, word.text);
      const next = word.act ? withoutLoop(dialect, messages, word.act, blocks) : messages;
      const noted = dialect.note(next, word.text);
      if (word.act) blocks.add(noted.at(-1) as M);
      return noted;
    }, given),
  );
}

/** Without the loop's repeats, and without what we said about a loop before: that holds no longer. */
function withoutLoop<M>(
  dialect: MessageDialect<M>,
  messages: readonly M[],
  { rung, verdict, count }: Act,
  blocks: ReadonlySet<M>,
): readonly M[] {
  if (!verdict.primary) return messages;
  const gone = new Set(
    unlessBroken(
      () => planReset(messages.map(dialect.read), dialect.shape, { rung, verdict, count }).dropped,
    ) ?? [],
  );
  return messages.filter((message, at) => !gone.has(at) && !blocks.has(message));
}

/** Undefined for a history that a provider would refuse, or of which a part is kept elsewhere. */
function unlessBroken<T>(edit: () => T): T | undefined {
  try {
    return edit();
  } catch (error) {
    if (error instanceof RutbreakError) return undefined;
    throw error;
  }
}
