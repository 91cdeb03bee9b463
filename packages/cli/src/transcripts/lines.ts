import { isUtf8 } from 'node:buffer';

/** One line of a file, without its line end. */
export type Line =
  | {
      readonly kind: 'text';
      readonly number: number;
      readonly text: string;
      /** Its bytes are not UTF-8; they were read as Latin-1. */
      readonly isLatin?: true;
    }
  /** Already parsed from its bytes. */
  | { readonly kind: 'value'; readonly number: number; readonly size: number; readonly value: unknown }
  /** Longer than the memory limit: skipped. */
  | { readonly kind: 'too-long'; readonly number: number };

/** A line that holds nothing of interest. */
export const NOTHING_IN_IT: unique symbol = Symbol('nothing in it');

/**
 * Reads a line from its bytes if that takes less than parsing it: returns its value, or that it contains
 * nothing; `undefined` if it must be parsed.
 */
export type Skim = (bytes: Buffer) => unknown;

const MIB = 1024 * 1024;
/** More than any line we have met; parsing takes several times as much memory. */
export const MAX_LINE = 32 * MIB;

const LINE_FEED = 10;
const BYTE_ORDER_MARK = 0xfeff;

/** Splits bytes into lines, one chunk at a time. */
export interface LineCutter {
  /** The chunk's memory may be reused as soon as its lines are processed. */
  readonly push: (chunk: Uint8Array) => Iterable<Line>;
  readonly end: () => Iterable<Line>;
}

/** Keeps one line in memory, and at most `max` bytes of it. `skim` sees each line first. */
export function cutLines(max = MAX_LINE, skim: Skim = () => undefined): LineCutter {
  /** The start of an incomplete line. */
  let pieces: Buffer[] = [];
  let size = 0;
  let number = 0;

  const hold = (piece: Buffer): void => {
    size += piece.length;
    if (size > max) pieces = [];
    else pieces.push(Buffer.from(piece));
  };
  const take = (last: Buffer): Line | undefined => {
    number++;
    const length = size + last.length;
    const bytes = pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
    pieces = [];
    size = 0;
    return length > max ? { kind: 'too-long', number } : readLine(bytes, number, skim);
  };
  return {
    *push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let start = 0;
      for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
        const line = take(bytes.subarray(start, end));
        if (line) yield line;
        start = end + 1;
      }
      if (start < bytes.length) hold(bytes.subarray(start));
    },
    *end() {
      const line = size > 0 ? take(NOTHING) : undefined;
      if (line) yield line;
    },
  };
}

function readLine(bytes: Buffer, number: number, skim: Skim): Line | undefined {
  const value = skim(bytes);
  if (value === NOTHING_IN_IT) return undefined;
  return value === undefined ? textLine(bytes, number) : { kind: 'value', number, size: bytes.length, value };
}

const NOTHING = Buffer.alloc(0);

const CLOSING = 0x7d;
const CARRIAGE_RETURN = 13;

/**
 * Whether the line ends like an object. A truncated line does not; it is parsed in full, so that the error is
 * reported.
 */
export function endsObject(bytes: Buffer): boolean {
  const last = bytes.length - 1;
  return bytes[last] === CLOSING || (bytes[last] === CARRIAGE_RETURN && bytes[last - 1] === CLOSING);
}

function textLine(bytes: Buffer, number: number): Line {
  const text = bytes.toString('utf8');
  // The search is almost free if there is none; otherwise the bytes show whether it is literal.
  if (text.includes('\uFFFD') && !isUtf8(bytes)) {
    return { kind: 'text', number, text: bytes.toString('latin1'), isLatin: true };
  }
  // Also one in the middle of joined files. A carriage return is left to JSON, where it is white space.
  return { kind: 'text', number, text: text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text };
}
