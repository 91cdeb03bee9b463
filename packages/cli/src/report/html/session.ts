import { redact, redactValue } from '@rutbreak/core';
import type { Origin, PageSession, Span } from '../../scan/finding.js';
import type { TraceReport } from '../../scan/trace-report.js';
import { count, cut, escapeText } from '../../text.js';
import { placeName, type Place, type Trace } from '../../transcripts/trace.js';
import { compare, escapeHtml, eventList, scale, strip } from './parts.js';
import { firstOf, wasteText } from '../loop-block.js';

const MAX_TEXT = 4000;
/** Several detectors see one loop, each in its own way. */
const MAX_SPANS = 3;
const MAX_TITLE = 110;

/** Nothing for a healthy run. */
export function pageSession(
  trace: Trace,
  report: TraceReport,
  spans: readonly Span[],
  from: { readonly place: Place; readonly origin: Origin },
): PageSession | undefined {
  if (report.verdict === 'healthy') return undefined;
  return { when: timesOf(trace).find((at) => at !== undefined), html: sessionOf(trace, report, spans, from) };
}

function timesOf({ events }: Trace): readonly (number | undefined)[] {
  return events.map((event) => {
    const { at } = (event ?? {}) as { at?: unknown };
    return typeof at === 'number' ? at : undefined;
  });
}

function sessionOf(
  trace: Trace,
  report: TraceReport,
  spans: readonly Span[],
  { place, origin }: { readonly place: Place; readonly origin: Origin },
): string {
  const { verdict, wasted, interventions } = report;
  const kinds = trace.events.map((event) => plain((event as { kind?: unknown } | null)?.kind));
  const loop = new Set(spans.flatMap(({ events }) => events));
  const acts = new Map(interventions.map(({ event, rung }) => [event, rung]));
  const first = firstOf(report);
  const title = origin.prompt === undefined ? trace.id : `“${origin.prompt}”`;
  const facts = [
    origin.agent,
    origin.project && `in ${origin.project}`,
    dayOf(origin.when),
    placeName(place),
  ];
  const what = first ? `<br><b>${first.category}</b> ${escapeHtml(first.brief)}` : '';
  const names = new Set(interventions.map(({ category }) => category));
  return [
    `<details class="${[...names].join(' ')}"><summary><b class="${verdict}">${verdict}</b> ${escapeHtml(cut(escapeText(title), MAX_TITLE))}${what}`,
    `<br><span class="soft">${escapeHtml(facts.filter((part) => part !== undefined && part !== '').join(' · '))}</span>`,
    `<br><span class="cost">${escapeHtml(wasteText(wasted))}</span> <span class="soft">of ${count(trace.events.length, 'event')}</span></summary>`,
    `<div class="body">${strip(kinds, loop, acts)}${scale(timesOf(trace))}`,
    ...spansOf(trace, spans),
    `<p class="soft">${escapeHtml(redact(trace.id))}</p></div></details>`,
  ].join('\n');
}

function dayOf(when: number | undefined): string | undefined {
  return when === undefined ? undefined : new Date(when).toISOString().slice(0, 10);
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

/** The first event, and the latest similar one: a cycle has other calls in between. */
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
