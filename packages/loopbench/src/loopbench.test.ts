import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { benchmark } from './bench/benchmark-command.js';
import { foldersOfClone } from './data/folders.js';
import { different, folderOf, same } from './data/made-up.js';
import { loopbench, type LoopbenchOptions, templateText } from './loopbench.js';

const row = (id: string, by_event: number | null, events: object[]): object => ({
  ...{ id, by_event, events, expect: by_event === null ? 'no_loop' : 'loop', category: `<${id[0]!}>` },
  ...(by_event !== null && { span: [0, 5] }),
});
// `cycles` fires at the second of two equal calls.
const traces = (letter: string): object[] => [
  ...Array.from({ length: 9 }, (_, i) => row(`${letter}-loop-${i}`, 4, same(6))),
  row(`${letter}-missed`, 4, different(6)),
  ...Array.from({ length: 9 }, (_, i) => row(`${letter}-fine-${i}`, null, different(6))),
  row(`${letter}-wolf`, null, same(6)),
];

let data: ReturnType<typeof folderOf>;
beforeAll(() => {
  data = folderOf({
    'corpus/looping/a.jsonl': [],
    'corpus/healthy/a.jsonl': [],
    'packages/loopbench/data/reported.json': ['{"reported":["blind-b"]}'],
    'packages/loopbench/data/blind/blind-a.jsonl': traces('a'),
    'packages/loopbench/data/blind/blind-b.jsonl': traces('b'),
    'empty.json': ['{"reported":["blind-c"]}'],
  });
});
afterAll(() => data.remove());

async function run(options: Partial<LoopbenchOptions>, reported = 'packages/loopbench/data/reported.json') {
  const [out, err]: [string[], string[]] = [[], []];
  const streams = {
    log: (line: string) => void out.push(line),
    error: (line: string) => void err.push(line),
  };
  const folders = { ...foldersOfClone(data.path), reported: join(data.path, reported) };
  const code = await loopbench({ split: 'reported', preset: 'cycles', ...options }, streams, folders);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('rutbreak loopbench', () => {
  it('prints figures with intervals, by source and by kind, and the origin of the traces', async () => {
    const { code, out, err } = await run({});
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(
      'reported split, seed 1: 20 traces written by us, 10 loops and 10 healthy near-misses.',
    );
    expect(out).toMatch(/^cycles +\.90 \(\.\d\d–1\.00\) +1 +10 +\.10 \(\.00–\.\d\d\) +1 +1 /m);
    expect(out).toMatch(/^blind-b +10 +9 +\.90/m);
    expect(out).toMatch(/^loop: <b> +10 +9 +\.90/m);
  });

  it('prints one JSON object with every figure', async () => {
    const { out } = await run({ json: true, recovery: true, recoverySeeds: 1 });
    const { reports, recovery, caption } = JSON.parse(out);
    expect(caption).toBe('traces written by us');
    expect(reports[0]).toMatchObject({
      detector: 'cycles',
      all: { loops: 10, hits: 9, falseAlarms: 1, blocked: 1 },
    });
    expect(reports[0].all.recall).toMatchObject({ value: 0.9, high: 1 });
    expect(reports[0].cost).toBeGreaterThan(0);
    expect(recovery[0].rows).toHaveLength(6);
  });

  it('compares with the reference detectors on request, and lists the measured one only once', async () => {
    const { reports } = JSON.parse((await run({ json: true, compare: true })).out);
    const names = (reports as { detector: string }[]).map(({ detector }) => detector);
    expect(names[0]).toBe('cycles');
    expect(names).toHaveLength(15);
    expect(new Set(names).size).toBe(15);
  });

  it('writes a page with plots that loads nothing and escapes every name', async () => {
    const file = join(data.path, 'page.html');
    await run({ report: file, recovery: true, recoverySeeds: 1 });
    const page = readFileSync(file, 'utf8');
    expect(page.match(/<svg /g)).toHaveLength(6);
    expect(page).not.toMatch(/<script|<link|<img|src=|href=|@import|url\(|<b>/);
    expect(page).toContain('&#60;b&#62;');
    expect(page).toContain('<figcaption>traces written by us</figcaption>');
  });

  it.each<[string, Partial<LoopbenchOptions>, string]>([
    ['an unknown preset', { preset: 'best' }, 'There is no preset best. Use one of: default'],
    ['two detectors at once', { module: 'x.mjs' }, 'Name one detector'],
    ['a set of the other split', { sets: ['blind-a'] }, 'The reported split has no set blind-a'],
  ])('ends with 2 for %s', async (_, options, message) => {
    const { code, out, err } = await run(options);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`error: ${message}`);
  });

  it('exits with 2 if the reported set is missing, and names the file', async () => {
    const { code, err } = await run({}, 'empty.json');
    expect(code).toBe(2);
    expect(err).toMatch(
      /nothing to measure in the reported split\. blind-c is named in .*blind-c\.jsonl is not there/,
    );
  });

  it.each(['javascript', 'python'] as const)('has a template in %s', (language) => {
    expect(templateText(language)).toContain('observe');
  });
});

describe('npm run quality -- --benchmark', () => {
  const measure = async (...args: string[]) => {
    const [out, err]: [string[], string[]] = [[], []];
    const streams = {
      log: (line: string) => void out.push(line),
      error: (line: string) => void err.push(line),
    };
    const places = { folders: foldersOfClone(data.path), page: join(data.path, 'benchmark.md') };
    const part = { sets: { development: ['blind-a'], reported: ['blind-b'] }, recoverySeeds: 0 };
    const code = await benchmark(['--benchmark', ...args], streams, { ...places, part });
    return { code, out: out.join('\n'), err: err.join('\n') };
  };

  it('runs LoopBench with the same options', async () => {
    const { code, out } = await measure(
      '--split',
      'development',
      '--set',
      'blind-a',
      '--preset',
      'cycles',
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ split: 'development', traces: 20 });
  });

  it('fails without the page, writes it, and then agrees with it', async () => {
    expect(await measure('--check')).toMatchObject({ code: 1, err: expect.stringContaining('is not there') });
    expect((await measure('--write')).code).toBe(0);
    expect((await measure('--check')).code).toBe(0);
    const page = readFileSync(join(data.path, 'benchmark.md'), 'utf8');
    for (const text of ['## Reported split', '| window-hash ', '| obeys late ', 'written by us'])
      expect(page).toContain(text);
  });

  it.each([
    ['an unknown split', ['--split', 'secret'], '--split takes one of: reported, development.'],
    ['a seed that is none', ['--seed', 'x'], '--seed takes a whole number from 1.'],
    ['an unknown option', ['--fast'], "Unknown option '--fast'"],
  ])('ends with 2 for %s', async (_, args, message) => {
    const { code, err } = await measure(...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
