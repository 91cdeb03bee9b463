import { type Act, type HistoryMessage, type HistoryShape, planReset, RutbreakError } from '@rutbreak/core';

/** How a framework represents the history for a model. All functions return new lists. */
export interface MessageDialect<M> {
  readonly shape: HistoryShape;
  /** The message in core's format. */
  readonly read: (message: M) => HistoryMessage;
  /** The text of a person in the message; undefined if it is not from a person. */
  readonly userText: (message: M) => string | undefined;
  /** The assistant's calls in the message. */
  readonly callIds: (message: M) => readonly string[];
  /** Appends the text as a user message. */
  readonly note: (messages: readonly M[], text: string) => readonly M[];
  /** Adds the text to the newest result. */
  readonly append: (messages: readonly M[], text: string) => readonly M[];
}

/** A text for the next request. */
export interface QueuedText {
  readonly place: 'result' | 'message' | 'reset';
  readonly text: string;
  /** With `reset`: the decision. */
  readonly act?: Act;
}

interface Edited<M> {
  /** How many of the framework's messages the edit replaces, and the digest of the last one. */
  readonly count: number;
  readonly mark: string;
  readonly messages: readonly M[];
}

/**
 * Frameworks keep their own history without our edits, so every later request is edited in the same way: notes stay in,
 * and removed messages stay out.
 */
export interface EditedHistory<M> {
  /**
   * The history for the model; the given list itself if there are no edits. Texts that cannot be placed yet stay
   * queued.
   */
  readonly edit: (given: readonly M[], texts: QueuedText[]) => readonly M[];
}

export function createHistory<M>(dialect: MessageDialect<M>): EditedHistory<M> {
  let edited: Edited<M> | undefined;
  const blocks = new Set<M>();
  return {
    edit(given, texts) {
      if (edited && !standsFor(edited, given, dialect)) edited = undefined;
      let messages = edited ? [...edited.messages, ...given.slice(edited.count)] : given;
      const said = texts.length > 0 && given.length > 0 ? say(dialect, messages, texts, blocks) : undefined;
      if (!said) return messages;
      texts.length = 0;
      messages = said;
      edited = { count: given.length, mark: markOf(dialect, given.at(-1) as M), messages };
      return messages;
    },
  };
}

/** A framework may cut or rewrite its history. Then our edits no longer apply. */
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

/** Places all texts; returns undefined if the history cannot take any now. */
function say<M>(
  dialect: MessageDialect<M>,
  given: readonly M[],
  texts: readonly QueuedText[],
  blocks: Set<M>,
): readonly M[] | undefined {
  return unlessBroken(() =>
    texts.reduce<readonly M[]>((messages, word) => {
      if (word.place === 'result') return dialect.append(messages, word.text);
      const next = word.act ? withoutLoop(dialect, messages, word.act, blocks) : messages;
      const noted = dialect.note(next, word.text);
      if (word.act) blocks.add(noted.at(-1) as M);
      return noted;
    }, given),
  );
}

/** Without the loop's repeats and without our earlier notes about a loop, which are outdated. */
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

/** Undefined for a history that a provider would reject or of which a part is stored elsewhere. */
function unlessBroken<T>(edit: () => T): T | undefined {
  try {
    return edit();
  } catch (error) {
    if (error instanceof RutbreakError) return undefined;
    throw error;
  }
}
