import { hardestRung, type Status } from '@rutbreak/core/edge';
import pc from 'picocolors';
import type { Intervention, TraceReport } from '../scan/trace-report.js';
import { type Colours, firstOf, loopBlock, wasteText } from './loop-block.js';
import type { Report, Totals } from './totals.js';
import { ranked, type Tally } from './tally.js';
import { count, cutMiddle, escapeText, padEnd, shortNumber, textWidth } from '../text.js';

export interface TerminalOptions {
  /** Width of the terminal; `undefined` without one. */
  readonly columns: number | undefined;
  readonly isColourful: boolean;
  /** With all: leave healthy traces out. */
  readonly isQuiet: boolean;
  /** Every trace, in the order of the input. Otherwise only loops, the worst first. */
  readonly hasAll: boolean;
  /** The most loops to print, 0 for all. */
  readonly limit: number;
  /** Every intervention of a loop. */
  readonly isVerbose: boolean;
  /** The current time, for ages. */
  readonly now: number;
}

const GAP = '  ';
const VERDICT = 10;
const EVENTS = 6;
const FIRST = 16;
const WASTED = 6;
const TOKENS = 6;
const FIXED = VERDICT + EVENTS + FIRST + WASTED + TOKENS + 5 * GAP.length;
/** Below this width the columns FIRST and TOKENS are left out. */
const NARROW = 80;
const FIXED_NARROW = VERDICT + EVENTS + WASTED + 3 * GAP.length;

/** One block per loop; with `hasAll` one row per trace, and the first finding below it. */
export function terminalReport(options: TerminalOptions): Report {
  const { columns, isColourful, isQuiet, hasAll, limit, isVerbose, now } = options;
  const colours = pc.createColors(isColourful);
  const width = Math.min(Math.max(columns ?? 120, 60), 160);
  const isNarrow = width < NARROW;
  const layout = { isNarrow, idWidth: Math.min(width - (isNarrow ? FIXED_NARROW : FIXED), 44) };
  let isHeadless = true;

  const headOnce = (): string => {
    if (!isHeadless) return '';
    isHeadless = false;
    const cells = ['VERDICT', 'TRACE', 'EVENTS', 'FIRST @EVENT', 'WASTED', 'TOKENS'] as const;
    return `${colours.dim(row(...cells, layout))}\n`;
  };
  const textOf = (report: TraceReport): string => {
    const first = firstOf(report);
    const below = first ? `${belowOf(report, first, width, colours)}\n` : '';
    return `${traceRow(report, first, layout, colours)}\n${below}`;
  };
  const loops: Loop[] = [];
  return {
    trace(report, place, origin) {
      if (hasAll) return isQuiet && report.verdict === 'healthy' ? '' : headOnce() + textOf(report);
      if (report.verdict === 'looping')
        loops.push({
          calls: report.wasted.calls,
          text: loopBlock(report, place, origin, { width, now, colours, isVerbose }),
        });
      return '';
    },
    end(totals) {
      const worst = loops.sort((a, b) => b.calls - a.calls).map(({ text }) => text);
      const shown = limit === 0 ? worst : worst.slice(0, limit);
      const rest = worst.length - shown.length;
      const more =
        rest > 0 ? `${colours.dim(`… and ${count(rest, 'more loop')}: see them with --limit 0`)}\n\n` : '';
      return shown.join('') + more + endOf(totals, isHeadless ? '' : '\n', colours);
    },
  };
}

interface Loop {
  readonly calls: number;
  readonly text: string;
}

interface Layout {
  readonly idWidth: number;
  readonly isNarrow: boolean;
}

function row(
  verdict: string,
  id: string,
  events: string,
  first: string,
  wasted: string,
  tokens: string,
  { idWidth, isNarrow }: Layout,
): string {
  const cells = [
    padEnd(verdict, VERDICT),
    padEnd(id, idWidth),
    events.padStart(EVENTS),
    ...(isNarrow ? [] : [first.padEnd(FIRST)]),
    wasted.padStart(WASTED),
    ...(isNarrow ? [] : [tokens.padStart(TOKENS)]),
  ];
  return cells.join(GAP).trimEnd();
}

function traceRow(
  report: TraceReport,
  first: Intervention | undefined,
  layout: Layout,
  colours: Colours,
): string {
  const { trace, verdict, events, wasted } = report;
  const text = row(
    verdict,
    cutMiddle(escapeText(trace), layout.idWidth),
    shortNumber(events),
    first ? `${first.rung} @${first.event}` : '',
    wasted.calls > 0 ? shortNumber(wasted.calls) : '',
    wasted.tokens === null ? '' : shortNumber(wasted.tokens),
    layout,
  );
  return paint(verdict, text.slice(0, verdict.length), colours) + text.slice(verdict.length);
}

/** `TOOL_REPETITION Bash(git status) called 3x (+2, up to redirect)`; the last part only if there is room. */
function belowOf(
  { interventions }: TraceReport,
  first: Intervention,
  width: number,
  colours: Colours,
): string {
  const indent = ' '.repeat(VERDICT) + GAP;
  const room = width - indent.length - first.category.length - GAP.length;
  // The middle is cut out, because the count is often at the end.
  const brief = cutMiddle(escapeText(first.brief), room);
  const later = interventions.slice(interventions.indexOf(first) + 1);
  const worst = hardestRung('observe', ...later.map(({ rung }) => rung));
  const more = later.length > 0 ? ` (+${later.length}, up to ${worst})` : '';
  const end = more !== '' && textWidth(brief) + more.length <= room ? colours.dim(more) : '';
  return `${indent}${colours.cyan(first.category)}${GAP}${brief}${end}`;
}

function endOf({ traces, events, wasted, problems, tally }: Totals, gap: string, colours: Colours): string {
  const all = traces.healthy + traces.suspicious + traces.looping;
  if (all === 0) return '';
  const verdicts = (['looping', 'suspicious', 'healthy'] as const).map((verdict) => {
    const text = `${traces[verdict].toLocaleString('en-US')} ${verdict}`;
    return traces[verdict] > 0 ? paint(verdict, text, colours) : text;
  });
  const waste = wasted.calls > 0 ? ` ${wasteText(wasted)}.` : '';
  const unread =
    problems > 0 ? ` ${colours.red(`${count(problems, 'problem')} in the input: see the messages.`)}` : '';
  const sum = `${count(all, 'trace')}, ${count(events, 'event')}: ${verdicts.join(', ')}.${waste}${unread}\n`;
  return `${gap}${traces.looping > 1 ? tallyOf(tally, colours) : ''}${sum}`;
}

const MAX_RANKED = 5;

/** `by tool Bash 45, Read 12`: where most of it happened; nothing if all are of one kind. */
function tallyOf(tally: Tally, colours: Colours): string {
  const lines = (['category', 'agent', 'model', 'tool'] as const).flatMap((name) => {
    const top = ranked(tally[name], MAX_RANKED);
    if (top.length === 0 || (top.length === 1 && name !== 'category')) return [];
    const rest = tally[name].size - top.length;
    const items = top.map(([key, calls]) => `${escapeText(cutMiddle(key, 40))} ${shortNumber(calls)}`);
    return [
      `${colours.dim(`by ${name}`.padEnd(VERDICT + 1))}${GAP}${items.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}\n`,
    ];
  });
  return lines.length > 0 ? `${colours.dim('Wasted calls')}\n${lines.join('')}\n` : '';
}

function paint(verdict: Status, text: string, colours: Colours): string {
  if (verdict === 'looping') return colours.bold(colours.red(text));
  return verdict === 'suspicious' ? colours.yellow(text) : colours.green(text);
}
