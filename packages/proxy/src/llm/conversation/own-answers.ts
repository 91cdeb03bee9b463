import { setRecent } from '@rutbreak/core/edge';

/**
 * The answers that the proxy gave in place of the model. The agent sends them back as if the model had written them.
 * Only the exact text counts, and only as often as the proxy said it: a model may copy the words.
 */
export interface OwnAnswers {
  readonly said: (text: string) => void;
  /** Whether this is an answer of the proxy that has not come back yet. After that, it has. */
  readonly takeBack: (text: string) => boolean;
}

const MAX_TEXTS = 32;

export function createOwnAnswers(): OwnAnswers {
  const open = new Map<string, number>();
  return {
    said(text) {
      setRecent(open, text, (open.get(text) ?? 0) + 1, MAX_TEXTS);
    },
    takeBack(text) {
      const times = open.get(text) ?? 0;
      if (times > 1) open.set(text, times - 1);
      else open.delete(text);
      return times > 0;
    },
  };
}
