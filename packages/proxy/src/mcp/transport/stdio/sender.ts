import { writeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

/** Writes; while the one side is full, the other is not read. */
export function sender(to: Writable, from: Readable): (bytes: Buffer) => void {
  let isFull = false;
  // A side that has gone away is noticed by its end; what is written to it is lost in any case.
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

/** What a stream of ours may stand on: an open pipe and its number. Node keeps it there and names it nowhere. */
interface OnPipe {
  readonly _handle?: { readonly fd?: number } | null;
}

/**
 * How many bytes the pipe took at once. A stream that has nothing to say writes to its pipe at once as well, but takes
 * several times as long to get there, and every call waits for two of these. What does not fit, and every kind of
 * trouble, is left to the stream.
 */
function directWriter(to: OnPipe): (bytes: Buffer) => number {
  let handle: OnPipe['_handle'];
  let fd: number | undefined;
  return (bytes) => {
    // A stream that is closed lets go of its pipe, so that the number is never asked for in vain nor used too late.
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
