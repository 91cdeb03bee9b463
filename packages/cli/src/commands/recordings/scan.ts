import { writeFile } from 'node:fs/promises';
import { guardFrom } from '../../config/guard-from.js';
import type { ConfigFlags } from '../../config/load.js';
import type { Prices } from '../../config/prices.js';
import { exportTo, type TraceExport } from '../../export/export-file.js';
import type { Io } from '../../io.js';
import { type HtmlReport, htmlReport, type ReportFacts } from '../../report/html/html.js';
import { pageSession } from '../../report/html/session.js';
import { jsonReport } from '../../report/json.js';
import { junitReport } from '../../report/junit.js';
import { type Notes, notesTo } from '../../report/notes.js';
import { NO_PROGRESS, type Progress, progressOn } from '../../report/progress.js';
import type { TraceReport } from '../../scan/trace-report.js';
import { addTrace, NO_TOTALS, type Report, type Totals } from '../../report/totals.js';
import { sarifReport } from '../../report/sarif.js';
import { count } from '../../text.js';
import { terminalReport } from '../../report/terminal.js';
import type { Finding } from '../../scan/finding.js';
import type { Inspection } from '../../scan/inspect.js';
import { type Plan, planFor, run, type RunOptions } from '../../scan/run.js';
import { scanTrace } from '../../scan/scan-trace.js';
import { findSources } from '../../transcripts/sources.js';
import type { Trace } from '../../transcripts/trace.js';
import { readerConfig } from '../../config/flags.js';
import { EXIT, type ExitCode } from '../../errors/exit.js';
import { describeSystemError } from '../../errors/system-error.js';

export interface ScanOptions extends ConfigFlags {
  readonly json?: boolean;
  readonly format?: Format;
  readonly quiet?: boolean;
  /** Every message about the input, every intervention. */
  readonly verbose?: boolean;
  /** Every trace in order, not only loops. */
  readonly all?: boolean;
  /** The most loops to print, 0 for all. */
  readonly limit?: number;
  readonly prices?: Prices;
  readonly failOn?: FailOn;
  /** Where to write the page. */
  readonly report?: string;
  /** Where to write the traces. */
  readonly export?: string;
  /** Without their content. */
  readonly redact?: boolean;
  /** A fixed key for the replacement words. */
  readonly salt?: string;
  /** The longest line that is read; in bytes. */
  readonly maxLine?: number;
  /** The progress, on a terminal. */
  readonly progress?: boolean;
}

export const FORMATS = ['table', 'json', 'sarif', 'junit'] as const;
type Format = (typeof FORMATS)[number];

export const FAIL_ON = ['looping', 'suspicious', 'never'] as const;
type FailOn = (typeof FAIL_ON)[number];

interface Scan {
  readonly io: Io;
  readonly notes: Notes;
  readonly report: Report;
  readonly page: HtmlReport | undefined;
  readonly traces: TraceExport | undefined;
}

/** Scans every readable trace. The exit code contains the result. */
export async function scan(paths: readonly string[], options: ScanOptions, io: Io): Promise<ExitCode> {
  const { failOn = 'looping' } = options;
  const { guard: given, sessionOf } = await readerConfig(options, io);
  const guard = guardFrom(given);
  const traces = await exportFor(
    options,
    (trace) => scanTrace(guard, trace, { session: sessionOf(trace.model) }).report,
  );
  const { prices, maxLine } = options;
  const how: Inspection = {
    guard,
    sessionOf,
    prices,
    maxLine,
    show: options.report === undefined ? undefined : pageSession,
  };
  const plan = await planFor(await allOf(findSources(paths, io.stdin)));
  const progress = progressFor(plan, options, io);
  const parts = partsFor(
    options,
    { ...io, stdout: progress.around(io.stdout), stderr: progress.around(io.stderr) },
    traces,
    { paths, preset: guard.preset, version: io.version, now: Date.now() },
  );
  const findings = run(plan, {
    how: traces ? { ...how, onTrace: traces.add } : how,
    // An export needs all traces in this thread.
    worker: traces ? undefined : workerFor(options, io, how),
    onBytes: progress.advance,
  });
  const totals = await tellAll(findings, parts);
  await progress.end();
  await io.stdout.write(parts.report.end({ ...totals, problems: parts.notes.problems() }));
  await writePage(options.report, totals, parts);
  await endExport(options, parts);
  await tellIfNothing(totals, parts);
  return parts.notes.problems() > 0 ? EXIT.badInput : exitFor(totals, failOn);
}

const WHAT_TO_SCAN = 'Name files or folders with transcripts: rutbreak scan PATH; see: rutbreak scan --help';

const NO_CALLS =
  'If the agent used tools, its format may be newer: upgrade rutbreak, or report it with such a file.';

