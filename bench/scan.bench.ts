import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { createGuard } from '@rutbreak/core';
import { inspect } from '../packages/cli/src/scan/inspect.js';
import { scanTrace } from '../packages/cli/src/scan/scan-trace.js';
import { readTraces } from '../packages/cli/src/transcripts/read-traces.js';
import { fileChunks } from '../packages/cli/src/transcripts/sources.js';
import { type Effort, type Figure, median } from './harness.js';
import { claudeCodeSession, traceLine } from './scan-inputs.js';

type Way = (file: string) => Promise<unknown>;

/** What everybody would write. */
const readline: Way = async (file) => {
  let values = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (JSON.parse(line) !== undefined) values++;
  }
  return values;
};

const read: Way = async (file) => {
  let events = 0;
  for await (const entry of readTraces(file, fileChunks(file))) {
    if (entry.kind === 'trace') events += entry.trace.events.length;
  }
  return events;
};

const guard = createGuard();

const scan: Way = async (file) => {
  let interventions = 0;
  for await (const entry of readTraces(file, fileChunks(file))) {
    if (entry.kind === 'trace') interventions += scanTrace(guard, entry.trace).report.interventions.length;
  }
  return interventions;
};

const FILES = 8;

/** How long `subject` takes for the same file, with `readline` and `JSON.parse` as 1: each round both, in turn. */
async function against(subject: Way, text: (file: number) => string, { rounds }: Effort): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'rutbreak-bench-'));
  try {
    const files = Array.from({ length: FILES }, (_, i) => join(folder, `${i}.jsonl`));
    files.forEach((file, i) => writeFileSync(file, text(i)));
    const ratios: number[] = [];
    for (let i = 0; i < rounds; i++) {
      const file = files[i % FILES] ?? '';
      const first = i % 2 === 0 ? await time(subject, file) : 0;
      const baseline = await time(readline, file);
      ratios.push((first || (await time(subject, file))) / baseline);
    }
    // The first quarter warms up.
    return median(ratios.slice(rounds / 4));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function time(way: Way, file: string): Promise<number> {
  const start = performance.now();
  await way(file);
  return performance.now() - start;
}

const session = (file: number): string => claudeCodeSession(file);
const traces = (file: number): string =>
  Array.from({ length: 200 }, (_, i) => traceLine(1000 * file + i)).join('');

const MIB = 1024 * 1024;
/** What a scan may take beyond what the program takes anyway, however much there is to read. */
const ROOM = 240 * MIB;
const STREAMED = 256 * MIB;

/** One run that never ends, as far as a reader can tell. */
async function* endless(size: number): AsyncGenerator<Uint8Array> {
  const text = Buffer.from(claudeCodeSession(1));
  for (let sent = 0; sent < size; sent += text.length) yield await Promise.resolve(text);
}

/** How much resident memory grows at most, as a share of what it may. */
async function grown(): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const onBytes = (): void => void (most = Math.max(most, process.memoryUsage.rss()));
  const how = { guard, sessionOf: () => undefined, prices: undefined, maxLine: undefined, hasPage: false };
  const input = { name: 'endless', open: () => endless(STREAMED) };
  for await (const finding of inspect(input, { ...how, onBytes }))
    if (finding.kind === 'problem') return Infinity;
  return (most - before) / ROOM;
}

export const figures: readonly Figure[] = [
  { name: 'scan-read-claude-code', limit: 0.5, measure: (effort) => against(read, session, effort) },
  // All of a trace of our own is parsed, which alone is half of the baseline: only what `readline` costs can be saved.
  { name: 'scan-read-traces', limit: 0.5, measure: (effort) => against(read, traces, effort) },
  { name: 'scan-claude-code', limit: 2, measure: (effort) => against(scan, session, effort) },
  { name: 'scan-memory', limit: 1, measure: grown },
];
