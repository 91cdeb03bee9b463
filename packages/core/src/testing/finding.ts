import type { Category } from '../detection/category.js';
import type { Urgency } from '../detection/detector.js';
import type { Verdict, Finding } from '../verdict/verdict.js';

interface FindingFields {
  readonly score?: number;
  readonly share?: number;
  /** As if from a single detector, unless one is named. */
  readonly family?: string;
  readonly urgency?: Urgency;
  readonly identity?: string;
  readonly category?: Category;
  /** The event of the finding. */
  readonly at?: number;
}

/** An artificial finding for a test. */
export function finding(detector: string, said: FindingFields = {}): Finding {
  const {
    score = 0.8,
    share,
    family = detector,
    urgency = 'warn',
    identity = 'it',
    category = 'TOOL_REPETITION',
    at = 0,
  } = said;
  const evidence = {
    events: [at],
    elements: ['x'],
    count: 3,
    window: 10,
    first: at,
    last: at,
    examples: ['x'],
    variations: [],
  };
  const sure = { score, ...(share !== undefined && { share }) };
  const signal = { messageId: 'made-up', ...sure, urgency, identity, data: {}, evidence };
  return { detector, family, signal, category, brief: `${detector} speaks` };
}

export function verdict(status: Verdict['status'], primary: Finding = finding('one')): Verdict {
  return status === 'healthy'
    ? { status, score: 0, findings: [] }
    : { status, score: primary.signal.score, findings: [primary], primary };
}
