import { hardestRung } from '@rutbreak/core/edge';
import type pc from 'picocolors';
import type { Origin } from '../scan/finding.js';
import type { Intervention, TraceReport, Wasted } from '../scan/trace-report.js';
import { count, cut, cutMiddle, escapeText, shortNumber, textWidth } from '../text.js';
import { ageOf } from './age.js';
import { placeName, type Place, STDIN_NAME } from '../transcripts/trace.js';

const INDENT = '  ';

export type Colours = ReturnType<typeof pc.createColors>;

export interface LoopBlockOptions {
  readonly width: number;
  readonly now: number;
  readonly colours: Colours;
  /** Every intervention, not only the first and the worst. */
  readonly isVerbose: boolean;
}

/** One loop for a terminal: its place, the repeated call, its cost, and the command that explains it. */
export function loopBlock(
  report: TraceReport,
  place: Place,
  origin: Origin,
  options: LoopBlockOptions,
): string {
  const { width, colours } = options;
  const room = width - INDENT.length;
  const first = firstOf(report);
  const { prompt } = origin;
  const lines = [
    head(report, place, origin, options),
    ...(first ? [`${INDENT}${repeated(first, room, colours)}`] : []),
    `${INDENT}${cut(costOf(report, first), room)}`,
    ...(options.isVerbose ? stepsOf(report, room, colours) : []),
    ...(prompt === undefined ? [] : [`${INDENT}${colours.dim(`"${cut(escapeText(prompt), room - 2)}"`)}`]),
    ...nextCommand(report, place, room).map((text) => colours.dim(INDENT + text)),
  ];
  return `${lines.join('\n')}\n\n`;
}

/** `runs/a.jsonl:3 run-1 codex, 2d ago`; the name and the rest only if there is room. */
function head(
  { trace }: TraceReport,
  place: Place,
  { agent, project, when }: Origin,
  { width, now, colours }: LoopBlockOptions,
): string {
  const where = cutMiddle(escapeText(placeName(place)), width);
  const age = when === undefined ? undefined : `${ageOf(now - when)} ago`;
  const facts = [agent, project === undefined ? undefined : `in ${project}`, age]
    .filter((part) => part !== undefined)
    .join(', ');
  const more = [trace === placeName(place) ? '' : trace, facts].map(escapeText).filter((part) => part !== '');
  let left = width - textWidth(where);
  const shown = more.flatMap((part) => {
    const fitting = left > 10 ? cutMiddle(part, left - INDENT.length) : '';
    left -= textWidth(fitting) + INDENT.length;
    return fitting === '' ? [] : [colours.dim(`${INDENT}${fitting}`)];
  });
  return colours.bold(where) + shown.join('');
}

/** ` #18 nudge TOOL_PING_PONG 4 calls go round, 3x`, one line per intervention. */
function stepsOf({ interventions }: TraceReport, room: number, colours: Colours): readonly string[] {
  return interventions.map(({ event, rung, category, brief }) => {
    const start = `${INDENT}#${String(event).padEnd(5)}${rung.padEnd(9)} ${category}`;
    const text = cutMiddle(escapeText(brief), Math.max(0, room - start.length - INDENT.length));
    return `${INDENT}${colours.dim(start)}${INDENT}${text}`.trimEnd();
  });
}

function repeated({ category, brief }: Intervention, room: number, colours: Colours): string {
  // The middle is cut out: the number of repetitions is often at the end.
  const text = cutMiddle(escapeText(brief), room - category.length - INDENT.length);
  return `${colours.red(category)}${INDENT}${text}`;
}

/** `35 calls wasted, 12.3k tokens; nudge at event 18, later redirect` */
function costOf({ interventions, wasted }: TraceReport, first: Intervention | undefined): string {
  if (!first) return wasteText(wasted);
  const later = interventions.slice(interventions.indexOf(first) + 1);
  const rung = hardestRung(first.rung, ...later.map(({ rung: one }) => one));
  const more = rung === first.rung ? '' : `, later ${rung}`;
  return `${hasWaste(wasted) ? `${wasteText(wasted)}; ` : ''}${first.rung} at event ${first.event}${more}`;
}

/** A loop within one answer wastes no call; without usage in the trace there is nothing to count. */
function hasWaste({ calls, tokens }: Wasted): boolean {
  return calls > 0 || (tokens ?? 0) > 0;
}

/** `3 calls wasted (12.3k tokens, 4 minutes)` */
export function wasteText({ calls, tokens, minutes, money }: Wasted): string {
  const more = [
    ...(tokens === null ? [] : [`${shortNumber(tokens)} tokens`]),
    ...(minutes === undefined || minutes < 1 ? [] : [count(Math.round(minutes), 'minute')]),
    ...(money === undefined ? [] : [`${money.toFixed(2)} by the price table`]),
  ];
  return `${count(calls, 'call')} wasted${more.length > 0 ? ` (${more.join(', ')})` : ''}`;
}

/** The first intervention, or the first observation if there is none. */
export function firstOf({ interventions }: TraceReport): Intervention | undefined {
  return interventions.find(({ rung }) => rung !== 'observe') ?? interventions[0];
}

/** `explain` accepts a prefix of the name. */
const MAX_NAME = 23;
const PLAIN_WORD = /^[\w@%+=:,./~-]+$/;

/** As much of a name as is short and can be typed. */
function beginningOf(trace: string): string {
  let beginning = '';
  for (const sign of trace) {
    if (escapeText(sign) !== sign || textWidth(beginning + sign) > MAX_NAME) break;
    beginning += sign;
  }
  return beginning;
}

/** The command that shows the run event by event, in two lines where one is too long. Piped input cannot be read again. */
function nextCommand({ trace }: TraceReport, place: Place, room: number): readonly string[] {
  const { file, line, item } = place;
  if (file === STDIN_NAME) return [];
  const word = (text: string): string =>
    PLAIN_WORD.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  // Only traces of one a line stand below the first line, so the line is enough.
  if (item === undefined && line > 1) return [escapeText(`→ rutbreak explain ${word(placeName(place))}`)];
  const start = escapeText(`→ rutbreak explain ${word(file)}`);
  if (trace === `${file}:${line}`) return [start];
  const name = `--trace ${word(beginningOf(trace))}`;
  const isShort = textWidth(start) + 1 + textWidth(name) <= room;
  return isShort ? [`${start} ${name}`] : [`${start} \\`, `${INDENT}${INDENT}${name}`];
}
