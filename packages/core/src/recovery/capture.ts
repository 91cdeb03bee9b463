import type { Category } from '../detection/category.js';
import { RutbreakError } from '../error.js';
import { computeHash } from '../fingerprint/sha256.js';
import { patternOf } from '../verdict/explain.js';
import { isRecord } from './history/dialect.js';
import { tame } from './render/quote.js';
import type { DecisionContext, PastAttempt } from './message-renderer.js';

export interface LoopMetadata {
  /** ISO 8601. */
  readonly detected_at: string;
  readonly loop_type: Category;
  /** `ping_pong: Read(a) and Edit(b) in turn, 2x` */
  readonly pattern: string;
  /** Equal for the same loop seen again, however often. */
  readonly pattern_hash: string;
  readonly reset_count: number;
  readonly previous_attempts: readonly PastAttempt[];
}

/** What the agent was at when the loop was found, with what is known of the loop. Plain JSON. */
export interface CapturedPacket {
  readonly packet_id: string;
  readonly content: unknown;
  readonly loop_metadata: LoopMetadata;
}

export interface Capture {
  /** What to keep: a packet, a message, a state of your own. Must be plain JSON. */
  readonly content: unknown;
  /** Milliseconds. */
  readonly at: number;
  /** What was captured at the reset before: its attempt has now failed. */
  readonly previous?: CapturedPacket;
  /** What was tried since then; else the pattern of the reset before stands for it. */
  readonly approach?: string;
}

const MAX_ATTEMPTS = 10;
const MAX_APPROACH = 200;

/** Keeps the last packet with the loop's metadata: the first step of capture, reset, re-inject, resume. */
export function capture(context: DecisionContext, given: Capture): CapturedPacket {
  const verdict = (context as Partial<DecisionContext> | null | undefined)?.verdict;
  const primary = verdict?.primary;
  if (!primary) throw shape('verdict', verdict?.status, 'Pass the decision that found the loop.');
  if (!isRecord(given)) throw shape('packet', given, 'Use { content, at }.');
  const { content, at, previous, approach } = given;
  if (approach !== undefined && typeof approach !== 'string')
    throw shape('approach', approach, 'Use a text.');
  const detected = isoTime(at);
  const before = previous === undefined ? undefined : metadataOf(previous);
  const reset = (before?.reset_count ?? 0) + 1;
  const hash = computeHash({ category: primary.category, identity: primary.signal.identity });
  const failed = before && {
    approach_summary: tame(approach ?? before.pattern, MAX_APPROACH),
    failed_at: detected,
  };
  return {
    packet_id: `${hash.slice(0, 16)}-${reset}`,
    content: plainCopy(content),
    loop_metadata: {
      detected_at: detected,
      loop_type: primary.category,
      pattern: patternOf(primary),
      pattern_hash: hash,
      reset_count: reset,
      previous_attempts: [...(before?.previous_attempts ?? []), ...(failed ? [failed] : [])].slice(
        -MAX_ATTEMPTS,
      ),
    },
  };
}

function isoTime(at: unknown): string {
  const time = typeof at === 'number' ? new Date(at) : undefined;
  if (!time || Number.isNaN(time.getTime())) throw shape('at', at, 'Use milliseconds since 1970.');
  return time.toISOString();
}

/** What is kept must not change when the caller's packet does. */
function plainCopy(content: unknown): unknown {
  try {
    const json = JSON.stringify(content) as string | undefined;
    if (json !== undefined) return JSON.parse(json);
  } catch {
    // A ring, a big number, or a getter that threw.
  }
  throw shape('content', content, 'Use plain JSON: objects, lists, texts, numbers.');
}

function metadataOf(packet: unknown): LoopMetadata {
  const metadata = isRecord(packet) ? packet['loop_metadata'] : undefined;
  const given: Readonly<Record<string, unknown>> = isRecord(metadata) ? metadata : {};
  const { reset_count: count, pattern, previous_attempts: attempts } = given;
  const isSound =
    Number.isInteger(count) &&
    typeof pattern === 'string' &&
    Array.isArray(attempts) &&
    attempts.every(isAttempt);
  if (!isSound) throw shape('previous', packet, 'Pass what `capture` returned at the reset before.');
  return given as unknown as LoopMetadata;
}

function isAttempt(value: unknown): boolean {
  return (
    isRecord(value) && typeof value['approach_summary'] === 'string' && typeof value['failed_at'] === 'string'
  );
}

function shape(field: string, got: unknown, hint: string): RutbreakError {
  return new RutbreakError('PACKET_SHAPE', { field, got, hint });
}
