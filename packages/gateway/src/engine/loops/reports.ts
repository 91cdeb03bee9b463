import type { Report } from '@rutbreak/core/detectors';
import { broadcast, change, type Draft } from '../draft.js';
import type { ShadowReport } from '../detector-modes.js';

const MAX_SHADOWS = 10;

/** Broadcasts the reports of detectors. */
export function noteReports(draft: Draft, reports: readonly Report[], seq: number): void {
  for (const report of reports) {
    const facts = { session_id: draft.record.id, seq, at: draft.context.now };
    if (isShadow(report)) noteShadow(draft, report, seq);
    else if (report.event_type === 'loop_detection' || report.event_type === 'drift_alert')
      broadcast(draft, 'loops', { ...report, event_type: report.event_type, ...facts });
  }
}

function isShadow(report: Report): report is ShadowReport {
  return report.event_type === 'shadow_detection';
}

/** Broadcasts each loop of a detector in shadow mode once. */
function noteShadow(draft: Draft, report: ShadowReport, seq: number): void {
  const { id, shadows = [] } = draft.record;
  const name = `${report.detector} ${report.identity}`;
  if (shadows.includes(name)) return;
  change(draft, { shadows: [...shadows, name].slice(-MAX_SHADOWS) });
  draft.facts.push({ fact: { kind: 'report', session: id, report }, log: { loops: [], more: 0 } });
  broadcast(draft, 'loops', { ...report, session_id: id, seq, at: draft.context.now });
}
