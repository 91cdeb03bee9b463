import { CORPUS_FOLDER } from './data/sets.js';
import { measure } from './measure/command.js';
import { measureEarly } from './measure/early.js';
import { USAGE } from './measure/usage.js';
import { metamorphic } from './metamorphic/command.js';
import { UsageError } from './usage-error.js';

export interface Streams {
  readonly log: (line: string) => void;
  readonly error: (line: string) => void;
}

/** A preset on labelled traces: unchanged, transformed, or for its early signs. Returns the exit code. */
export function scorePreset(args: readonly string[], streams: Streams, corpus = CORPUS_FOLDER): number {
  return withUsage(streams, () => {
    if (args.includes('--early')) return measureEarly(args, streams.log);
    if (args.includes('--metamorphic')) return metamorphic(args, streams, corpus);
    return measure(args, streams, corpus);
  });
}

/** A mistake in the arguments or the data becomes a message and exit code 2. */
export function withUsage(streams: Streams, run: () => number): number {
  try {
    return run();
  } catch (problem) {
    if (!(problem instanceof UsageError)) throw problem;
    streams.error(`${problem.message}\n\n${USAGE}`);
    return 2;
  }
}
