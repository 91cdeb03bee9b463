import { type Capabilities, createGuard } from '@rutbreak/core';
import { type CallOwners, createCallOwners } from './call-owners.js';
import { failOpen } from '../run/fail-open.js';
import type { MessageDialect } from '../run/history.js';
import { type AdapterOptions, guardOptions } from '../run/options.js';
import { openRun, type Run } from '../run/run.js';

/** The runs of one guarded agent. Parallel runs are told apart by the calls that the model made in them. */
export interface Runs<M> {
  /** The run of this history; a new one if none of its calls is known. */
  readonly ofHistory: (messages: readonly M[]) => Run<M>;
  /** The run in which the model made this call; ask once per call. The history helps if ids are not unique. */
  readonly ofCall: (id: string, messages?: readonly M[]) => Run<M>;
  /** Records the calls that the model made in this run. */
  readonly learn: (run: Run<M>, ids: readonly string[]) => void;
  /** Records the model's answer. Parsed here, so that a malformed one does no harm. */
  readonly hear: (run: Run<M>, read: () => Heard) => void;
}

interface Heard {
  readonly calls: readonly string[];
  readonly text: string;
  readonly tokens?: number | undefined;
}

export function createRuns<M>(
  name: string,
  capabilities: Capabilities,
  dialect: MessageDialect<M>,
  options: AdapterOptions,
): Runs<M> {
  const guard = options.guard ?? createGuard(guardOptions(options));
  const owners: CallOwners<Run<M>> = createCallOwners();
  const { oneOf, opened } = createOpenings(dialect, options);
  let latest: Run<M> | undefined;
  const fresh = (messages: readonly M[]): Run<M> => {
    const id = options.session ?? `${name}-${crypto.randomUUID()}`;
    return (latest = opened(openRun(guard, id, { capabilities, dialect, options }), messages));
  };
  return {
    ofHistory(messages) {
      if (options.session !== undefined) return latest ?? fresh(messages);
      for (const message of messages.toReversed())
        for (const id of failOpen(options, [], () => dialect.callIds(message))) {
          const run = oneOf(owners.of(id), messages);
          if (run) return run;
        }
      return fresh(messages);
    },
    ofCall(id, messages = []) {
      const run = oneOf(owners.waiting(id), messages) ?? owners.of(id)[0] ?? latest ?? fresh(messages);
      owners.begin(run, id);
      return run;
    },
    learn: owners.learn,
    hear(run, read) {
      const { calls, text, tokens } = failOpen<Heard>(options, { calls: [], text: '' }, read);
      owners.learn(run, calls);
      run.answered(text, tokens);
    },
  };
}

/** Runs whose calls have the same ids are told apart by the person's messages at their start. */
function createOpenings<M>({ userText }: MessageDialect<M>, options: AdapterOptions) {
  const openings = new WeakMap<Run<M>, readonly string[]>();
  const said = (messages: readonly M[]): readonly string[] =>
    failOpen(options, [], () => messages.flatMap((message) => userText(message) ?? []));
  return {
    opened: (run: Run<M>, messages: readonly M[]): Run<M> => {
      openings.set(run, said(messages));
      return run;
    },
    /** Of the matching runs, the one with the most messages; among equals the first. */
    oneOf: (runs: readonly Run<M>[], messages: readonly M[]): Run<M> | undefined => {
      if (runs.length < 2) return runs[0];
      const texts = said(messages);
      const fits = (run: Run<M>): number => {
        const opening = openings.get(run) ?? [];
        return opening.every((text, at) => text === texts[at]) ? opening.length : -1;
      };
      return runs.reduce((best, run) => (fits(run) > fits(best) ? run : best));
    },
  };
}
