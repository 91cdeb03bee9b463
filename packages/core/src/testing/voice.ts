import type { Category } from '../detection/category.js';
import type { Urgency } from '../detection/detector.js';
import type { Verdict, Voice } from '../verdict/verdict.js';

interface Said {
  readonly score?: number;
  readonly share?: number;
  /** As a detector alone, unless one is named. */
  readonly family?: string;
  readonly urgency?: Urgency;
  readonly identity?: string;
  readonly category?: Category;
  /** The event it was said at. */
  readonly at?: number;
}

/** A voice made up for a test. */
export function voice(detector: string, said: Said = {}): Voice {
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

export function verdict(status: Verdict['status'], primary: Voice = voice('one')): Verdict {
  return status === 'healthy'
    ? { status, score: 0, voices: [] }
    : { status, score: primary.signal.score, voices: [primary], primary };
}
