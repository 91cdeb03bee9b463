import { type Preset, presetOf, RutbreakError } from '@rutbreak/core';
import type { Report } from '@rutbreak/core/detectors';

/** on: its findings count; shadow: they are only recorded; off: it sees no events. */
export type DetectorMode = 'on' | 'shadow' | 'off';

type AnyDetector = Preset['detectors'][number];

/** A finding of a detector in shadow mode, for sinks. */
export interface ShadowReport extends Report {
  readonly event_type: 'shadow_detection';
  readonly detector: string;
  readonly category: string;
  readonly score: number;
  readonly identity: string;
  readonly count: number;
  readonly elements: readonly string[];
}

/** The preset with each detector in its mode. Throws a RutbreakError for an unknown detector. */
export function presetWith(id: string, modes: Readonly<Record<string, DetectorMode>>): Preset {
  const preset = presetOf(id);
  const known = preset.detectors.map(({ meta }) => meta.id);
  const unknown = Object.keys(modes).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new RutbreakError('OPTION_UNKNOWN', {
      ...{ option: `events.detectors.${unknown}`, hint: `Preset ${id} has: ${known.join(', ')}.` },
    });
  return { ...preset, detectors: preset.detectors.map((one) => inMode(one, modes[one.meta.id])) };
}

function inMode(detector: AnyDetector, mode: DetectorMode = 'on'): AnyDetector {
  if (mode === 'on') return detector;
  if (mode === 'off') return { ...detector, meta: { ...detector.meta, listens: [] } };
  return {
    ...detector,
    step(state, context, options) {
      const { signal, reports = [], state: next } = detector.step(state, context, options);
      if (!signal || signal.urgency === 'note') return { state: next, reports };
      const report: ShadowReport = {
        ...{ event_type: 'shadow_detection', detector: detector.meta.id, score: signal.score },
        category: detector.meta.messages[signal.messageId]?.category ?? 'unknown',
        ...{ identity: signal.identity, count: signal.evidence.count, elements: signal.evidence.elements },
      };
      return { state: next, reports: [...reports, report] };
    },
  };
}