/** A scan that read nothing, or no call, must not look like a scan without loops. */
async function tellIfNothing({ traces, callless }: Totals, { io, notes }: Scan): Promise<void> {
  if (notes.problems() > 0 || io.stdout.isClosed()) return;
  const all = traces.healthy + traces.suspicious + traces.looping;
  if (all === 0)
    await notes.problem('scan', 'nothing was scanned, because the input has no traces', WHAT_TO_SCAN);
  else if (callless === all && traces.looping === 0)
    await notes.problem('scan', 'no tool call was read, only what was said', NO_CALLS);
}

async function allOf<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

function partsFor(options: ScanOptions, io: Io, traces: TraceExport | undefined, facts: ReportFacts): Scan {
  return {
    io,
    notes: notesTo(io.stderr, { isQuiet: options.quiet ?? false, isVerbose: options.verbose ?? false }),
    report: reportFor(options, io),
    page: options.report === undefined ? undefined : htmlReport(facts),
    traces,
  };
}

function progressFor({ size }: Plan, { progress = true }: ScanOptions, io: Io): Progress {
  if (!progress || io.errorColumns === undefined) return NO_PROGRESS;
  return progressOn({ output: io.stderr, columns: io.errorColumns, total: size });
}

function workerFor(
  options: ScanOptions,
  io: Io,
  { prices, maxLine, show }: Inspection,
): RunOptions['worker'] {
  if (io.scanWorker === undefined) return undefined;
  const { config, model, preset, set } = options;
  const flags = {
    ...(config !== undefined && { config }),
    ...(model !== undefined && { model }),
    ...(preset !== undefined && { preset }),
    ...(set && { set }),
  };
  const places = { folder: io.surroundings.folder, env: io.env };
  return { script: io.scanWorker, setup: { flags, places, prices, maxLine, hasPage: show !== undefined } };
}

async function tellAll(findings: AsyncIterable<readonly Finding[]>, parts: Scan): Promise<Totals> {
  let totals = NO_TOTALS;
  for await (const batch of findings) {
    for (const finding of batch) totals = await tell(finding, totals, parts);
    if (parts.io.stdout.isClosed()) break;
  }
  return totals;
}

async function tell(finding: Finding, totals: Totals, { io, notes, report, page }: Scan): Promise<Totals> {
  if (finding.kind === 'trace') {
    await io.stdout.write(report.trace(finding.report, finding.place, finding.origin));
    if (finding.session) page?.add(finding.report, finding.session);
    const callless = totals.callless + (finding.isCallless === true ? 1 : 0);
    return { ...addTrace(totals, finding.report, finding.origin), callless };
  }
  if (finding.kind === 'problem')
    await notes.problem(finding.where, finding.what, finding.hint, finding.many);
  else if (finding.kind === 'note') await notes.note(finding.where, finding.what);
  else await notes.endOfFile(finding.file);
  return totals;
}

function exportFor(
  { export: file, redact = false, salt }: ScanOptions,
  judge: (trace: Trace) => TraceReport,
): Promise<TraceExport | undefined> {
  if (file === undefined) return Promise.resolve(undefined);
  return exportTo({ file, isRedacted: redact, salt, judge });
}

async function endExport(
  { export: file = '', redact = false }: ScanOptions,
  { traces, notes }: Scan,
): Promise<void> {
  if (!traces) return;
  const { traces: all, differ } = await traces.end();
  const alike =
    differ === 0
      ? 'with the same verdicts as the runs themselves'
      : `${differ} with another verdict than the run itself`;
  await notes.note(file, `has ${count(all, 'trace')}${redact && all > 0 ? `, ${alike}` : ''}.`);
}

async function writePage(file: string | undefined, totals: Totals, { page, notes }: Scan): Promise<void> {
  if (file === undefined || !page) return;
  try {
    await writeFile(file, page.page(totals));
    await notes.note(file, 'the report is written.');
  } catch (error) {
    await notes.problem(
      file,
      `cannot be written: ${(describeSystemError(error) ?? (error as Error).message).replace(/\.$/, '')}`,
      'Check the path and the disk.',
    );
  }
}

function reportFor(
  {
    json = false,
    format = json ? 'json' : 'table',
    quiet: isQuiet = false,
    all: hasAll = false,
    limit = 0,
    verbose: isVerbose = false,
  }: ScanOptions,
  io: Io,
): Report {
  if (format === 'json') return jsonReport;
  if (format === 'sarif') return sarifReport(io.version);
  if (format === 'junit') return junitReport();
  const { columns, isColourful } = io;
  return terminalReport({ columns, isColourful, isQuiet, hasAll, limit, isVerbose, now: Date.now() });
}

function exitFor({ traces }: Totals, failOn: FailOn): ExitCode {
  const found = failOn === 'never' ? 0 : traces.looping + (failOn === 'suspicious' ? traces.suspicious : 0);
  return found > 0 ? EXIT.loopsFound : EXIT.nothingFound;
}
