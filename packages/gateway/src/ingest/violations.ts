import { createHash } from 'node:crypto';
import { broadcastOf } from '../api/stream.js';
import { createSlices } from '../engine/slices.js';
import type { NewBroadcast } from '../store/store.js';
import type { IngestParts } from './intake.js';

/** A message that is not a DecisionLog. */
export interface Violation {
  readonly item: unknown;
  /** The raw body, if it was a single message. */
  readonly raw: Buffer | undefined;
  readonly field: string;
  readonly message: string;
}

const MAX_NAME = 256;

/** Broadcasts the violations in one transaction. Only a hash of the payload is stored, and detection never sees it. */
export async function recordViolations(
  violations: readonly Violation[],
  { engine, store, now }: IngestParts,
): Promise<void> {
  const at = now();
  const pause = createSlices();
  const broadcasts: NewBroadcast[] = [];
  const sessions = new Set<string>();
  for (const { item, raw, field, message } of violations) {
    const named = guess(item);
    const raw_payload_hash = createHash('sha256')
      .update(raw ?? jsonOf(item))
      .digest('hex');
    const body = { event_type: 'schema_violation', ...named, field, message, at, raw_payload_hash } as const;
    broadcasts.push(broadcastOf('gateway:violations', at, body));
    if (named.session_id !== null) sessions.add(named.session_id);
    await pause();
  }
  await store.append({ broadcasts, audit: [] });
  await engine.submitAll(
    'violation',
    [...sessions].map((session) => ({ session, input: null })),
  );
}

function jsonOf(item: unknown): string {
  try {
    return item === undefined ? '' : JSON.stringify(item);
  } catch {
    // Nested too deeply to serialize.
    return '';
  }
}

type Json = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};

/** The session and agent of the message, if it names them. */
function guess(item: unknown): { readonly session_id: string | null; readonly agent_id: string | null } {
  const name = (value: unknown): string | null =>
    typeof value === 'string' && value !== '' && value.length <= MAX_NAME ? value : null;
  const meta = objectOf(objectOf(item)['meta']);
  const identity = objectOf(objectOf(item)['identity']);
  const agent = name(identity['agent_id']);
  const cluster = name(meta['cluster_id']);
  const session = name(meta['session_id']) ?? (agent && cluster ? `${cluster}/${agent}` : agent);
  return { session_id: session, agent_id: agent };
}
