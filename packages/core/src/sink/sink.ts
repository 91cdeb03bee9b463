import type { Report } from '../detection/detector.js';
import type { Finding } from '../verdict/verdict.js';
import type { Decided } from './decided.js';
import { type LoopLog, logDecision, logOutcome, NO_LOOPS } from './loop-log.js';
import { countDecision, countFalsePositive, countOverride, countRecovery, type Metrics } from './metrics.js';
import { type Notification, notificationOf } from './notification.js';

/** What a sink receives. Each fact stands alone and is plain JSON. */
export type SinkFact = { readonly session: string; readonly at?: number } & (
  | {
      readonly kind: 'decision';
      readonly decision: Decided;
      readonly notification?: Notification;
      readonly latency?: number;
    }
  | { readonly kind: 'report'; readonly report: Report }
  | {
      readonly kind: 'recovery';
      readonly isRecovered: boolean;
      readonly strategy?: string;
      /** The loop; absent: the newest open one. */
      readonly loop?: Finding;
    }
  | { readonly kind: 'override'; readonly type?: string; readonly resets: number }
  | { readonly kind: 'false-positive'; readonly type?: string }
);

/**
 * The target of reports, decisions and metrics: a log, a webhook, a page. The edge calls it after it has
 * acted. A sink handles its own errors: a full disk is no reason to stop an agent.
 */
export interface Sink {
  readonly tell: (fact: SinkFact) => void;
}

/** The facts about one decision: the decision if it acts, outcomes of earlier loops, its reports. */
export function factsOf(
  session: string,
  decision: Decided,
  { at, latency, resets }: { at?: number; latency?: number; resets?: number } = {},
): readonly SinkFact[] {
  if (decision.kind === 'refused') return [];
  const stamp = { session, ...(at !== undefined && { at }) };
  const recoveries = (decision.recoveries ?? []).map(({ outcome, strategy, loop }) => ({
    ...{ kind: 'recovery' as const, ...stamp, isRecovered: outcome === 'successful', strategy, loop },
  }));
  const reports = decision.reports.map((report) => ({ kind: 'report' as const, ...stamp, report }));
  const isQuiet = decision.kind === 'proceed' && decision.verdict.status === 'healthy';
  if (isQuiet && latency === undefined) return [...recoveries, ...reports];
  const notification = notificationOf(decision, { session, ...(resets !== undefined && { resets }) });
  const told: SinkFact = {
    ...{ kind: 'decision', ...stamp, decision },
    ...(notification && { notification }),
    ...(latency !== undefined && { latency }),
  };
  // The outcome of a loop comes after the report that it is back, so that it stays with the loop.
  return [told, ...recoveries, ...reports];
}

/** The totals of one session: its loops, and metrics of all sessions. */
export interface Tally {
  readonly metrics: Metrics;
  readonly log: LoopLog;
}

/** Adds one fact of this session. Pure, so that any sink can count. */
export function countFact(
  { metrics, log = NO_LOOPS }: Partial<Pick<Tally, 'log'>> & Pick<Tally, 'metrics'>,
  fact: SinkFact,
): Tally {
  switch (fact.kind) {
    case 'decision': {
      const { decision, latency } = fact;
      const counted = countDecision(metrics, decision, { log, ...(latency !== undefined && { latency }) });
      return { metrics: counted, log: logDecision(log, decision) };
    }
    case 'recovery':
      return {
        metrics: countRecovery(metrics, fact.isRecovered),
        log: logOutcome(log, fact.isRecovered, fact.loop && { primary: fact.loop }),
      };
    case 'override':
      return { metrics: countOverride(metrics, fact), log };
    case 'false-positive':
      return { metrics: countFalsePositive(metrics, fact), log };
    case 'report':
      return { metrics, log };
  }
}
