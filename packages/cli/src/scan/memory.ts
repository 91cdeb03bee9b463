import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes read in this thread since the last collection. */
let since = 0;
let collect: (() => void) | undefined;

const EVERY = 32 * 1024 * 1024;

/**
 * The engine would let hundreds of megabytes of old transcripts pile up before it collects garbage. A scan
 * runs beside people's work, so it requests collections itself now and then.
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
    // An engine that does not allow it.
    return () => undefined;
  }
}
