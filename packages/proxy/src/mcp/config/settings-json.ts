/** JSON as people keep it in settings: perhaps with a byte order mark, comments and commas at the end of lists. */
export function parseSettings(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(plain) as unknown;
  } catch (error) {
    const bare = plain.replace(COMMENT, (_, kept?: string) => kept ?? ' ');
    try {
      return JSON.parse(bare.replace(LAST_COMMA, (_, kept?: string) => kept ?? '')) as unknown;
    } catch {
      // What is wrong is told of the text as it was written.
      throw error;
    }
  }
}

/** A text, which stays, or a comment. */
const COMMENT = /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g;
const LAST_COMMA = /("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g;
