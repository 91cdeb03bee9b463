import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEvent, Category } from '@rutbreak/core';
import { loopingTraces } from './recorded.js';

interface LiveRun {
  readonly trace: string;
  readonly preset: string;
  readonly events: readonly AgentEvent[];
}

/** The trace and the preset with which each door finds each category. `quality/live-runs.json` is the list of all packages. */
export const LIVE = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../quality/live-runs.json'), 'utf8'),
) as Readonly<Record<Category, LiveRun>>;

/**
 * The same for frameworks whose run ends with every answer without a call: a prompt stands between such answers, and one of
 * the loops of messages does not outlast a prompt.
 */
export const RUN_BY_RUN: typeof LIVE = {
  ...LIVE,
  OUTPUT_PARAPHRASE: { ...LIVE.OUTPUT_PARAPHRASE, ...traceOf('looping/two-polite-agents') },
};

function traceOf(id: string): Pick<LiveRun, 'trace' | 'events'> {
  const found = loopingTraces().find((trace) => trace.id === id);
  if (!found) throw new Error(`there is no trace ${id}`);
  return { trace: id, events: found.events };
}
