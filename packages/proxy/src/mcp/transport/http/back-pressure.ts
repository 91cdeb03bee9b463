/** Back-pressure between one server and the clients that read its messages. */
import type { ServerResponse } from 'node:http';
import type { Readable, Writable } from 'node:stream';

export interface PacedWriter {
  /** Writes to a client. The source pauses while a client is behind. */
  readonly write: (response: ServerResponse, bytes: Buffer) => void;
}

/** Milliseconds. A client that reads nothing for this long would stop the server for all others. */
const PATIENCE = 30_000;

export function pacedWriter(source: Readable, patience = PATIENCE): PacedWriter {
  const behind = new Set<ServerResponse>();
  const wait = (response: ServerResponse): void => {
    behind.add(response);
    source.pause();
    const timer = setTimeout(() => response.destroy(), patience).unref();
    const release = (): void => {
      clearTimeout(timer);
      response.off('drain', release).off('close', release);
      behind.delete(response);
      if (behind.size === 0) source.resume();
    };
    response.on('drain', release).on('close', release);
  };
  return {
    write(response, bytes) {
      if (response.destroyed || response.write(bytes) || behind.has(response)) return;
      wait(response);
    },
  };
}

/** Resolves when the stream takes more, or has ended. */
export async function drained(stream: Writable): Promise<void> {
  if (!stream.writableNeedDrain || stream.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}
