/** Standard input and output by descriptor: Node's streams take as long to load as the rest of a hook. */
import { fstatSync, read, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Output } from '../io.js';
import { hasCode } from '../store/trouble.js';

export interface Input extends AsyncIterable<Uint8Array> {
  readonly isTTY: boolean;
  /** A read is in progress. Node cannot exit before it ends. */
  readonly isReading: () => boolean;
}

const CHUNK = 65_536;
/** Milliseconds until the next try, if a descriptor does not block. */
const PAUSE = 1;

export function inputFrom(descriptor: number): Input {
  let isReading = false;
  const next = async (): Promise<Buffer> => {
    isReading = true;
    try {
      return await chunkFrom(descriptor);
    } finally {
      isReading = false;
    }
  };
  return {
    isTTY: isTerminal(descriptor),
    isReading: () => isReading,
    async *[Symbol.asyncIterator]() {
      for (let chunk = await next(); chunk.length > 0; chunk = await next()) yield chunk;
    },
  };
}

/** Empty at the end. */
async function chunkFrom(descriptor: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK);
  for (;;) {
    try {
      return buffer.subarray(0, await readInto(descriptor, buffer));
    } catch (error) {
      // On Windows, the end of a pipe is an error.
      if (hasCode(error, 'EOF')) return Buffer.alloc(0);
      if (!hasCode(error, 'EAGAIN')) throw error;
      await sleep(PAUSE);
    }
  }
}

function readInto(descriptor: number, buffer: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, buffer, 0, buffer.length, null, (error, count) =>
      error ? reject(error) : resolve(count),
    );
  });
}

/** `/dev/null` is a character device, too. */
function isTerminal(descriptor: number): boolean {
  try {
    // Loading `node:tty` for each hook would take as long as reading the input.
    return fstatSync(descriptor).isCharacterDevice() && hasTerminalName(descriptor);
  } catch {
    return false;
  }
}

function hasTerminalName(descriptor: number): boolean {
  return process.getBuiltinModule('node:tty').isatty(descriptor);
}

/** A closed output cannot be reported anywhere. */
export function outputTo(descriptor: number): Output {
  let isClosed = false;
  return {
    isClosed: () => isClosed,
    async write(text) {
      const bytes = Buffer.from(text);
      for (let done = 0; done < bytes.length && !isClosed;) {
        try {
          done += writeSync(descriptor, bytes, done);
        } catch (error) {
          if (hasCode(error, 'EAGAIN')) await sleep(PAUSE);
          else isClosed = true;
        }
      }
    },
  };
}
