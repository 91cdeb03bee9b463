import type { Act } from '@rutbreak/core';
import type { QueuedText } from './history.js';

/** The last texts for the model. Some frameworks hand them back as a message of the user. */
export interface Said {
  readonly add: (text: string) => void;
  /** Nothing but texts that were said in this run. A mark alone proves nothing: anybody can type it. */
  readonly isOwn: (text: string) => boolean;
}

const MAX_SAID = 12;

export function createSaid(): Said {
  let said: readonly string[] = [];
  return {
    add(text) {
      said = [...said, text].slice(-MAX_SAID);
    },
    isOwn(text) {
      const rest = said.reduce((left, one) => left.replaceAll(one, ''), text);
      return rest !== text && rest.trim() === '';
    },
  };
}

export function queue(run: { readonly texts: QueuedText[]; readonly said: Said }, queued: QueuedText): void {
  run.texts.push(queued);
  run.said.add(queued.text);
}

export function textFor(act: Act, place: 'result' | 'message', keepsHistory: boolean): QueuedText {
  if (act.rung !== 'redirect') return { place, text: act.text };
  return { place: 'reset', text: act.text, ...(!keepsHistory && { act }) };
}

const MAX_HINT = 2000;

/** What a person says, cut to length. */
export function hintOf({ hint }: { readonly hint: string }): string {
  return hint.slice(0, MAX_HINT);
}
