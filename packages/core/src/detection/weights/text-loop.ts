import type { Channel } from '../../event/event.js';
import { oneLine } from '../../event/label.js';
import { HARD } from '../../stream/limits.js';
import type { TextFinding } from '../../stream/reader.js';
import { endStream, type TextStream } from '../../stream/text-stream.js';
import type { Signal } from '../detector.js';
import { evidenceOf } from '../evidence.js';

type MessageId = 'token' | 'phrase' | 'counter' | 'block' | 'stale';

export type Streams = Readonly<Record<Channel, TextStream | undefined>>;

export const NO_STREAMS: Streams = { text: undefined, reasoning: undefined, arguments: undefined };
/** Shorter units count as tokens, longer ones as phrases. */
const TOKEN = 20;
/** The longest unit, in characters. */
const LOOKED_BACK = 2000;

export function endAll({ text, reasoning, arguments: args }: Streams): void {
  for (const open of [text, reasoning, args]) if (open) endStream(open);
}

/** Field by field: this runs for every few characters, and a spread costs more than reading them. */
export function keepStream(streams: Streams, channel: Channel, open: TextStream): Streams {
  const { text, reasoning, arguments: args } = streams;
  if (channel === 'text') return { text: open, reasoning, arguments: args };
  return channel === 'reasoning'
    ? { text, reasoning: open, arguments: args }
    : { text, reasoning, arguments: open };
}

export function signalOf(finding: TextFinding, seq: number): Signal<MessageId> {
  const { by, period, count, level } = finding;
  const messageId = by === 'period' ? (period < TOKEN ? 'token' : 'phrase') : by;
  const unit = oneLine(finding.unit.trim(), 60) || 'blanks';
  const score = by === 'period' ? 0.97 : 0.92;
  const urgency = level === HARD ? 'hard' : 'warn';
  // A text is cut off at about twice the length at which it is flagged.
  const share = level === HARD ? 2 : 1;
  return {
    ...{ messageId, score, share, urgency, identity: `text:${finding.identity}`, data: { unit, count } },
    evidence: evidenceOf([{ seq, label: unit }], { window: LOOKED_BACK, count }),
  };
}
