import { type Act, type Guard, redact, type SessionOptions, type Verdict } from '@rutbreak/core';
import type { Status } from '@rutbreak/core/edge';
import type { Prices } from '../config/prices.js';
import type { Intervention, TraceReport } from './trace-report.js';
import type { Span } from './finding.js';
import type { Origin } from './finding.js';
import type { Trace } from '../transcripts/trace.js';
import type { LeftOut } from './left-out.js';
import { countWaste } from './wasted.js';

export interface Scanned {
  readonly report: TraceReport;
  readonly origin: Origin;
  /** The loops, each in its last state. */
  readonly spans: readonly Span[];
  readonly leftOut: readonly LeftOut[];
}

const SESSION = 'scan';
const ORDER: readonly Status[] = ['healthy', 'suspicious', 'looping'];

interface ScanTraceOptions {
  readonly prices?: Prices | undefined;
  /** Options for the model of this trace. */
  readonly session?: SessionOptions | undefined;
}

/** Runs detection on every event of a trace in a new session. */
export function scanTrace(
  guard: Guard,
  trace: Trace,
  { prices, session: own }: ScanTraceOptions = {},
): Scanned {
  const { id, events, agent, model } = trace;
  guard.forget(SESSION);
  const session = guard.session(SESSION, own);
  const interventions: Intervention[] = [];
  const leftOut: LeftOut[] = [];
  const waste = countWaste();
  /** Maps the sequence numbers of the session to indices of the trace. */
  const indexOf: number[] = [];
  const spans = new Map<string, Span>();
  let worst = 0;

  events.forEach((event, index) => {
    const decision = session.observe(event);
    if (decision.kind === 'refused') {
      leftOut.push({ event: index, kind: (event as { kind?: unknown } | null)?.kind, refusal: decision });
      return;
    }
    indexOf[decision.seq] = index;
    worst = Math.max(worst, ORDER.indexOf(decision.verdict.status));
    waste.loop(decision.verdict, indexOf);
    addSpans(spans, decision.verdict, indexOf);
    if (decision.kind !== 'act') return;
    if (isGate(decision)) waste.gated(index);
    const intervention = interventionOf(decision, index, interventions);
    if (intervention) interventions.push(intervention);
  });
  const verdict = ORDER[worst] ?? 'healthy';
  const { wasted, tools } = waste.total(trace, prices);
  return {
    report: { trace: id, verdict, events: events.length, interventions, wasted },
    origin: { agent, model, tools, ...(worst > 0 && detailsOf(trace)) },
    spans: [...spans.values()],
    leftOut,
  };
}

const MAX_PROMPT = 160;

interface LooseEvent {
  readonly kind?: unknown;
  readonly role?: unknown;
  readonly text?: unknown;
  readonly at?: unknown;
}

/** For loops only: a report shows nothing of healthy traces. */
function detailsOf({ events, project = '' }: Trace): Pick<Origin, 'project' | 'prompt' | 'when'> {
  const folder = project.split(/[\\/]/).findLast((name) => name !== '');
  return { project: folder, prompt: firstPrompt(events), when: lastTime(events) };
}

function firstPrompt(events: readonly unknown[]): string | undefined {
  const turn = (events as readonly (LooseEvent | null)[]).find(
    (event) => event?.kind === 'turn' && event.role === 'user' && typeof event.text === 'string',
  );
  const text = typeof turn?.text === 'string' ? turn.text.trim() : '';
  return text === ''
    ? undefined
    : redact(text.slice(0, 4 * MAX_PROMPT))
        .replaceAll(/\s+/g, ' ')
        .slice(0, MAX_PROMPT);
}

function lastTime(events: readonly unknown[]): number | undefined {
  const last = (events as readonly (LooseEvent | null)[]).findLast((event) => typeof event?.at === 'number');
  return typeof last?.at === 'number' ? last.at : undefined;
}

function addSpans(spans: Map<string, Span>, { status, findings }: Verdict, indexOf: readonly number[]): void {
  if (status !== 'looping') return;
  for (const { category, brief, signal } of findings) {
    const before = spans.get(signal.identity)?.events ?? [];
    const now = signal.evidence.events.flatMap((seq) => indexOf[seq] ?? []);
    spans.set(signal.identity, { category, brief: redact(brief), events: [...new Set([...before, ...now])] });
  }
}

/** An earlier block or stop refused this event before detection, so the verdict has no findings. */
function isGate({ verdict }: Act): boolean {
  return verdict.findings.length === 0;
}

function interventionOf(act: Act, event: number, earlier: readonly Intervention[]): Intervention | undefined {
  const { rung, verdict } = act;
  const { primary, score, findings } = verdict;
  if (primary === undefined || findings.length === 0) {
    // The earlier intervention gives the reason. In a new session there is always one.
    const cause = earlier.findLast((one) => one.rung === rung);
    return cause && { ...cause, event };
  }
  const { category, brief } = primary;
  const detectors = findings.map(({ detector }) => detector);
  return { event, rung, category, score: Math.round(score * 1e4) / 1e4, detectors, brief: redact(brief) };
}
