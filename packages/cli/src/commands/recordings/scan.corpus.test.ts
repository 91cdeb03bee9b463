import { CATEGORIES, createGuard, type Decision, PRESETS, presetOf } from '@rutbreak/core';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TraceReport } from '../../scan/trace-report.js';
import { runCli } from '../../testing/run-cli.js';

interface Labelled {
  readonly id: string;
  readonly title: string;
  readonly expect: 'loop' | 'no_loop';
  readonly category: string | null;
  readonly start: number | null;
  readonly events: readonly CorpusEvent[];
}

interface CorpusEvent {
  readonly kind: string;
  readonly tool?: string;
  readonly isError?: boolean;
}

const CORPUS = join(import.meta.dirname, '../../../../../corpus');

function labelled(folder: string): Labelled[] {
  const home = join(CORPUS, folder);
  const texts = readdirSync(home).map((file) => readFileSync(join(home, file), 'utf8'));
  return texts
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => (line ? [JSON.parse(line) as Labelled] : []));
}

async function scanned(
  folder: string,
  preset: string,
): Promise<{ code: number; reports: Map<string, TraceReport> }> {
  const { code, out, err } = await runCli(['scan', '--json', '--preset', preset, join(CORPUS, folder)]);
  expect(err).toBe('');
  const reports = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TraceReport);
  return { code, reports: new Map(reports.map((report) => [report.trace, report])) };
}

const kebab = (category: string): string => category.toLowerCase().replaceAll('_', '-');

const looping = labelled('looping');
const healthy = labelled('healthy');

/** The events at which the core intervenes in a trace. */
function actsOf(events: readonly unknown[]): readonly string[] {
  const session = createGuard().session('one');
  return events.flatMap((event, index) => {
    const decision = session.observe(event);
    return decision.kind === 'act' ? [`${decision.rung} at ${index}`] : [];
  });
}

describe.each([
  ['looping', looping],
  ['healthy', healthy],
])('a scan of corpus/%s', async (folder, traces) => {
  const { code, reports } = await scanned(folder, 'default');

  it("reports every trace, with all its events and the core's decisions", () => {
    expect(reports.size).toBe(traces.length);
    for (const { id, events } of traces) {
      const { events: count, interventions = [] } = reports.get(id) ?? {};
      const acts = interventions.map(({ rung, event }) => `${rung} at ${event}`);
      expect({ id, count, acts }).toEqual({ id, count: events.length, acts: actsOf(events) });
    }
  });

  it('exits with 1 if a trace loops, otherwise with 0', () => {
    const isLooping = [...reports.values()].some(({ verdict }) => verdict === 'looping');
    expect(code).toBe(isLooping ? 1 : 0);
  });
});

describe('the 15 categories of corpus/looping with the votes preset', async () => {
  const { reports } = await scanned('looping', 'votes');

  it.each(CATEGORIES)('R7 %s is reached by the trace of that name', (category) => {
    const trace = looping.find(({ id }) => id === `looping/${kebab(category)}`);
    const interventions = reports.get(trace?.id ?? '')?.interventions ?? [];
    expect(trace?.category).toBe(category);
    expect(interventions.map((one) => one.category)).toContain(category);
    expect(interventions[0]?.event).toBeGreaterThanOrEqual(trace?.start ?? 0);
  });
});

describe('every trace of the corpus', () => {
  const all = [
    ...looping.map((trace) => ({ folder: 'looping', ...trace })),
    ...healthy.map((trace) => ({ folder: 'healthy', ...trace })),
  ];

  it('has a unique name and a label', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { folder, id, expect: label, category, start, title } of all) {
      expect(id).toMatch(new RegExp(`^${folder}/[a-z-]+$`));
      expect(title).not.toBe('');
      expect(label).toBe(folder === 'looping' ? 'loop' : 'no_loop');
      expect([typeof category, typeof start], id).toEqual(
        folder === 'looping' ? ['string', 'number'] : ['object', 'object'],
      );
    }
  });

  it('has one of the 15 categories if it loops, and all of them occur', () => {
    expect([...new Set(looping.map(({ category }) => category))].sort()).toEqual([...CATEGORIES].sort());
  });

  it('differs from all others in calls and outcomes', () => {
    const others = new Map<string, string>();
    for (const { id, events } of all) {
      const calls = events.filter(({ kind }) => kind === 'call');
      const sequence = calls.map(({ tool, isError }) => `${tool} ${isError === true}`).join(', ');
      if (sequence !== '') expect(others.get(sequence), id).toBeUndefined();
      others.set(sequence, id);
    }
  });

  it('there are at least 120', () => expect(all.length).toBeGreaterThanOrEqual(120));
});

/** How often a session goes through JSON. */
const RESTART = 5;

function decisions(preset: string, events: readonly unknown[], isRestarted: boolean): Decision[] {
  const guard = createGuard({ preset: presetOf(preset) });
  return events.map((event, i) => {
    const session = guard.session('one');
    if (isRestarted && i % RESTART === 0) {
      guard.restore('one', JSON.parse(JSON.stringify(session.snapshot())));
    }
    return session.observe(event);
  });
}

describe.each(PRESETS)('the laws of the preset %s', (preset) => {
  it.each([
    ['looping', looping],
    ['healthy', healthy],
  ])(
    'hold over all of corpus/%s: no event is refused, and a restart changes nothing',
    (_, traces) => {
      for (const { id, events } of traces) {
        const straight = decisions(preset, events, false);
        expect(
          straight.every(({ kind }) => kind !== 'refused'),
          id,
        ).toBe(true);
        expect(JSON.stringify(decisions(preset, events, true)), id).toBe(JSON.stringify(straight));
      }
    },
    120_000,
  );
});
