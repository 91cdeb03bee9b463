import { redactValue } from '@rutbreak/core';
import type { PageSession, Span } from '../scan/finding.js';
import type { Trace } from '../transcripts/trace.js';
import { bars, compare, escapeHtml, eventList, strip } from './html-parts.js';
import { STYLE } from './html-style.js';
import type { TraceReport } from '../scan/trace-report.js';
import type { Totals } from './totals.js';
import { ranked, type Tally } from './tally.js';
import { count } from '../text.js';

interface Session extends PageSession {
  readonly report: TraceReport;
}

export interface HtmlReport {
  readonly add: (report: TraceReport, session: PageSession) => void;
  readonly page: (totals: Totals) => string;
}

/** Sessions beyond these are in the table only, so that the page opens in any browser. */
const MAX_SHOWN = 500;
const MAX_TEXT = 4000;
/** Several detectors see one loop, each in its own way. */
const MAX_SPANS = 3;

/** One page with everything in it: no script, no request. */
export function htmlReport(): HtmlReport {
  const sessions: Session[] = [];
  return {
    add(report, { when, html }) {
      sessions.push({ report, when, html: sessions.length < MAX_SHOWN ? html : '' });
    },
    page: (totals) => pageOf(sessions, totals),
  };
}

/** Nothing of a healthy run. */
export function pageSession(
  trace: Trace,
  report: TraceReport,
  spans: readonly Span[],
): PageSession | undefined {
  if (report.verdict === 'healthy') return undefined;
  return { when: startOf(trace), html: sessionOf(trace, report, spans) };
}

function startOf({ events }: Trace): number | undefined {
  for (const event of events) {
    const { at } = (event ?? {}) as { at?: unknown };
    if (typeof at === 'number') return at;
  }
  return undefined;
}

function pageOf(sessions: readonly Session[], totals: Totals): string {
  const worst = sessions.filter(({ report }) => report.verdict === 'looping');
  const rest = sessions.filter(({ report }) => report.verdict !== 'looping');
  const parts = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">',
    `<title>Rutbreak: ${count(totals.traces.looping, 'looping run')}</title><style>${STYLE}</style></head><body>`,
    '<h1>Where the agents went in circles</h1>',
    figures(totals),
    overTime(worst),
    tallies(totals.tally),
    '<h2>Sessions</h2>',
    sessions.length === 0 ? '<p>No loops, no signs of any.</p>' : '',
    '<p class="soft">A tick is an event; red ticks are the loop and the line below is its span, blue ones a person or the program speaking, a triangle is an intervention.</p>',
    ...[...worst, ...rest].map(({ html }) => html),
    sessions.length > MAX_SHOWN ? `<p class="soft">… and ${sessions.length - MAX_SHOWN} more.</p>` : '',
    '<p class="soft">Made by rutbreak scan. Marked text is what differs between calls that count as the same.</p>',
    '</body></html>\n',
  ];
  return parts.join('\n');
}

function figures({ traces, wasted, events }: Totals): string {
  const all: [string, string][] = [
    [String(traces.looping), 'looping'],
    [String(traces.suspicious), 'suspicious'],
    [String(traces.healthy), 'healthy'],
    [events.toLocaleString('en-US'), 'events'],
    [wasted.calls.toLocaleString('en-US'), 'calls wasted'],
    ...(wasted.tokens === null
      ? []
      : [[wasted.tokens.toLocaleString('en-US'), 'tokens wasted'] as [string, string]]),
    ...(wasted.minutes === undefined
      ? []
      : [[wasted.minutes.toFixed(0), 'minutes wasted'] as [string, string]]),
    ...(wasted.money === undefined
      ? []
      : [[wasted.money.toFixed(2), 'by the price table'] as [string, string]]),
  ];
  const items = all.map(([value, name]) => `<li><b class="${name}">${value}</b>${name}</li>`);
  return `<ul class="figures">${items.join('')}</ul>`;
}

