import type { Category } from '../detection/category.js';
import { RutbreakError } from '../error.js';
import { computeHash } from '../fingerprint/sha256.js';
import { patternOf } from '../verdict/explain.js';
import { isRecord } from '../shared/json.js';
import { tame } from './render/quote.js';
import type { DecisionContext, PastAttempt } from './message-renderer.js';

export interface LoopMetadata {
  /** ISO 8601. */
  readonly detected_at: string;
  readonly loop_type: Category;
  /** `ping_pong: Read(a) and Edit(b) in turn, 2x` */
  readonly pattern: string;
  /** The same for every sighting of one loop. */
  readonly pattern_hash: string;
  readonly reset_count: number;
  readonly previous_attempts: readonly PastAttempt[];
}

/** The agent's work when the loop was found, with facts about the loop. Plain JSON. */
export interface CapturedPacket {
  readonly packet_id: string;
  readonly content: unknown;
  readonly loop_metadata: LoopMetadata;
}

export interface Capture {
  /** What to keep: a packet, a message, your own state. Must be plain JSON. */
  readonly content: unknown;
  /** Milliseconds. */
  readonly at: number;
  /** The capture of the previous reset: its attempt has now failed. */
  readonly previous?: CapturedPacket;
  /** False: the agent is not reset, and `reset_count` stays. */
  readonly isReset?: boolean;
  /** What was tried since then; default: the pattern of the previous reset. */
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
  const { content, at, previous, approach, isReset = true } = given;
  if (approach !== undefined && typeof approach !== 'string')
    throw shape('approach', approach, 'Use a text.');
  const detected = isoTime(at);
  const before = previous === undefined ? undefined : metadataOf(previous);
  const reset = (before?.reset_count ?? 0) + (isReset ? 1 : 0);
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

/** Copied, so that later changes to the caller's packet do not affect it. */
function plainCopy(content: unknown): unknown {
  try {
    const json = JSON.stringify(content) as string | undefined;
    if (json !== undefined) return JSON.parse(json);
  } catch {
    // A cycle, a BigInt, or a throwing getter.
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
  if (!isSound) throw shape('previous', packet, 'Pass what `capture` returned at the previous reset.');
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
