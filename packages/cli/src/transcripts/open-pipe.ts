import { closeSync, constants, open, openSync } from 'node:fs';
import { promisify } from 'node:util';

/** Milliseconds to wait for a program that writes. */
const PATIENCE = 3000;

/**
 * Opens a named pipe, which waits for a program that opens its other end. Without one it would wait for ever, so it
 * fails with the code NO_WRITER after a while.
 */
export async function openPipe(file: string): Promise<number> {
  const wait = { isLate: false };
  const timer = setTimeout(() => {
    wait.isLate = true;
    release(file);
  }, PATIENCE);
  const handle = await promisify(open)(file, 'r');
  clearTimeout(timer);
  if (!wait.isLate) return handle;
  closeSync(handle);
  throw Object.assign(new Error('no program writes to this pipe'), { code: 'NO_WRITER' });
}

/** Nothing but a writer ends the wait. */
function release(file: string): void {
  try {
    closeSync(openSync(file, constants.O_WRONLY | constants.O_NONBLOCK));
  } catch {
    // The reader is not waiting any more: a writer came.
  }
}
