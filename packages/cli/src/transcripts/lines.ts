/** One line of a file, without its line end. */
export type Line =
  | { readonly kind: 'text'; readonly number: number; readonly text: string }
  /** Longer than what is kept in memory: it was read past. */
  | { readonly kind: 'too-long'; readonly number: number };

/** More than any trace we have met, and little enough to be parsed in a default heap. */
export const MAX_LINE = 128 * 1024 * 1024;

const LINE_FEED = 10;

/** Splits a stream of bytes into lines. Holds one line at most, and never more than `max` bytes of it. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, max = MAX_LINE): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  let number = 0;

  const add = (piece: Uint8Array): void => {
    size += piece.length;
    if (size > max) pieces = [];
    else pieces.push(piece);
  };
  const take = (): Line => {
    number++;
    const line: Line =
      size > max ? { kind: 'too-long', number } : { kind: 'text', number, text: decode(pieces, size) };
    pieces = [];
    size = 0;
    return line;
  };

  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (size > 0) yield take();
}

// Drops a byte order mark, also one in the middle of files that were joined; a carriage return is left to
// JSON, where it is white space.
const utf8 = new TextDecoder();

function decode(pieces: readonly Uint8Array[], size: number): string {
  const [first] = pieces;
  return utf8.decode(pieces.length === 1 ? first : Buffer.concat(pieces, size));
}
