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
