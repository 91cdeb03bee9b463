import { type Capabilities, createGuard } from '@rutbreak/core';
import { setRecent } from '@rutbreak/core/edge';
import type { MessageDialect } from '../run/history.js';
import { type AdapterOptions, guardOptions } from '../run/options.js';
import { openRun, type Run, type Stop } from '../run/run.js';

/** The runs of a framework that provides run ids. */
export interface KeyedRuns<M> {
  readonly of: (key: string) => Run<M>;
  /** Why the guard ended runs, newest last. */
  readonly stops: () => readonly Stop[];
}

const MAX_RUNS = 1000;

/** One run for each key. Beyond 1,000 runs, drops the least recently used. */
export function createKeyedRuns<M>(
  capabilities: Capabilities,
  dialect: MessageDialect<M>,
  options: AdapterOptions,
): KeyedRuns<M> {
  const guard = options.guard ?? createGuard(guardOptions(options));
  const known = new Map<string, Run<M>>();
  const open = (id: string): Run<M> => openRun(guard, id, { capabilities, dialect, options });
  return {
    of(key) {
      const id = options.session ?? key;
      const run = known.get(id) ?? open(id);
      setRecent(known, id, run, MAX_RUNS);
      return run;
    },
    stops: () => [...known.values()].flatMap((run) => run.stopped() ?? []),
  };
}
