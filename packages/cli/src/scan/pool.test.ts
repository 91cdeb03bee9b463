import { join } from 'node:path';
import { createGuard } from '@rutbreak/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageSession } from '../report/html/session.js';
import { bundle } from '../testing/bundle.js';
import { folderOf } from '../testing/run-cli.js';
import { findSources } from '../transcripts/sources.js';
import type { Finding } from './finding.js';
import { type Plan, planFor, run } from './run.js';

const call = (command: string): object => ({ kind: 'call', tool: 'Bash', args: { command }, result: 'same' });
const loop = (id: string, count: number): string =>
  `${JSON.stringify({ id, events: Array.from({ length: count }, () => call('git status')) })}\n`;

/** The first file is the longest, so its thread finishes last; one has more findings than a batch holds. */
const FILES = {
  'a.jsonl': Array.from({ length: 300 }, (_, i) => loop(`a${i}`, 12)).join(''),
  'b.jsonl': `${loop('b', 3)}{"id": "broken\n${loop('b2', 9)}`,
  'c.jsonl': '',
  'd.jsonl': loop('d', 1),
  'e.jsonl': `${loop('e', 5)}{"id": "e2", "events": [{"kind": "call"}, {"kind": "odd"}]}\n`,
};

describe('a scan in threads', () => {
  const files = folderOf(FILES);
  const built = folderOf({});
  let script = '';
  beforeAll(async () => {
    script = await bundle(join(import.meta.dirname, '../scan-worker.ts'), built.path);
  }, 60_000);
  afterAll(() => {
    files.remove();
    built.remove();
  });

  const none = (async function* () {})();
  const planned = async (): Promise<Plan> => {
    const sources = [];
    for await (const source of findSources([files.path, join(files.path, 'gone.jsonl')], none))
      sources.push(source);
    return planFor(sources, 8);
  };
  const found = async (workers: number, using = script, flags = {}): Promise<[Finding[], number]> => {
    const how = { prices: undefined, maxLine: undefined, show: pageSession };
    const setup = {
      prices: undefined,
      maxLine: undefined,
      hasPage: true,
      flags,
      places: { folder: files.path, env: {} },
    };
    let bytes = 0;
    const all: Finding[] = [];
    const findings = run(
      { ...(await planned()), workers },
      {
        how: { ...how, guard: createGuard(), sessionOf: () => undefined },
        worker: { script: using, setup },
        onBytes: (count) => (bytes += count),
      },
    );
    for await (const batch of findings) all.push(...batch);
    return [all, bytes];
  };

  it('finds the same as a scan in one thread, in the same order', async () => {
    const [one, bytes] = await found(0);
    expect(one.filter(({ kind }) => kind === 'problem')).toHaveLength(3);
    expect(await found(3)).toEqual([one, bytes]);
    expect(bytes).toBe(Object.values(FILES).join('').length);
  });

  it('reports every file if its threads fail', async () => {
    const [all] = await found(2, script, { preset: 'no-such-preset' });
    const problems = all.filter((finding) => finding.kind === 'problem');
    expect(problems.map(({ where }) => where)).toEqual([
      ...Object.keys(FILES).map((name) => join(files.path, name)),
      join(files.path, 'gone.jsonl'),
    ]);
    expect(problems[0]?.what).toContain('could not be scanned to its end');
  });

  it('is not used for small inputs', async () => {
    expect(await planned()).toMatchObject({ workers: 0, size: Object.values(FILES).join('').length });
  });
});
