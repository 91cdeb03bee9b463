import { writeFile } from 'node:fs/promises';
import { createGuard, type Guard } from '@rutbreak/core';
import type { ConfigFlags, Loaded } from '../config/load.js';
import type { Prices } from '../config/prices.js';
import { exportTo, type TraceExport } from '../export/export-file.js';
import type { Io } from '../io.js';
import { type HtmlReport, htmlReport } from '../report/html.js';
import { jsonReport } from '../report/json.js';
import { junitReport } from '../report/junit.js';
import { type Notes, notesTo } from '../report/notes.js';
import type { TraceReport } from '../report/report.js';
import { addTrace, NO_TOTALS, type Report, type Totals } from '../report/totals.js';
import { sarifReport } from '../report/sarif.js';
import { count } from '../report/text.js';
import { terminalReport } from '../report/terminal.js';
import { findSources, type Source, unreadable } from '../transcripts/sources.js';
import { type ReadOptions, readTraces } from '../transcripts/read-traces.js';
import type { Entry, Trace } from '../transcripts/trace.js';
import { readerConfig } from './config-flags.js';
import { EXIT, type ExitCode } from './exit.js';
import { tellLeftOut } from './left-out.js';
import { scanTrace } from './scan-trace.js';

export interface ScanOptions extends ConfigFlags {
  readonly json?: boolean;
  readonly format?: Format;
  readonly quiet?: boolean;
  readonly prices?: Prices;
  readonly failOn?: FailOn;
  /** Where to write the page. */
  readonly report?: string;
  /** Where to write the traces. */
  readonly export?: string;
  /** Without their content. */
  readonly redact?: boolean;
  /** The longest line that is read; in bytes. */
  readonly maxLine?: number;
}

export const FORMATS = ['table', 'json', 'sarif', 'junit'] as const;
type Format = (typeof FORMATS)[number];

export const FAIL_ON = ['looping', 'suspicious', 'never'] as const;
type FailOn = (typeof FAIL_ON)[number];

interface Scan extends Pick<Loaded, 'sessionOf'> {
  readonly guard: Guard;
  readonly io: Io;
  readonly notes: Notes;
  readonly report: Report;
  readonly prices: Prices | undefined;
  readonly page: HtmlReport | undefined;
  readonly reading: ReadOptions;
  readonly traces: TraceExport | undefined;
}

/** Scans every trace it can read and says by its exit code what came of it. */
export async function scan(paths: readonly string[], options: ScanOptions, io: Io): Promise<ExitCode> {
  const { quiet: isQuiet = false, failOn = 'looping' } = options;
  const { guard: given, sessionOf } = await readerConfig(options, io);
  const guard = createGuard(given);
  const parts: Scan = {
    guard,
    sessionOf,
    io,
    notes: notesTo(io.stderr, isQuiet),
    report: reportFor(options, io),
    prices: options.prices,
    page: options.report === undefined ? undefined : htmlReport(),
    reading: { maxLine: options.maxLine },
    traces: await exportFor(
      options,
      (trace) => scanTrace(guard, trace, { session: sessionOf(trace.model) }).report,
    ),
  };
  let totals = NO_TOTALS;
  for await (const source of findSources(paths, io.stdin)) {
    totals = await scanSource(source, totals, parts);
    if (io.stdout.isClosed()) break;
  }
  await io.stdout.write(parts.report.end({ ...totals, problems: parts.notes.problems() }));
  await writePage(options.report, totals, parts);
  await endExport(options, parts);
  const problems = parts.notes.problems();
  return problems > 0 ? EXIT.badInput : exitFor(totals, failOn);
}

function exportFor(
  { export: file, redact = false }: ScanOptions,
  judge: (trace: Trace) => TraceReport,
): Promise<TraceExport | undefined> {
  if (file === undefined) return Promise.resolve(undefined);
  return exportTo({ file, isRedacted: redact, judge });
}

async function endExport(
  { export: file = '', redact = false }: ScanOptions,
  { traces, notes }: Scan,
): Promise<void> {
  if (!traces) return;
  const { traces: all, differ } = await traces.end();
  const alike =
    differ === 0
      ? 'all of them judged as the runs themselves'
      : `${differ} of them judged otherwise than the runs themselves`;
  await notes.note(file, `has ${count(all, 'trace')}${redact && all > 0 ? `, ${alike}` : ''}.`);
}

async function writePage(file: string | undefined, totals: Totals, { page, notes }: Scan): Promise<void> {
  if (file === undefined || !page) return;
  try {
    await writeFile(file, page.page(totals));
    await notes.note(file, 'has the report.');
  } catch (error) {
    await notes.problem(
      file,
      `cannot be written: ${(error as Error).message}`,
      'Check the path and the disk.',
    );
  }
}

function reportFor(
  { json = false, format = json ? 'json' : 'table', quiet: isQuiet = false }: ScanOptions,
  io: Io,
): Report {
  if (format === 'json') return jsonReport;
  if (format === 'sarif') return sarifReport(io.version);
  if (format === 'junit') return junitReport();
  return terminalReport({ columns: io.columns, isColourful: io.isColourful, isQuiet });
}

function exitFor({ traces }: Totals, failOn: FailOn): ExitCode {
  const found = failOn === 'never' ? 0 : traces.looping + (failOn === 'suspicious' ? traces.suspicious : 0);
  return found > 0 ? EXIT.loopsFound : EXIT.nothingFound;
}

async function scanSource(source: Source, before: Totals, parts: Scan): Promise<Totals> {
  const { notes, io } = parts;
  if (source.kind === 'bad') {
    await notes.problem(source.name, source.problem, source.hint);
    return before;
  }
  let totals = before;
  let isEmpty = true;
  try {
    for await (const entry of readTraces(source.name, source.open(), parts.reading)) {
      isEmpty = false;
      totals = await scanEntry(entry, totals, parts);
      if (io.stdout.isClosed()) return totals;
    }
  } catch (error) {
    // Only reading can fail here: the core never throws on an event.
    isEmpty = false;
    const { problem, hint } = unreadable(source.name, error);
    await notes.problem(source.name, problem, hint);
  }
  if (isEmpty) await notes.note(source.name, 'has no traces.');
  await notes.endOfFile(source.name);
  return totals;
}

async function scanEntry(entry: Entry, totals: Totals, parts: Scan): Promise<Totals> {
  const { guard, sessionOf, io, notes, report, prices, page } = parts;
  if (entry.kind === 'bad') {
    await notes.problem(entry.place, entry.problem, entry.hint);
    return totals;
  }
  if (entry.kind === 'note') {
    await notes.note(entry.place, entry.note);
    return totals;
  }
  const scanned = scanTrace(guard, entry.trace, { prices, session: sessionOf(entry.trace.model) });
  await tellLeftOut(entry.place, entry.trace.id, scanned.leftOut, notes);
  await io.stdout.write(report.trace(scanned.report, entry.place));
  page?.add(entry.trace, scanned.report, scanned.spans);
  await parts.traces?.add(entry.trace, scanned.report);
  return addTrace(totals, scanned.report, scanned.origin);
}
