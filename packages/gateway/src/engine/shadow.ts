import type { Report } from '@rutbreak/core';
import { broadcast, change, type Draft } from './draft.js';
import type { ShadowReport } from './detector-modes.js';

const MAX_SHADOWS = 10;

/** What detectors in shadow have found is written down and told once a loop; nothing is done about it. */
export function noteShadows(draft: Draft, reports: readonly Report[], seq: number): void {
  for (const report of reports) if (isShadow(report)) noteShadow(draft, report, seq);
}

function isShadow(report: Report): report is ShadowReport {
  return report.event_type === 'shadow_detection';
}

function noteShadow(draft: Draft, report: ShadowReport, seq: number): void {
  const { id, shadows = [], log } = draft.record;
  const name = `${report.detector} ${report.identity}`;
  if (shadows.includes(name)) return;
  change(draft, { shadows: [...shadows, name].slice(-MAX_SHADOWS) });
  draft.facts.push({ fact: { kind: 'report', session: id, report }, log });
  broadcast(draft, 'loops', { ...report, session_id: id, seq, at: draft.scene.now });
}
