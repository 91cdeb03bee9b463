import { CATEGORIES } from '@rutbreak/core';
import { byDetector } from './by-detector.js';
import { type Peers, ranking } from './peers.js';
import { isLabelled, type Report, runsBlocked, runsMarked } from './report.js';
import type { Run } from './run.js';
import { groupBy } from '../group.js';
import { figuresOf, isBefore, markOf, markRun } from './score.js';
import { type Cell, decimal, table } from '../table.js';

type Log = (line: string) => void;

/** With more sources than this they are single threads and not worth a table. */
const MAX_SOURCES = 16;

export function printSet(report: Report, peers: Peers, log: Log): void {
  log(`\n${`── ${report.name} `.padEnd(100, '─')}`);
  if (isLabelled(report)) printTables(report, peers, log);
  else printSpeakers(report, log);
  printList('Misses', runsMarked(report, 'miss', 'late'), log);
  printList('False alarms', runsMarked(report, 'false'), log);
  printList('Blocked although healthy or unlabelled', runsBlocked(report), log);
  printList('Early: more than two events before the loop', runsMarked(report, 'early'), log);
  printList('Alarms', runsMarked(report, 'unlabelled'), log);
  const refused = report.runs.reduce((sum, run) => sum + run.refused, 0);
  if (refused > 0) log(`\nThe core refused ${refused} events.`);
}

function printTables(report: Report, peers: Peers, log: Log): void {
  const { figures } = report;
  log(
    `\nRecall in time ${decimal(figures.recall)} (${figures.hits} of ${figures.loops}), ` +
      `${figures.falseAlarms} of ${figures.healthy} healthy runs alarmed, ${figures.blocked} blocked, ` +
      `highest rung there ${figures.highestOnHealthy ?? 'none'}, median delay ${figures.delay ?? 'unknown'}.`,
  );
  const byCategory = report.runs.filter(
    ({ case: one }) => one.expect === 'loop' && one.category !== 'unnamed',
  );
  const sources = new Set(report.runs.map(({ case: one }) => one.source));
  if (byCategory.length > 0) log(`\n${tally('category', byCategory, ({ case: one }) => one.category)}`);
  if (sources.size <= MAX_SOURCES) log(`\n${tally('source', report.runs, ({ case: one }) => one.source)}`);
  printNaming(report, log);
  printDetectors(report, log);
  printPeers(report, peers, log);
}

function tally(title: string, runs: readonly Run[], keyOf: (run: Run) => string): string {
  const groups = [...groupBy(runs, keyOf)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rows = groups.map(([key, group]) => {
    const { hits, loops, recall, falseAlarms, healthy } = figuresOf(group.map(markRun));
    const found = loops > 0 ? [hits, loops, decimal(recall)] : ['', '', ''];
    return [key, ...found, ...(healthy > 0 ? [falseAlarms, healthy] : ['', ''])];
  });
  return table([title, 'found', 'of', 'recall', 'false', 'of'], rows);
}

/** Only some sets have labels in the categories of verdicts. */
function printNaming(report: Report, log: Log): void {
  const loops = report.runs.filter(({ case: one }) => one.expect === 'loop');
  if (!loops.some(({ case: one }) => CATEGORIES.some((name) => name === one.category))) return;
  const hits = runsMarked(report, 'hit');
  const right = hits.filter(({ case: one, firing }) => firing?.category === one.category).length;
  log(`\nOf ${hits.length} loops found, ${right} were given the labelled category.`);
}

function printDetectors(report: Report, log: Log): void {
  const rows = byDetector(report).map((one) => Object.values(one) as Cell[]);
  if (rows.length > 0) log(`\n${table(['surest detector', 'hits', 'early', 'false'], rows)}`);
}

/** Which detectors raised the alarms on unlabelled traces. */
function printSpeakers(report: Report, log: Log): void {
  const bySpeaker = groupBy(
    runsMarked(report, 'unlabelled'),
    ({ firing }) => firing?.detectors[0] ?? 'nobody',
  );
  const rows = [...bySpeaker].map(([detector, runs]) => [detector, runs.length]);
  if (rows.length > 0) log(`\n${table(['detector', 'alarms'], rows)}`);
}

function printPeers(report: Report, peers: Peers, log: Log): void {
  const rows = ranking(report, peers).map((one) => [
    one.peer,
    one.recallWithEarly + one.falseAlarms > 0 ? decimal(one.precision) : '–',
    ...[decimal(one.recall), decimal(one.recallWithEarly), one.falseAlarms, one.delay ?? ''],
  ]);
  log(`\n${table(['detector', 'P', 'R', 'R+early', 'false', 'delay'], rows)}`);
}

function printList(title: string, runs: readonly Run[], log: Log): void {
  if (runs.length === 0) return;
  log(`\n${title} (${runs.length})`);
  for (const run of runs) log(`  ${itemOf(run)}`);
}

function itemOf({ case: { id, expect, category, by, span, events }, firing, acts }: Run): string {
  const due = by !== undefined ? `, due by ${by}` : span ? `, loop ${span[0]}–${span[1]}` : '';
  const kind = expect === 'loop' ? `${category}, ` : '';
  const head = `${id} [${kind}${events.length} events${due}]`;
  if (!firing) return head;
  const { event, rung, detectors, brief } = firing;
  const again = isBefore(span, event) ? acts.find((one) => !isBefore(span, one)) : undefined;
  const then = again === undefined ? '' : ` (again at ${again})`;
  return `${head}\n      at ${event}${then}, ${rung}: ${detectors.join(' + ')}: ${oneLine(brief)}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 160);
}

/** One trace, event by event: findings and interventions. */
export function printTrace({ name, runs }: Report, log: Log): void {
  for (const run of runs) {
    log(`\n${name}: ${itemOf(run)}\nmark: ${markOf(run.case, run.firing?.event)}`);
    run.case.events.forEach((event, i) => {
      const acted = run.acts.includes(i) ? '  ◀ stepped in' : '';
      log(`${String(i).padStart(4)}  ${oneLine(JSON.stringify(event))}${acted}`);
      for (const { detector, score, brief } of run.signals.filter((signal) => signal.event === i)) {
        log(`        ${detector} ${score.toFixed(2)}: ${oneLine(brief)}`);
      }
    });
  }
}
