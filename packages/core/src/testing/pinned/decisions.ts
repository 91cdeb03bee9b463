import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configure, reduce, start } from '../../edge.js';
import type { Finding } from '../../index.js';
import { hashOf } from '../../text/hash.js';
import { limitTraces } from './limit-traces.js';
import { madeUpTraces } from './made-up-traces.js';

/** The decisions of `default` on every trace that may be looked at; `presets/default.decisions.*.txt` keep them. */
export interface Trace {
  readonly id: string;
  readonly events: readonly unknown[];
}

export const PINNED = ['corpus', 'blind', 'made-up', 'limits'] as const;
export type Pinned = (typeof PINNED)[number];

export const pinnedFile = (name: Pinned): string => `packages/core/src/presets/default.decisions.${name}.txt`;

/** `root`: the folder of the project. */
export function pinnedTraces(root: string, name: Pinned): readonly Trace[] {
  if (name === 'made-up') return madeUpTraces(600);
  if (name === 'limits') return limitTraces(600);
  if (name === 'blind') return blindTraces(join(root, 'packages/loopbench/data'));
  return ['healthy', 'looping'].flatMap((one) => tracesIn(join(root, 'corpus', one)));
}

/** Every third, to save time; without the sets that the published figures come from: nobody is to look at single traces of those. */
function blindTraces(bench: string): readonly Trace[] {
  const { reported } = JSON.parse(readFileSync(join(bench, 'reported.json'), 'utf8')) as {
    readonly reported: readonly string[];
  };
  const all = tracesIn(join(bench, 'blind'), (file) => !reported.includes(file.replace('.jsonl', '')));
  return all.filter((_, i) => i % 3 === 0);
}

function tracesIn(folder: string, isWanted: (file: string) => boolean = () => true): readonly Trace[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl') && isWanted(file))
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as Trace);
}

/** Returns the decisions on a trace as one line: the rungs by event, and one number for everything found on the way. */
export function createDecide(): (trace: Trace) => string {
  const engine = configure('default');
  return ({ id, events }) => {
    let state = start(engine);
    let found = 0;
    const rungs: string[] = [];
    events.forEach((event, i) => {
      const outcome = reduce(state, event, engine);
      state = outcome.state;
      const { decision } = outcome;
      if (decision.kind === 'refused') return;
      const { status, findings } = decision.verdict;
      if (findings.length > 0) found = hashOf(`${found} ${i} ${status} ${findings.map(textOf).join()}`);
      if (decision.kind === 'act') rungs.push(`${decision.rung}@${i}`);
    });
    return [id, rungs.join(' '), (found >>> 0).toString(36)].join(' | ');
  };
}

/** Everything that a detector said, because edges, archives and pages use all of it. */
function textOf({ detector, signal }: Finding): string {
  const { messageId, score, share = 0, urgency, identity, data, evidence } = signal;
  const figures = [score, share].map((one) => one.toFixed(6)).join(' ');
  const seen = `${evidence.events.join()} of ${evidence.window}, ${evidence.count}`;
  return `${detector} ${messageId} ${urgency} ${figures} ${identity} ${seen} ${JSON.stringify(data)}`;
}
