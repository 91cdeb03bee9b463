import { worthOf } from './by-detector.js';
import { reliability } from './calibration.js';
import { type Peers, rankedPeers } from './peers.js';
import { isLabelled, type Report, runsMarked } from './report.js';
import type { Run } from './run.js';
import { markOf } from './score.js';
import { shortfalls } from './targets.js';

/** One set as one line of JSON. */
export function lineOf(report: Report, peers: Peers): object {
  const { name, figures, crossValidated, agreement, runs } = report;
  return {
    set: name,
    ...(isLabelled(report) && rounded(figures)),
    ...(crossValidated && { crossValidated: rounded(crossValidated) }),
    ...(agreement !== undefined && rounded({ agreement })),
    misses: runsMarked(report, 'miss', 'late').map(itemOf),
    alarms: runsMarked(report, 'false', 'unlabelled').map(itemOf),
    earlyFirings: runsMarked(report, 'early').map(itemOf),
    shortfalls: shortfalls(name, figures),
    ...(isLabelled(report) && { detectors: worthOf(report), reliability: reliability(runs) }),
    ...(peers.size > 0 && { peers: rankedPeers(report, peers).map(rounded) }),
  };
}

function itemOf({ case: one, firing }: Run): object {
  const mark = markOf(one, firing?.event);
  if (!firing) return { id: one.id, mark };
  const { event, detectors, brief } = firing;
  return { id: one.id, mark, event, detectors, brief };
}

function rounded(figures: object): object {
  return JSON.parse(JSON.stringify(figures, (_, value: unknown) => round(value))) as object;
}

function round(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value;
}
