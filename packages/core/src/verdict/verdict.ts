import type { Category } from '../detection/category.js';
import type { AnyDetector, Cap, Signal } from '../detection/detector.js';
import { probabilityOf } from './calibration.js';
import { fill } from './fill.js';

export type Status = 'healthy' | 'suspicious' | 'looping';

/**
 * A signal with its detector and its derived facts.
 *
 * @example
 * ```ts
 * import { createGuard, type Finding } from '@rutbreak/core';
 * const session = createGuard().session('run-1');
 * const status = { tool: 'Bash', args: { command: 'git status' }, result: 'clean' };
 * const decisions = [1, 2, 3, 4, 5].map(() => session.after(status));
 * const last = decisions.at(-1)!;
 * const idsOf = (findings: readonly Finding[]): readonly string[] => findings.map((one) => one.detector);
 * last.kind === 'act' && idsOf(last.verdict.findings).includes('repeated-call'); // => true
 * ```
 */
export interface Finding {
  readonly detector: string;
  readonly family: string;
  readonly signal: Signal;
  readonly category: Category;
  /** The hardest rung that it justifies; absent: any. */
  readonly cap?: Cap;
  /** For a status line: `Bash(git status) called 5x`. */
  readonly brief: string;
}

/**
 * The combination of all signals about one event.
 *
 * @example
 * ```ts
 * import { createGuard, type Verdict } from '@rutbreak/core';
 * const session = createGuard().session('run-1');
 * const status = { tool: 'Bash', args: { command: 'git status' }, result: 'clean' };
 * const decisions = [1, 2, 3, 4, 5].map(() => session.after(status));
 * const last = decisions.at(-1)!;
 * const isSure = ({ status, score }: Verdict): boolean => status === 'looping' && score > 0.5;
 * last.kind === 'act' && isSure(last.verdict); // => true
 * ```
 */
export interface Verdict {
  readonly status: Status;
  /** The probability of a loop, if the preset is calibrated; 0 when healthy. */
  readonly score: number;
  readonly findings: readonly Finding[];
  /** The finding that names the loop. */
  readonly primary?: Finding;
}

export const HEALTHY: Verdict = { status: 'healthy', score: 0, findings: [] };

/** The cause of a rung that an earlier event has set. */
export function verdictOfCause(cause: Finding | null): Verdict {
  if (cause === null) return { status: 'looping', score: 0, findings: [] };
  return { status: 'looping', score: cause.signal.score, findings: [], primary: cause };
}

export function findingOf({ meta }: Pick<AnyDetector, 'meta'>, signal: Signal): Finding {
  const message = meta.messages[signal.messageId]!;
  const cap = message.cap ?? meta.cap;
  return {
    detector: meta.id,
    family: message.family ?? meta.family ?? meta.id,
    signal: calibrated(meta, signal),
    category: message.category,
    ...(cap && cap !== 'stop' && { cap }),
    brief: fill(message.text, signal.data),
  };
}

/** The brief of a finding of one of these detectors, with another count. */
export function briefFrom(
  detectors: readonly Pick<AnyDetector, 'meta'>[],
  { detector, signal, brief }: Finding,
  count: number,
): string {
  const message = detectors.find(({ meta }) => meta.id === detector)?.meta.messages[signal.messageId];
  return message ? fill(message.text, { ...signal.data, count }) : brief;
}

function calibrated({ mechanism }: AnyDetector['meta'], signal: Signal): Signal {
  if (mechanism === undefined || signal.share === undefined) return signal;
  return { ...signal, score: probabilityOf(mechanism, signal.share) };
}

/** For how many events a session keeps a sign that its detector no longer gives. */
export const STANDS = 8;

/** The part of a finding that still counts after its event. Small: every session keeps one per detector. */
export interface RecentFinding {
  readonly detector: string;
  readonly family: string;
  readonly signal: Pick<Signal, 'score' | 'share'> & { readonly evidence: { readonly last: number } };
  /** The detector has looked again since, and found nothing. */
  readonly isOver?: true;
}

export function toRecentFinding({
  detector,
  family,
  signal: { score, share, evidence },
}: Finding): RecentFinding {
  const known = { score, ...(share !== undefined && { share }) };
  return { detector, family, signal: { ...known, evidence: { last: evidence.last } } };
}
