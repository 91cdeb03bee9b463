import { CATEGORIES } from '@rutbreak/core';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TraceReport } from '../report/report.js';
import { runCli } from '../testing/run-cli.js';

interface Labelled {
  readonly id: string;
  readonly title: string;
  readonly expect: 'loop' | 'no_loop';
  readonly category: string | null;
  readonly start: number | null;
  readonly events: readonly unknown[];
}

const CORPUS = join(import.meta.dirname, '../../../../corpus');

function labelled(folder: string): Labelled[] {
  const home = join(CORPUS, folder);
  const texts = readdirSync(home).map((file) => readFileSync(join(home, file), 'utf8'));
  return texts
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => (line ? [JSON.parse(line) as Labelled] : []));
}

async function scanned(folder: string): Promise<{ code: number; reports: Map<string, TraceReport> }> {
  const { code, out, err } = await runCli(['scan', '--json', '--preset', 'votes', join(CORPUS, folder)]);
  expect(err).toBe('');
  const reports = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TraceReport);
  return { code, reports: new Map(reports.map((report) => [report.trace, report])) };
}

describe('corpus/looping', async () => {
  const traces = labelled('looping');
  const { code, reports } = await scanned('looping');

  it('is scanned with exit code 1', () => expect(code).toBe(1));

  it('has a trace of each category', () => {
    expect(traces.map(({ category }) => category).sort()).toEqual([...CATEGORIES].sort());
  });

  it.each(traces)('R7 $category is reached: $title', ({ id, category, start, events }) => {
    const report = reports.get(id);
    expect(report?.events).toBe(events.length);
    expect(report?.interventions.map((one) => one.category)).toContain(category);
    expect(report?.interventions[0]?.event).toBeGreaterThanOrEqual(start ?? 0);
  });
});

describe('corpus/healthy', async () => {
  const traces = labelled('healthy');
  const { code, reports } = await scanned('healthy');

  it('is scanned with exit code 0', () => expect(code).toBe(0));

  it.each(traces)('is left alone: $title', ({ id, events }) => {
    const report = reports.get(id);
    expect(report?.events).toBe(events.length);
    expect(report?.interventions.filter(({ rung }) => rung !== 'observe')).toEqual([]);
  });
});

describe('every trace of the corpus', () => {
  it('has a name of its own and says what to expect of it', () => {
    const all = ['looping', 'healthy'].flatMap((folder) =>
      labelled(folder).map((trace) => ({ folder, ...trace })),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { folder, id, expect: label, category, start, title } of all) {
      expect(id).toMatch(new RegExp(`^${folder}/[a-z-]+$`));
      expect(title).not.toBe('');
      expect(label).toBe(folder === 'looping' ? 'loop' : 'no_loop');
      expect([typeof category, typeof start]).toEqual(
        folder === 'looping' ? ['string', 'number'] : ['object', 'object'],
      );
    }
  });
});
