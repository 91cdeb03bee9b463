import { createGuard } from '@rutbreak/core';
import { guardFrom } from '../../config/guard-from.js';
import type { ConfigFlags } from '../../config/load.js';
import type { Io } from '../../io.js';
import { notesTo } from '../../report/notes.js';
import type { Intervention, TraceReport } from '../../scan/trace-report.js';
import { count, cutMiddle, escapeText, padEnd } from '../../text.js';
import { readerConfig } from '../../config/flags.js';
import { EXIT, type ExitCode } from '../../errors/exit.js';
import { scanTrace } from '../../scan/scan-trace.js';
import { tracesIn } from '../../compose.js';

export type ReplayOptions = ConfigFlags;

/** Shows the traces whose verdict changes with another configuration, and counts them. */
export async function replay(paths: readonly string[], options: ReplayOptions, io: Io): Promise<ExitCode> {
  const usual = createGuard();
  const { guard: given, sessionOf } = await readerConfig(options, io);
  const other = guardFrom(given);
  const notes = notesTo(io.stderr);
  const tally = { same: 0, more: 0, less: 0 };
  for await (const { trace } of tracesIn(paths, io, notes)) {
    const { report: now } = scanTrace(usual, trace);
    const { report: then } = scanTrace(other, trace, { session: sessionOf(trace.model) });
    const change = changeOf(now, then);
    tally[change]++;
    if (change !== 'same') await io.stdout.write(rowOf(now, then));
  }
  const { same, more, less } = tally;
  const total = same + more + less;
  if (total === 0 && notes.problems() === 0)
    await notes.problem('replay', 'the input has no traces', 'Name transcripts: rutbreak replay PATH');
  if (total === 0) return EXIT.badInput;
  const all = count(total, 'trace');
  await io.stdout.write(
    `${all}: ${same} unchanged, ${more} stopped earlier or more often, ${less} later or less often.\n`,
  );
  return notes.problems() > 0 ? EXIT.badInput : EXIT.nothingFound;
}

function firstLoud({ interventions }: TraceReport): Intervention | undefined {
  return interventions.find(({ rung }) => rung !== 'observe');
}

function changeOf(now: TraceReport, then: TraceReport): 'same' | 'more' | 'less' {
  const [a, b] = [now, then].map((report) => firstLoud(report)?.event ?? Infinity) as [number, number];
  if (a === b) return 'same';
  return b < a ? 'more' : 'less';
}

function rowOf(now: TraceReport, then: TraceReport): string {
  const [a, b] = [now, then].map((report) => {
    const first = firstLoud(report);
    return first ? `${first.rung} @${first.event} ${first.category}` : 'nothing';
  }) as [string, string];
  return `${padEnd(cutMiddle(escapeText(now.trace), 44), 44)}  ${padEnd(a, 34)}  → ${b}\n`;
}
