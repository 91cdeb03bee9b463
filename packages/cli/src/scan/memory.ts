import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Read in this thread since memory was last tidied up; in bytes. */
let since = 0;
let collect: (() => void) | undefined;

const EVERY = 32 * 1024 * 1024;

/**
 * The engine would let old transcripts pile up to hundreds of megabytes before it looks for what nobody needs any more.
 * A scan takes as much as a machine gives and runs beside the work of people: it asks for that itself, now and then.
 */
export function tidyAfter(bytes: number): void {
  since += bytes;
  if (since < EVERY) return;
  since = 0;
  collect ??= collector();
  collect();
}

function collector(): () => void {
  try {
    setFlagsFromString('--expose-gc');
    return runInNewContext('gc') as () => void;
  } catch {
    // An engine that does not let us.
    return () => undefined;
  }
}