/** By day where times are known; else by session. */
function overTime(sessions: readonly Session[]): string {
  if (sessions.length < 2) return '';
  const byDay = new Map<string, number>();
  const isTimed = sessions.every(({ when }) => when !== undefined);
  for (const { report, when } of sessions) {
    const label = isTimed ? new Date(when ?? 0).toISOString().slice(0, 10) : report.trace;
    byDay.set(label, (byDay.get(label) ?? 0) + report.wasted.calls);
  }
  const values = [...byDay].sort(([a], [b]) => (isTimed ? (a < b ? -1 : 1) : 0));
  const head = `Wasted calls ${isTimed ? 'by day' : 'by session'}`;
  return `<h2>${head}</h2><div class="wide">${bars(values)}</div>`;
}

function tallies(tally: Tally): string {
  const tables = (['category', 'agent', 'model', 'tool'] as const)
    .filter((name) => tally[name].size > 0)
    .map((name) => {
      const rows = ranked(tally[name], 10).map(
        ([key, calls]) => `<tr><td>${escapeHtml(key)}</td><td class="n">${calls}</td></tr>`,
      );
      return `<div><h2>By ${name}</h2><table><tr><th>${name}</th><th class="n">wasted calls</th></tr>${rows.join('')}</table></div>`;
    });
  return `<div class="tallies">${tables.join('\n')}</div>`;
}

function sessionOf(trace: Trace, report: TraceReport, spans: readonly Span[]): string {
  const { verdict, wasted, interventions } = report;
  const kinds = trace.events.map((event) => plain((event as { kind?: unknown } | null)?.kind));
  const loop = new Set(spans.flatMap(({ events }) => events));
  const acts = new Map(interventions.map(({ event, rung }) => [event, rung]));
  const first = interventions.find(({ rung }) => rung !== 'observe') ?? interventions[0];
  const head = first ? `${first.category} at #${first.event}, ${escapeHtml(first.brief)}` : '';
  return [
    `<details><summary><b class="${verdict}">${verdict}</b> ${escapeHtml(trace.id)} <span class="soft">${count(trace.events.length, 'event')}, ${count(wasted.calls, 'call')} wasted</span><br>${head}</summary>`,
    `<div class="body"><div class="wide">${strip(kinds, loop, acts)}</div>`,
    ...spansOf(trace, spans),
    '</div></details>',
  ].join('\n');
}

/** The longest first, without calls that are already shown side by side. */
function spansOf(trace: Trace, spans: readonly Span[]): readonly string[] {
  const shown = new Set<number>();
  return [...spans]
    .sort((a, b) => b.events.length - a.events.length)
    .slice(0, MAX_SPANS)
    .map((span) => spanOf(trace, span, shown));
}

function spanOf({ events }: Trace, { category, brief, events: indices }: Span, shown: Set<number>): string {
  const [first, last] = likePair(events, indices);
  const head = `<p><b>${escapeHtml(category)}</b> ${escapeHtml(brief)} <span class="soft">${eventList(indices)}</span></p>`;
  if (first === undefined || last === undefined || first === last || shown.has(first)) return head;
  shown.add(first);
  const [left, right] = compare(textOf(events[first]), textOf(events[last]));
  return `${head}<div class="pair"><div>#${first}<pre>${left}</pre></div><div>#${last}<pre>${right}</pre></div></div>`;
}

/** The first event, and the latest that is like it: a cycle has other calls in between. */
function likePair(
  events: readonly unknown[],
  indices: readonly number[],
): readonly [number | undefined, number | undefined] {
  const [first] = indices;
  if (first === undefined) return [undefined, undefined];
  const headOf = (index: number): string => textOf(events[index]).split('\n', 1)[0] ?? '';
  const toolOf = (index: number): unknown => (events[index] as { tool?: unknown } | null)?.tool;
  const last =
    indices.findLast((index) => headOf(index) === headOf(first) && index !== first) ??
    indices.findLast((index) => toolOf(index) === toolOf(first));
  return [first, last];
}

function textOf(event: unknown): string {
  // A report is shown to others.
  const { tool, args, result, text, message } = redactValue(event ?? {}) as Readonly<Record<string, unknown>>;
  const said = text ?? message;
  const whole = typeof said === 'string' ? said : `${String(tool)} ${plain(args)}\n${plain(result)}`;
  return whole.slice(0, MAX_TEXT);
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}
