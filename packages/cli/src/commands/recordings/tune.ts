import type { PresetOptions } from '@rutbreak/core';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import type { ConfigFlags } from '../../config/load.js';
import type { Io } from '../../io.js';
import { notesTo } from '../../report/notes.js';
import { count } from '../../text.js';
import { openStore } from '../../store/store.js';
import type { Label } from '../../transcripts/trace.js';
import { bestOf, crossValidatedGain } from '../../tune/cross-validate.js';
import {
  type Candidate,
  type Change,
  changesFor,
  type Figures,
  figuresOf,
  firingsWith,
  type Labelled,
  withChange,
} from '../../tune/search.js';
import { configFlags, readerConfig } from '../../config/flags.js';
import { EXIT, type ExitCode } from '../../errors/exit.js';
import { tracesIn } from '../../compose.js';

interface TuneOptions extends ConfigFlags {
  /** Sessions with feedback. */
  readonly feedback?: boolean;
  readonly data?: string;
}

const HELP = `
Labels:
  A trace of our own says what is known about it: "expect": "loop" or "no_loop",
  and for a loop perhaps "by_event", the last event at which it is found in time.
  The export of a gateway's session has what people said about its loops there.
  With --feedback, what was said with "rutbreak session feedback ID …" labels the
  transcripts of the same sessions: right and missed are loops, false-alarm none.

What comes out:
  Thresholds that do better on these traces, how they would do on traces that
  they were not chosen by, and lines for rutbreak.config.yaml. Where nothing is
  better, that is said, and nothing is proposed.
`;

export function addTune(program: Command, io: Io, end: (code: number) => void): void {
  const command = program
    .command('tune')
    .summary('propose thresholds from labelled runs')
    .description('Try other thresholds on labelled runs and propose those that are better.')
    .argument('<paths...>', 'files or folders with labelled traces, or transcripts')
    .option('--feedback', 'take labels from feedback about recorded sessions')
    .option('--data <folder>', 'with --feedback: where sessions are kept');
  configFlags(command)
    .addHelpText('after', HELP)
    .action(async (paths: string[], options: TuneOptions) => {
      end(await tune(paths, options, io));
    });
}

/** Fewer of either kind are not enough. */
const LEAST = 5;
const MAX_CHANGES = 3;

async function tune(paths: readonly string[], options: TuneOptions, io: Io): Promise<ExitCode> {
  const { guard } = await readerConfig(options, io);
  const traces = await labelledIn(paths, options, io);
  const loops = traces.filter(({ label }) => label.expect === 'loop').length;
  const healthy = traces.length - loops;
  if (loops < LEAST || healthy < LEAST) {
    const have = `${count(loops, 'loop')} and ${count(healthy, 'healthy run')} with a label`;
    await io.stderr.write(
      `error: ${have}; at least ${LEAST} of each are needed to say anything. See rutbreak tune --help.\n`,
    );
    return EXIT.badInput;
  }
  const { preset, options: before } = guard;
  const found = await search(preset, before, traces, io);
  await io.stdout.write(reportOf(preset, before, traces, found));
  return EXIT.nothingFound;
}

async function labelledIn(
  paths: readonly string[],
  options: TuneOptions,
  io: Io,
): Promise<readonly Labelled[]> {
  const said = options.feedback === true ? await feedbackIn(options.data ?? io.dataDir) : undefined;
  const traces: Labelled[] = [];
  for await (const { trace } of tracesIn(paths, io, notesTo(io.stderr, { isQuiet: true }))) {
    const label = said ? said.get(trace.id) : trace.label;
    if (label) traces.push({ ...trace, label });
  }
  return traces;
}

/** The last feedback about each session counts. */
async function feedbackIn(folder: string): Promise<ReadonlyMap<string, Label>> {
  const labels = new Map<string, Label>();
  for (const { id, feedback } of await openStore(folder).list()) {
    const last = feedback.at(-1);
    if (last) labels.set(id, { expect: last.kind === 'false-alarm' ? 'no_loop' : 'loop' });
  }
  return labels;
}

interface Found {
  readonly changes: readonly Change[];
  readonly options: PresetOptions;
  readonly firings: readonly number[];
  /** On traces that were not used for the choice. */
  readonly gain: number;
}

/** Applies one change after the other, as long as the gain holds on unseen traces. */
async function search(
  preset: string,
  before: PresetOptions,
  traces: readonly Labelled[],
  io: Io,
): Promise<Found> {
  let found: Found = {
    ...{ changes: [], options: before, gain: 0 },
    firings: firingsWith(preset, before, traces) ?? [],
  };
  for (let round = 0; round < MAX_CHANGES; round++) {
    const candidates = await candidatesFor(preset, found, traces, io);
    const gain = crossValidatedGain(candidates, traces);
    const best = bestOf(candidates, traces, [...traces.keys()]);
    if (!(gain > 0) || !best?.change) return found;
    const { change, firings } = best;
    found = {
      changes: [...found.changes, change],
      options: withChange(found.options, change),
      firings,
      gain: found.gain + gain,
    };
  }
  return found;
}

async function candidatesFor(
  preset: string,
  { options, firings, changes }: Found,
  traces: readonly Labelled[],
  io: Io,
): Promise<readonly Candidate[]> {
  const all = changesFor(preset, options).filter(
    (change) => !changes.some(({ owner, option }) => owner === change.owner && option === change.option),
  );
  const candidates: Candidate[] = [{ change: undefined, firings }];
  for (const [i, change] of all.entries()) {
    if (io.errorColumns !== undefined)
      await io.stderr.write(`\r\u001b[2Ktrying ${i + 1} of ${all.length} values`);
    const tried = firingsWith(preset, withChange(options, change), traces);
    if (tried) candidates.push({ change, firings: tried });
  }
  if (io.errorColumns !== undefined) await io.stderr.write('\r\u001b[2K');
  return candidates;
}

function reportOf(preset: string, before: PresetOptions, traces: readonly Labelled[], found: Found): string {
  const asIs = figuresOf(traces, firingsWith(preset, before, traces) ?? []);
  const head = `${count(traces.length, 'labelled trace')}, preset ${preset}\nas it is:   ${inWords(asIs)}\n`;
  if (found.changes.length === 0)
    return `${head}No other threshold does better on unseen traces: nothing to change.\n`;
  const rows = found.changes.map(
    ({ owner, option, before: was, after }) => `  ${owner}.${option}: ${was} → ${after}\n`,
  );
  const changed = Object.fromEntries(
    [...new Set(found.changes.map(({ owner }) => owner))].map((owner) => [owner, found.options[owner]]),
  );
  return [
    head,
    `proposed:   ${inWords(figuresOf(traces, found.firings))}\n`,
    ...rows,
    `Cross-validated gain: ${found.gain.toFixed(3)} (share of loops found, less three times the share of healthy runs disturbed).\n`,
    `\n# rutbreak.config.yaml\n${stringify({ preset, options: changed })}`,
  ].join('');
}

function inWords({ loops, found, healthy, falseAlarms }: Figures): string {
  return `${found} of ${count(loops, 'loop')} found in time, ${falseAlarms} of ${count(healthy, 'healthy run')} disturbed`;
}
