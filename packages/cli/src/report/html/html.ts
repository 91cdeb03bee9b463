import type { PageSession } from '../../scan/finding.js';
import { bars, escapeHtml } from './parts.js';
import { STYLE } from './style.js';
import type { TraceReport } from '../../scan/trace-report.js';
import type { Totals } from '../totals.js';
import { ranked, type Tally } from '../tally.js';
import { count } from '../../text.js';

interface Session extends PageSession {
  readonly report: TraceReport;
}

export interface HtmlReport {
  readonly add: (report: TraceReport, session: PageSession) => void;
  readonly page: (totals: Totals) => string;
}

/** Sessions beyond these are in the table only, so that the page opens in any browser. */
const MAX_SHOWN = 500;

/** What was scanned, and how. */
export interface ReportFacts {
  readonly paths: readonly string[];
  readonly preset: string;
  readonly version: string;
  readonly now: number;
}

/** One self-contained page: no script, no request. */
export function htmlReport(facts: ReportFacts): HtmlReport {
  let sessions: Session[] = [];
  let held = 0;
  return {
    add(report, { when, html }) {
      sessions.push({ report, when, html });
      if (++held < 2 * MAX_SHOWN) return;
      sessions = shownOf(sessions);
      held = MAX_SHOWN;
    },
    page: (totals) => pageOf(shownOf(sessions), totals, facts),
  };
}

/** The worst first. Beyond the limit, a trace keeps its figures and loses its timeline. */
function shownOf(sessions: readonly Session[]): Session[] {
  return worstFirst(sessions).map((one, i) => (i < MAX_SHOWN ? one : { ...one, html: '' }));
}

/** Loops before signs, and the most wasted calls first. */
function worstFirst(sessions: readonly Session[]): readonly Session[] {
  const rank = ({ report }: Session): number =>
    (report.verdict === 'looping' ? 1e9 : 0) + report.wasted.calls + (report.wasted.tokens ?? 0) / 1e9;
  return [...sessions].sort((a, b) => rank(b) - rank(a));
}

function pageOf(sessions: readonly Session[], totals: Totals, facts: ReportFacts): string {
  const worst = sessions.filter(({ report }) => report.verdict === 'looping');
  const categories = [...totals.tally.category.keys()];
  const parts = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">',
    `<title>Rutbreak: ${count(totals.traces.looping, 'looping run')}</title><style>${STYLE}${filterStyle(categories)}</style></head><body>`,
    '<h1>Where the agents went in circles</h1>',
    factsLine(facts),
    figures(totals),
    '<h2>Runs, worst first</h2>',
    sessions.length === 0 ? '<p>No loops, no signs of any.</p>' : filter(categories),
    sessions.length === 0 ? '' : LEGEND,
    ...sessions.map(({ html }, i) => (i < OPEN ? html.replace('<details', '<details open') : html)),
    sessions.length > MAX_SHOWN ? `<p class="soft">… and ${sessions.length - MAX_SHOWN} more.</p>` : '',
    overTime(worst),
    tallies(totals.tally),
    '<p class="soft">Marked text is what differs between calls that count as the same. Secrets are taken out.</p>',
    '</body></html>\n',
  ];
  return parts.join('\n');
}

/** How many runs are expanded when the page opens. */
const OPEN = 3;
const LEGEND =
  '<p class="soft">A tick is an event; red ticks are the loop and the line below is its span, blue ones a person or the program speaking, a triangle is an intervention.</p>';

function factsLine({ paths, preset, version, now }: ReportFacts): string {
  const shown = paths.slice(0, 3).map((path) => `<code>${escapeHtml(path)}</code>`);
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : '';
  const day = new Date(now).toISOString().slice(0, 16).replace('T', ' ');
  return `<p class="soft">Scanned ${shown.join(', ')}${more} with rutbreak ${escapeHtml(version)}, preset ${escapeHtml(preset)}, on ${day} UTC.</p>`;
}

/** Without a script: the chosen button hides the runs of other categories. */
function filter(categories: readonly string[]): string {
  if (categories.length < 2) return '';
  const one = (id: string, label: string, isChosen: boolean): string =>
    `<label><input type="radio" name="filter" id="f-${escapeHtml(id)}"${isChosen ? ' checked' : ''}>${escapeHtml(label)}</label>`;
  const all = categories.map((category) => one(category, category, false));
  return `<fieldset class="filter"><legend>Show</legend>${one('all', 'all', true)}${all.join('')}</fieldset>`;
}

function filterStyle(categories: readonly string[]): string {
  return categories
    .filter((category) => /^[A-Z_]+$/.test(category))
    .map((category) => `body:has(#f-${category}:checked) details:not(.${category}){display:none}`)
    .join('\n');
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

const LEAST_DAYS = 3;

/** By day, if times are known and there are enough days to compare. */
function overTime(sessions: readonly Session[]): string {
  const byDay = new Map<string, number>();
  for (const { report, when } of sessions) {
    if (when === undefined) return '';
    const day = new Date(when).toISOString().slice(0, 10);
    byDay.set(day, (byDay.get(day) ?? 0) + report.wasted.calls);
  }
  if (byDay.size < LEAST_DAYS) return '';
  const values = [...byDay].sort(([a], [b]) => (a < b ? -1 : 1));
  return `<h2>Wasted calls by day</h2><div class="wide">${bars(values)}</div>`;
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
