import { byDetector } from './by-detector.js';
import { reliability } from './reliability.js';
import { type Peers, ranking } from './peers.js';
import { isLabelled, pooled, type Report, type RuleReport, runsBlocked, runsMarked } from './report.js';
import type { Run } from './run.js';
import { disturbanceOf, markOf } from './score.js';
import { shortfalls } from './targets.js';

/** One set as one line of JSON. */
export function lineOf(report: Report, peers: Peers): object {
  const { name, figures, runs } = report;
  return {
    ...figuresLine(report),
    misses: runsMarked(report, 'miss', 'late').map(itemOf),
    alarms: runsMarked(report, 'false', 'unlabelled').map(itemOf),
    blockedRuns: runsBlocked(report).map(itemOf),
    earlyFirings: runsMarked(report, 'early').map(itemOf),
    shortfalls: shortfalls(name, figures),
    ...(isLabelled(report) && { detectors: byDetector(report), reliability: reliability(runs) }),
    ...(peers.size > 0 && { peers: ranking(report, peers).map(rounded) }),
  };
}

/** The last line: all labelled sets together. */
export function pooledLine(reports: readonly Report[]): object {
  return figuresLine(pooled(reports));
}

function figuresLine(report: Report): object {
  const { name, figures, runs, rules } = report;
  const known = isLabelled(report) ? rounded(figures) : { traces: runs.length, ...disturbanceOf(runs) };
  return { set: name, ...known, rules: rules.map((rule) => ruleLine(rule, isLabelled(report))) };
}

function ruleLine({ rule, figures, fired }: RuleReport, isScored: boolean): object {
  if (!isScored) return { rule, fired };
  const { recall, falseAlarms, precision, delay } = figures;
  return rounded({ rule, fired, recall, falseAlarms, precision, delay });
}

function itemOf({ case: one, firing, blocked }: Run): object {
  const mark = markOf(one, firing?.event);
  if (!firing) return { id: one.id, mark };
  const { event, detectors, brief } = firing;
  return { id: one.id, mark, event, detectors, brief, ...(blocked !== undefined && { blocked }) };
}

function rounded(figures: object): object {
  return JSON.parse(JSON.stringify(figures, (_, value: unknown) => round(value))) as object;
}

function round(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value;
}
