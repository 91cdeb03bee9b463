import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configure, reduce, start } from '../edge.js';
import { hashOf } from '../text/hash.js';

const ROOT = join(import.meta.dirname, '../../../..');
const BENCH = join(ROOT, 'packages/loopbench/data');
const engine = configure('default');

interface Trace {
  readonly id: string;
  readonly events: readonly unknown[];
}

function tracesIn(folder: string, isWanted: (file: string) => boolean = () => true): readonly Trace[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl') && isWanted(file))
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as Trace);
}

/** Every third, to save time; without the sets that the published figures come from: nobody is to look at single traces of those. */
function blindTraces(): readonly Trace[] {
  const { reported } = JSON.parse(readFileSync(join(BENCH, 'reported.json'), 'utf8')) as {
    readonly reported: readonly string[];
  };
  const all = tracesIn(join(BENCH, 'blind'), (file) => !reported.includes(file.replace('.jsonl', '')));
  return all.filter((_, i) => i % 3 === 0);
}

/** The rungs by event, and one number for every score on the way. */
function decisionsOn({ id, events }: Trace): string {
  let state = start(engine);
  let scores = 0;
  const rungs: string[] = [];
  events.forEach((event, i) => {
    const outcome = reduce(state, event, engine);
    state = outcome.state;
    const { decision } = outcome;
    if (decision.kind === 'refused') return;
    for (const { detector, signal } of decision.verdict.findings) {
      const { messageId, score, evidence } = signal;
      scores = hashOf(
        `${scores} ${i} ${detector} ${messageId} ${score.toFixed(6)} ${evidence.events.join()}`,
      );
    }
    if (decision.kind === 'act') rungs.push(`${decision.rung}@${i}`);
  });
  return [id, rungs.join(' '), (scores >>> 0).toString(36)].join(' | ');
}

// A change of judgement shows here trace by trace, before anybody else sees it. `npx vitest run default.decisions -u`
// writes the files anew; the difference is then part of the review.
it.each<[string, string, () => readonly Trace[]]>([
  [
    'the corpus',
    'corpus',
    () => ['healthy', 'looping'].flatMap((one) => tracesIn(join(ROOT, 'corpus', one))),
  ],
  ['the blind sets', 'blind', blindTraces],
])('decides on every trace of %s as it did before, to the last score', async (_, name, read) => {
  const lines = read().map(decisionsOn);
  expect(lines.length).toBeGreaterThan(500);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`default.decisions.${name}.txt`);
});
