/**
 * Finds the conversation that a request continues: one whose last request is a prefix of this request's history. Jobs
 * that begin alike stay apart, because only the last request of each identifies it.
 */
import { type Keyed, nameOf } from '../history-diff.js';

export interface Continuations<Conversation> {
  /**
   * Returns the conversation whose last history is the longest prefix of this one and that accepts the added entries. Among
   * equals the newest wins.
   */
  readonly find: (
    scope: string,
    history: readonly Keyed[],
    fits: (conversation: Conversation, added: readonly Keyed[]) => boolean,
  ) => Conversation | undefined;
  /** Records this history as the last one of the conversation. */
  readonly moveTo: (conversation: Conversation, scope: string, history: readonly Keyed[]) => void;
  readonly forget: (conversation: Conversation) => void;
}

export function continuations<Conversation>(): Continuations<Conversation> {
  const byState = new Map<string, Set<Conversation>>();
  const stateOf = new Map<Conversation, string>();
  const forget = (conversation: Conversation): void => {
    const state = stateOf.get(conversation);
    if (state === undefined) return;
    stateOf.delete(conversation);
    const here = byState.get(state);
    here?.delete(conversation);
    if (here?.size === 0) byState.delete(state);
  };
  return {
    forget,
    find(scope, history, fits) {
      const states = statesOf(scope, history);
      // An identical history is a retry, unless it contains no answer yet: then it may be another job that begins
      // alike.
      const last = history.some(isModels) ? states.length : states.length - 1;
      const indexes = states.slice(0, -1).map((_, i) => i);
      for (const i of [...indexes.toReversed(), ...(last === states.length ? [states.length - 1] : [])]) {
        const conversations = [...(byState.get(states[i] ?? '') ?? [])];
        const found = conversations.findLast((conversation) => fits(conversation, history.slice(i + 1)));
        if (found) return found;
      }
      return undefined;
    },
    moveTo(conversation, scope, history) {
      const state = statesOf(scope, history).at(-1);
      forget(conversation);
      if (state === undefined) return;
      stateOf.set(conversation, state);
      byState.set(state, (byState.get(state) ?? new Set()).add(conversation));
    },
  };
}

export function isModels({ entry }: Keyed): boolean {
  return entry.kind === 'assistant' || entry.kind === 'call' || entry.kind === 'result';
}

/** A digest of each prefix of a history. Combines two 32-bit hashes, because one alone would collide now and then. */
function statesOf(scope: string, history: readonly Keyed[]): readonly string[] {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  const add = (text: string): void => {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b ^ code, 0x5bd1e995) ^ (b >>> 15);
    }
  };
  add(scope);
  return history.map((one, i) => {
    add(`\n${nameOf(one)}`);
    return `${i} ${a >>> 0} ${b >>> 0}`;
  });
}
