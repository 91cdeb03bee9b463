import { isUtf8 } from 'node:buffer';

/** One line of a file, without its line end. */
export type Line =
  | {
      readonly kind: 'text';
      readonly number: number;
      readonly text: string;
      /** Its bytes are no UTF-8; they were read as Latin-1. */
      readonly isLatin?: true;
    }
  /** Longer than what is kept in memory: it was read past. */
  | { readonly kind: 'too-long'; readonly number: number };

const MIB = 1024 * 1024;
/** More than any line we have met; what is parsed of it takes several times as much. */
export const MAX_LINE = 32 * MIB;

const LINE_FEED = 10;
const BYTE_ORDER_MARK = 0xfeff;

/** Cuts bytes into lines, a chunk at a time: what comes out may be read before the next chunk goes in. */
export interface LineCutter {
  /** The chunk's memory may be used again afterwards. */
  readonly push: (chunk: Uint8Array) => readonly Line[];
  readonly end: () => readonly Line[];
}

/** Holds one line at most, and never more than `max` bytes of it. */
export function cutLines(max = MAX_LINE): LineCutter {
  /** The start of a line whose end has not come yet. */
  let pieces: Buffer[] = [];
  let size = 0;
  let number = 0;

  const hold = (piece: Buffer): void => {
    size += piece.length;
    if (size > max) pieces = [];
    else pieces.push(Buffer.from(piece));
  };
  const take = (last: Buffer): Line => {
    number++;
    const length = size + last.length;
    const bytes = pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
    pieces = [];
    size = 0;
    return length > max ? { kind: 'too-long', number } : textLine(bytes, number);
  };
  return {
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const lines: Line[] = [];
      let start = 0;
      for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
        lines.push(take(bytes.subarray(start, end)));
        start = end + 1;
      }
      if (start < bytes.length) hold(bytes.subarray(start));
      return lines;
    },
    end: () => (size > 0 ? [take(NOTHING)] : []),
  };
}

const NOTHING = Buffer.alloc(0);

function textLine(bytes: Buffer, number: number): Line {
  const text = bytes.toString('utf8');
  // Looking for it costs next to nothing where there is none; then the bytes tell whether it stands there itself.
  if (text.includes('\uFFFD') && !isUtf8(bytes)) {
    return { kind: 'text', number, text: bytes.toString('latin1'), isLatin: true };
  }
  // Also one in the middle of files that were joined. A carriage return is left to JSON, where it is white space.
  return { kind: 'text', number, text: text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text };
}
