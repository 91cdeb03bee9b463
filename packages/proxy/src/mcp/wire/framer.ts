/** Splits a byte stream into lines without decoding, because a chunk may end inside a character. */
export interface Framer {
  /** Returns the complete lines as one chunk, with line ends; undefined if none is complete. */
  readonly push: (chunk: Buffer) => Buffer | undefined;
  /** The buffered part of a line without an end; if the line is too long, at most its beginning. */
  readonly rest: () => Buffer;
}

export interface FramerOptions {
  /** The longest line that is buffered. */
  readonly limit: number;
  /** Called at the end of a longer line, with its beginning and end. */
  readonly onTooLong: (head: Buffer, tail: Buffer) => void;
}

const NEWLINE = 0x0a;
const HEAD = 1 << 16;
const TAIL = 1 << 12;
const NOTHING = Buffer.alloc(0);

export function createFramer({ limit, onTooLong }: FramerOptions): Framer {
  let parts: Buffer[] = [];
  let length = 0;
  /** While skipping a line that is too long: its beginning and its latest bytes. */
  let lost: { readonly head: Buffer; tail: Buffer } | undefined;

  const takeParts = (last: Buffer): Buffer => {
    const whole = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    parts = [];
    length = 0;
    return whole;
  };
  /** Continues after the end of a line that is too long, once that is found. */
  const skip = (over: { readonly head: Buffer; tail: Buffer }, chunk: Buffer): Buffer | undefined => {
    const end = chunk.indexOf(NEWLINE);
    const gone = end < 0 ? chunk : chunk.subarray(0, end);
    over.tail = Buffer.concat([over.tail, gone]).subarray(-TAIL);
    if (end < 0) return undefined;
    lost = undefined;
    onTooLong(over.head, over.tail);
    return end + 1 < chunk.length ? push(chunk.subarray(end + 1)) : undefined;
  };
  const push = (chunk: Buffer): Buffer | undefined => {
    if (chunk.length === 0) return undefined;
    if (lost) return skip(lost, chunk);
    const first = length === 0 ? 0 : chunk.indexOf(NEWLINE);
    if (length + (first < 0 ? chunk.length : first) > limit) {
      const all = takeParts(NOTHING);
      lost = { head: Buffer.from(all.subarray(0, HEAD)), tail: Buffer.from(all.subarray(-TAIL)) };
      return skip(lost, chunk);
    }
    if (chunk[chunk.length - 1] === NEWLINE) return length === 0 ? chunk : takeParts(chunk);
    const last = chunk.lastIndexOf(NEWLINE);
    const rest = chunk.subarray(last + 1);
    const whole = last < 0 ? undefined : takeParts(chunk.subarray(0, last + 1));
    parts.push(rest);
    length += rest.length;
    return whole;
  };
  return { push, rest: () => lost?.head ?? takeParts(NOTHING) };
}
