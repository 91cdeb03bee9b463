import { readBench, type Split, SPLITS } from '../data/bench-data.js';
import type { BenchFolders } from '../data/folders.js';
import { presetDetector } from '../detectors/preset-detector.js';
import type { BenchReport } from './bench-report.js';
import { type BenchResult, benchOn, CAPTION, DATA_VERSION } from './result.js';
import { detectorTable, groupTable, places, recoveryTable, type Table, temperamentTable } from './rows.js';

/** The command that writes the page. */
export const WRITE = 'npm run quality -- --benchmark --write';

/** The figures that must not get worse unnoticed: for one split, or one set of it. */
export interface Held {
  readonly recall: number;
  readonly falseAlarmRate: number;
  readonly blockedRate: number;
}
export type HeldFigures = Readonly<Record<string, Held>>;

export interface Benchmark {
  readonly page: string;
  readonly held: HeldFigures;
}

interface SplitResult {
  readonly split: Split;
  readonly missing: readonly string[];
  readonly result: BenchResult | undefined;
}

/** Detectors whose figures must be near chance; one of them depends on ids that are new in every run. */
const BY_CHANCE = ['id-lookup', 'length-only'];
const MOST_BY_CHANCE = 0.55;

/** A subset, for tests of the page. */
export interface Part {
  readonly sets?: Readonly<Record<Split, readonly string[]>>;
  readonly recoverySeeds?: number;
}

/** The default preset and all reference detectors on both splits, as `docs/benchmark.md` has them. */
export async function measureBenchmark(folders: BenchFolders, part: Part = {}): Promise<Benchmark> {
  const parts: SplitResult[] = [];
  for (const split of SPLITS) {
    const data = readBench(folders, { split, ...(part.sets && { sets: part.sets[split] }) });
    const wish = { ...part, sets: [], split, compare: true, recovery: split === 'development' };
    const result =
      data.traces.length === 0 ? undefined : await benchOn(presetDetector('default'), data, wish);
    parts.push({ split, missing: data.missing, result });
  }
  const held = Object.fromEntries(parts.flatMap(({ split, result }) => heldOf(split, result)));
  return { page: pageOf(parts, held), held };
}

function heldOf(split: Split, result: BenchResult | undefined): [string, Held][] {
  const [ours] = result?.reports ?? [];
  if (!ours) return [];
  return [ours.all, ...ours.sources].map(({ name, recall, falseAlarmRate, blockedRate }) => [
    name === 'all' ? `the ${split} split` : name,
    {
      ...{ recall: round(recall.value), falseAlarmRate: round(falseAlarmRate.value) },
      blockedRate: round(blockedRate.value),
    },
  ]);
}

function pageOf(parts: readonly SplitResult[], held: HeldFigures): string {
  return [
    '# Benchmark',
    `<!-- Written by \`${WRITE}\`; not edited by hand. -->`,
    `The current figures of the preset \`default\` and of the reference detectors on LoopBench, data version ${DATA_VERSION}. ` +
      `All of them are about ${CAPTION}: they compare detectors, and they do not say how often agents loop. ` +
      '[The data card](../packages/loopbench/DATA_CARD.md) says how the traces were made and what they are not.',
    INTRODUCTION,
    ...parts.flatMap(splitSection),
    ...parts.flatMap(({ result }) => (result ? recoverySection(result) : [])),
    `<!-- held ${JSON.stringify(held)} -->`,
  ]
    .join('\n\n')
    .concat('\n');
}

const INTRODUCTION = `- **Recall in time**: loops found before their deadline, of all loops. **Share**: healthy runs with a false alarm. **Healthy
  blocked**: healthy runs in which a call was refused, the agent was paused or the run was ended; – where a detector only
  warns. **Delay**: median events from the start of a loop, where the start is labelled.
- In brackets: the 95 % interval, by bootstrap (1,000 resamplings, seeded); variations of one family are drawn together. None
  where fewer than five families or traces of their own stand behind a figure.
- A detector has one setting for all sets. Nothing was tuned on the reported split.
- Ids are drawn anew in every run, and loops and healthy runs of a set are equally long.
- The plain rules end the run where they fire, as most agents do that ship one.
- \`rutbreak loopbench --compare\` also prints the cost per event, which depends on the machine.`;

function splitSection({ split, missing, result }: SplitResult): string[] {
  const title = split === 'reported' ? 'Reported split' : 'Development split';
  const about =
    split === 'reported'
      ? 'Blind-written families that were never used in development.'
      : 'The corpus, the older blind sets and the generated set. The detectors were developed with these traces, so the figures flatter `default`.';
  const head = [`## ${title}`, about, ...missing.map((text) => `**Missing:** ${inPlace(text)}`)];
  const [ours] = result?.reports ?? [];
  if (!result || !ours) return [...head, 'There is no figure to report yet.'];
  const compared = result.reports.filter(({ detector }) => !BY_CHANCE.includes(detector));
  return [
    ...head,
    `${result.traces} ${CAPTION}: ${result.loops} loops and ${result.healthy} healthy near-misses.`,
    markdown(detectorTable(compared, false)),
    chance(result.reports),
    `### \`default\` by source (${CAPTION})`,
    markdown(groupTable('source', ours.sources, ours.blocks)),
    `### \`default\` by kind (${CAPTION})`,
    markdown(groupTable('kind', ours.kinds, ours.blocks)),
  ];
}

/** Only the name of the missing file, without the path on this machine. */
function inPlace(text: string): string {
  return text.replaceAll(/\S*(packages\/loopbench\/)/g, '$1');
}

/** Every run has new ids, so that figure has no digits to compare. */
function chance(reports: readonly BenchReport[]): string {
  const length = reports.find(({ detector }) => detector === 'length-only');
  return (
    `Two detectors must find nothing. The one that only counts events has an AUC of ${places(length?.auc ?? 0)}; the one that ` +
    `looks labels up by id stays at chance, because ids are drawn anew. A test holds both to ${places(MOST_BY_CHANCE)}.`
  );
}

function recoverySection({ recovery, reports }: BenchResult): string[] {
  const [ours] = recovery;
  if (!ours || reports.length === 0) return [];
  const compared = recovery.filter(({ detector }) => !BY_CHANCE.includes(detector));
  return [
    '## Recovery track',
    `Simulated agents of five temperaments play the generated families (${CAPTION}). **Waste avoided**: of the steps that loops take without ` +
      'a detector, the share that they did not take. **Healthy runs harmed**: runs in which an intervention changed what the agent did.',
    markdown(temperamentTable(ours)),
    '### All detectors, over all temperaments',
    markdown(recoveryTable(compared)),
  ];
}

/** Aligned, so that the source is readable, too. */
function markdown({ head, rows }: Table): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, i) => Math.max(3, ...cells.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, i) => (row[i] ?? '').padEnd(width)).join(' | ')} |`;
  const [first = [], ...rest] = cells;
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n');
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
