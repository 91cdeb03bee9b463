/** Patterns in which `*` matches any text, `\*` a star and `\\` a backslash. All other characters match themselves. */
export interface Glob {
  readonly source: string;
  readonly matches: (text: string) => boolean;
}

/** Searches for each literal piece once, from left to right, so the time is linear in text and pattern. */
export function globOf(source: string): Glob {
  const pieces = piecesOf(source);
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  const middle = pieces.slice(1, -1);
  if (pieces.length === 1) return { source, matches: (text) => text === first };
  const matches = (text: string): boolean => {
    if (text.length < first.length + last.length) return false;
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let from = first.length;
    for (const piece of middle) {
      const at = text.indexOf(piece, from);
      if (at < 0 || at + piece.length > end) return false;
      from = at + piece.length;
    }
    return true;
  };
  return { source, matches };
}

/** The literal pieces between the stars. */
function piecesOf(source: string): readonly string[] {
  const pieces = [''];
  for (let i = 0; i < source.length; i++) {
    const char = source.charAt(i);
    const next = source.charAt(i + 1);
    if (char === '*') pieces.push('');
    else if (char === '\\' && (next === '*' || next === '\\')) {
      pieces.push(`${pieces.pop() ?? ''}${next}`);
      i++;
    } else pieces.push(`${pieces.pop() ?? ''}${char}`);
  }
  return pieces;
}
