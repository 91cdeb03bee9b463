import { type Capabilities, createGuard } from '@rutbreak/core';
import type { MessageDialect } from './history.js';
import { type AdapterOptions, guardOptions, sessionOptions } from './options.js';
import { createRun, type Run } from './run.js';

/** The runs of one guarded agent. Parallel runs are told apart by the calls that the model made in them. */
export interface Runs<M> {
  /** The run that this history belongs to; a new one where none of its calls is known. */
  readonly ofHistory: (messages: readonly M[]) => Run<M>;
  /** The run in which the model made this call. */
  readonly ofCall: (id: string) => Run<M>;
  /** The model made these calls in this run. */
  readonly learn: (run: Run<M>, ids: readonly string[]) => void;
}

const MAX_IDS = 10_000;

export function createRuns<M>(
  name: string,
  capabilities: Capabilities,
  dialect: MessageDialect<M>,
  options: AdapterOptions,
): Runs<M> {
  const guard = options.guard ?? createGuard(guardOptions(options));
  const known = new Map<string, Run<M>>();
  let latest: Run<M> | undefined;
  const fresh = (): Run<M> => {
    const id = options.session ?? `${name}-${crypto.randomUUID()}`;
    return (latest = createRun(guard.session(id, sessionOptions(options, capabilities)), dialect, options));
  };
  return {
    ofHistory(messages) {
      if (options.session !== undefined) return latest ?? fresh();
      for (const message of messages.toReversed()) {
        const id = dialect.callIds(message).find((one) => known.has(one));
        if (id !== undefined) return known.get(id) as Run<M>;
      }
      return fresh();
    },
    ofCall: (id) => known.get(id) ?? latest ?? fresh(),
    learn(run, ids) {
      for (const id of ids) {
        known.delete(id);
        known.set(id, run);
      }
      for (const oldest of known.keys()) {
        if (known.size <= MAX_IDS) break;
        known.delete(oldest);
      }
    },
  };
}
