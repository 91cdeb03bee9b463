/** One complete event, and the offset of its end in the chunk that completed it. */
export interface SseEvent {
  readonly data: string;
  readonly end: number;
}

export interface SseReader {
  /** The events that this chunk completes. */
  readonly push: (chunk: Buffer) => readonly SseEvent[];
  /** The data of an event that the stream left without its final blank line. */
  readonly rest: () => string;
}

const LF = 10;
const CR = 13;
/** The reader stops at an event larger than this and ignores the rest of the stream. */
const MAX_EVENT = 16 * 1024 * 1024;
const NONE: readonly SseEvent[] = [];

/** Splits a byte stream into events without changing the bytes. Between chunks it keeps only the unfinished event. */
export function sseReader(): SseReader {
  const store = pendingBytes();
  /** Whether the last chunk ended in an empty line. */
  let isBlank = true;
  return {
    push(chunk) {
      if (store.isFull()) return NONE;
      const events: SseEvent[] = [];
      let start = 0;
      let line = 0;
      for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, line)) {
        const last = at > line && chunk[at - 1] === CR ? at - 1 : at;
        const isEnd = isBlank && last === line;
        isBlank = true;
        line = at + 1;
        if (!isEnd) continue;
        const data = dataOf(store.take(chunk.subarray(start, line)));
        start = line;
        if (data !== '') events.push({ data, end: line });
      }
      if (line < chunk.length) isBlank &&= chunk.length === line + 1 && chunk[line] === CR;
      store.keep(chunk.subarray(start));
      return events;
    },
    rest: () => (store.isFull() ? '' : dataOf(store.take(Buffer.alloc(0)))),
  };
}

/** The beginning of an unfinished event. */
function pendingBytes(): {
  readonly keep: (bytes: Buffer) => void;
  readonly take: (end: Buffer) => string;
  readonly isFull: () => boolean;
} {
  let pending: Buffer[] = [];
  let size = 0;
  return {
    keep(bytes) {
      if (bytes.length === 0) return;
      pending.push(bytes);
      size += bytes.length;
      if (size > MAX_EVENT) pending = [];
    },
    take(end) {
      const whole = pending.length === 0 ? end : Buffer.concat([...pending, end]);
      pending = [];
      size = 0;
      return whole.toString('utf8');
    },
    isFull: () => size > MAX_EVENT,
  };
}

/** The data lines of an event, joined as the SSE standard says. */
function dataOf(event: string): string {
  let data = '';
  for (let at = 0; at < event.length;) {
    let end = event.indexOf('\n', at);
    if (end < 0) end = event.length;
    if (event.startsWith('data:', at)) {
      const from = event.charCodeAt(at + 5) === 32 ? at + 6 : at + 5;
      const to = event.charCodeAt(end - 1) === CR ? end - 1 : end;
      const value = event.slice(from, Math.max(from, to));
      data = data === '' ? value : `${data}\n${value}`;
    }
    at = end + 1;
  }
  return data;
}

/** Whether a chunk ends with the blank line that ends an event. */
export function endsEvent(chunk: Buffer): boolean {
  const { length } = chunk;
  if (chunk[length - 1] !== LF) return false;
  return chunk[length - 2] === LF || (chunk[length - 2] === CR && chunk[length - 3] === LF);
}

/** Serialises one event. */
export function sseEvent(data: unknown, name?: string): string {
  const body = typeof data === 'string' ? data : JSON.stringify(data);
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${body}\n\n`;
}
