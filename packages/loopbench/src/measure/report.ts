import type { Engine } from '@rutbreak/core/edge';
import { RULES } from '../rules/index.js';
import { firstFiringOf } from '../rules/rule.js';
import { type Run, runCase } from './run.js';
import { type Figures, figuresOf, type Mark, markFiring, markOf, markRun } from './score.js';
import type { DataSet } from '../data/sets.js';

/** The results of one reference rule on one set. */
export interface RuleReport {
  readonly rule: string;
  readonly figures: Figures;
  /** Traces on which it fires, with any label. */
  readonly fired: number;
}

/** One set with its runs and scores. */
export interface Report {
  readonly name: string;
  readonly runs: readonly Run[];
  readonly figures: Figures;
  readonly rules: readonly RuleReport[];
}

export function reportOf({ name, cases }: DataSet, engine: Engine): Report {
  const runs = cases.map((one) => runCase(engine, one));
  return { name, runs, figures: figuresOf(runs.map(markRun)), rules: ruleReports(runs) };
}

/** All labelled sets as one; texts that are fed in two ways count once. */
export function pooled(reports: readonly Report[]): Report {
  const runs = labelledRuns(reports);
  return { name: 'all', runs, figures: figuresOf(runs.map(markRun)), rules: ruleReports(runs) };
}

/** The runs of all labelled sets, each trace once. */
export function labelledRuns(reports: readonly Report[]): Run[] {
  return reports
    .filter((report) => isLabelled(report) && report.name !== 'degenerate-text-message')
    .flatMap(({ runs }) => runs);
}

function ruleReports(runs: readonly Run[]): RuleReport[] {
  return RULES.map((rule) => {
    const marked = runs.map(({ case: one }) => markFiring(one, firstFiringOf(rule, one.events)));
    const fired = marked.filter((one) => one.fired !== undefined).length;
    return { rule: rule.id, figures: figuresOf(marked), fired };
  });
}

export function isLabelled({ figures }: Report): boolean {
  return figures.loops + figures.healthy > 0;
}

/** The runs with that end; of unlabelled traces only those that fired. */
export function runsMarked({ runs }: Report, ...marks: readonly Mark[]): Run[] {
  return runs.filter(({ case: one, firing }) => {
    const mark = markOf(one, firing?.event);
    return marks.includes(mark) && (mark !== 'unlabelled' || firing !== undefined);
  });
}

/** Runs that were blocked without being labelled as loops. */
export function runsBlocked({ runs }: Report): Run[] {
  return runs.filter(({ case: { expect }, blocked }) => expect !== 'loop' && blocked !== undefined);
}
