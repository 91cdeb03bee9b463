/** Parses settings JSON, which may have a byte order mark, comments and trailing commas. */
export function parseSettings(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(plain) as unknown;
  } catch (error) {
    const bare = plain.replace(COMMENT, (_, kept?: string) => kept ?? ' ');
    try {
      return JSON.parse(bare.replace(LAST_COMMA, (_, kept?: string) => kept ?? '')) as unknown;
    } catch {
      // The error refers to the original text, not to the stripped one.
      throw error;
    }
  }
}

/** A string, which is kept, or a comment. */
const COMMENT = /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g;
const LAST_COMMA = /("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g;
