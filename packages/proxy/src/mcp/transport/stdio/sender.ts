import { writeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

/** Writes to one side, and pauses reading from the other while the first is full. */
export function sender(to: Writable, from: Readable): (bytes: Buffer) => void {
  let isFull = false;
  // The end of the stream reports a closed side; writes to it are lost anyway.
  to.on('error', () => undefined);
  to.on('drain', () => {
    isFull = false;
    from.resume();
  });
  const writeNow = directWriter(to as OnPipe);
  return (bytes) => {
    if (to.destroyed || to.writableEnded) return;
    const done = to.writableLength === 0 ? writeNow(bytes) : 0;
    if (done === bytes.length) return;
    if (to.write(done === 0 ? bytes : bytes.subarray(done)) || isFull) return;
    isFull = true;
    from.pause();
  };
}

/** Node's internal handle of a stream on an open pipe, with its file descriptor. Undocumented. */
interface OnPipe {
  readonly _handle?: { readonly fd?: number } | null;
}

/**
 * Writes directly to the pipe and returns the number of bytes accepted. A Node stream writes immediately too, but takes
 * several times as long, and every call waits for two writes. The stream handles the remaining bytes and all errors.
 */
function directWriter(to: OnPipe): (bytes: Buffer) => number {
  let handle: OnPipe['_handle'];
  let fd: number | undefined;
  return (bytes) => {
    // A closed stream drops its handle, so the descriptor is never used after closing.
    if (to._handle !== handle) {
      handle = to._handle;
      fd = handle?.fd;
    }
    if (fd === undefined || fd < 0) return 0;
    try {
      return writeSync(fd, bytes, 0, bytes.length);
    } catch {
      return 0;
    }
  };
}
