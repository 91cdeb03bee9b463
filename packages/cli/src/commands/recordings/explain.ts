import { existsSync } from 'node:fs';
import type { Decision, GuardSession, Rung } from '@rutbreak/core';
import pc from 'picocolors';
import { guardFrom } from '../../config/guard-from.js';
import type { ConfigFlags } from '../../config/load.js';
import type { Io } from '../../io.js';
import { notesTo } from '../../report/notes.js';
import { count, cutMiddle, escapeText, wrapped } from '../../text.js';
import type { Trace } from '../../transcripts/trace.js';
import { readerConfig } from '../../config/flags.js';
import { EXIT, type ExitCode } from '../../errors/exit.js';
import { nearMisses } from '../../explain/near-misses.js';
import { describeEvent } from '../../explain/describe-event.js';
import { tracesIn } from '../../compose.js';

export interface ExplainOptions extends ConfigFlags {
  /** Only the trace with this name. */
  readonly trace?: string;
}

type Colours = ReturnType<typeof pc.createColors>;

/** The session as a timeline: every event with its findings, and why other repetitions are not loops. */
export async function explainFile(given: string, options: ExplainOptions, io: Io): Promise<ExitCode> {
  const { guard: settings, sessionOf } = await readerConfig(options, io);
  const guard = guardFrom(settings);
  const { file, line } = targetOf(given);
  const notes = notesTo(io.stderr);
  const names: string[] = [];
  let isFound = false;
  for await (const { trace, place } of tracesIn([file], io, notes)) {
    names.push(trace.id);
    if (!isMeant(trace.id, options.trace) || (line !== undefined && place.line !== line)) continue;
    isFound = true;
    guard.forget('explain');
    await io.stdout.write(timelineOf(trace, guard.session('explain', sessionOf(trace.model)), io));
    if (io.stdout.isClosed()) return EXIT.nothingFound;
  }
  if (names.length === 0 && notes.problems() === 0)
    await notes.problem(
      file === '-' ? 'standard input' : file,
      'has no traces',
      'Name a transcript: rutbreak explain FILE',
    );
  if (!isFound && names.length > 0)
    await notes.problem(file, `has no ${wantedName(options, line)}`, hintFrom(names));
  return notes.problems() > 0 ? EXIT.badInput : EXIT.nothingFound;
}

/** `runs.jsonl:7`, as `scan` names a trace. A file with such a name comes first. */
function targetOf(given: string): { readonly file: string; readonly line?: number } {
  const [, file, line] = /^(.+):(\d+)$/.exec(given) ?? [];
  return file === undefined || existsSync(given) ? { file: given } : { file, line: Number(line) };
}

function wantedName({ trace }: ExplainOptions, line: number | undefined): string {
  return trace === undefined ? `trace at line ${line ?? 1}` : `trace "${trace}"`;
}

/** A unique prefix is enough. If several names match, all are shown. */
function isMeant(id: string, wanted: string | undefined): boolean {
  return wanted === undefined || id.startsWith(wanted);
}

const MAX_NAMES = 5;

function hintFrom(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `It has: ${names.slice(0, MAX_NAMES).join(', ')}${more}.`;
}

function timelineOf(trace: Trace, session: GuardSession, io: Io): string {
  const colours = pc.createColors(io.isColourful);
  const width = Math.min(Math.max(io.columns ?? 120, 60), 200);
  const reasonFor = nearMisses();
  const from = [trace.agent, trace.model].filter((one) => one !== undefined).join(', ');
  const head = `${trace.id}${from === '' ? '' : ` (${from})`}, ${count(trace.events.length, 'event')}`;
  const lines = [colours.bold(escapeText(head))];
  const steps: Step[] = [];
  trace.events.forEach((event, index) => {
    const decision = session.observe(event);
    const reason = reasonFor(event, index);
    const text = cutMiddle(escapeText(describeEvent(event)), width - MARGIN.length);
    lines.push(`${colours.dim(String(index).padStart(MARGIN.length - 2))}  ${text}`);
    lines.push(...remarksOn(decision, reason, colours, width));
    if (decision.kind === 'act' && decision.rung !== 'observe')
      steps.push({ event: index, rung: decision.rung });
  });
  lines.push(colours.bold(sumOf(steps)));
  return `${lines.join('\n')}\n\n`;
}

interface Step {
  readonly event: number;
  readonly rung: Rung;
}

const MAX_STEPS = 6;

/** The last line, which is what stands on the screen after a long run. */
function sumOf(steps: readonly Step[]): string {
  if (steps.length === 0) return 'Left alone.';
  const shown = steps.slice(0, MAX_STEPS).map(({ event, rung }) => `${rung} at #${event}`);
  const rest = steps.length - shown.length;
  return `Interventions: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}

const MARGIN = ' '.repeat(7);

function remarksOn(
  decision: Decision,
  reason: string | undefined,
  colours: Colours,
  width: number,
): string[] {
  const line = (text: string): string => MARGIN + cutMiddle(escapeText(text), width - MARGIN.length);
  if (decision.kind === 'refused') return [colours.yellow(line(`left out: ${decision.hint}`))];
  const { verdict } = decision;
  if (verdict.findings.length === 0)
    return reason === undefined ? [] : [colours.dim(line(`· left alone: ${reason}`))];
  const rung = decision.kind === 'act' ? decision.rung : verdict.status;
  const paint = verdict.status === 'looping' ? colours.red : colours.yellow;
  return verdict.findings.flatMap(({ detector, category, brief, signal }) => {
    const { events, variations } = signal.evidence;
    return [
      ...wrapped(
        escapeText(`▲ ${rung}  ${category} ${signal.score.toFixed(2)}  ${brief}`),
        width - MARGIN.length - 2,
      ).map((text, i) => paint(`${MARGIN}${i === 0 ? '' : '  '}${text}`)),
      colours.dim(line(`  ${detector}: events ${events.join(', ')}`)),
      ...(variations.length > 0 ? [colours.dim(line(`  varied: ${variations.join(' | ')}`))] : []),
    ];
  });
}
