import { createHash } from 'node:crypto';
import {
  type DecisionLog,
  decisionLogShape,
  type MessageAck,
  type RefusedItem,
} from '../api/decision-log.js';
import type { SessionEngine } from '../engine/engine.js';
import type { Settings } from '../engine/settings.js';
import type { Call, Handlers } from '../http/handler.js';
import { firstIssue } from '../http/parts.js';
import { HttpProblem } from '../http/problem.js';
import type { Store } from '../store/store.js';
import { cleanMessage } from './clean.js';

export interface IngestParts {
  readonly engine: SessionEngine;
  readonly store: Store;
  readonly settings: () => Settings;
  readonly now: () => number;
  readonly admit: (session: string) => Promise<void>;
}

const MAX_BATCH = 1000;

export function messageHandlers(parts: IngestParts): Pick<Handlers, 'postMessages'> {
  return {
    async postMessages(call) {
      const { items, isBatch } = readItems(call.body);
      if (items.length > MAX_BATCH)
        throw new HttpProblem('INVALID_FIELD', `At most ${MAX_BATCH} messages at once.`, {
          field: 'messages',
        });
      if (!isBatch) return answerOne(await takeOne(items[0], false, call, parts));
      const taken = await Promise.all(items.map((item) => takeOne(item, true, call, parts).catch(putOff)));
      const results = taken.map((one) => (one instanceof HttpProblem ? refusedFor(one) : one));
      const accepted = results.filter(({ status }) => status === 'accepted').length;
      const late = taken.find((one) => one instanceof HttpProblem);
      // Nothing was taken, and all of it may be later: one answer says so.
      if (accepted === 0 && late) throw late;
      if (accepted === 0 && results.length > 0) void call.reply.status(422);
      return { accepted, refused: results.length - accepted, results };
    },
  };
}

/** One session may be too much while others are not; a store that does not answer is everybody's trouble. */
function putOff(error: unknown): HttpProblem {
  if (error instanceof HttpProblem && error.status === 429) return error;
  throw error;
}

function refusedFor({ code, message }: HttpProblem): RefusedItem {
  return { status: 'refused', code, field: '', message };
}

function readItems(body: unknown): { readonly items: readonly unknown[]; readonly isBatch: boolean } {
  if (Array.isArray(body)) return { items: body, isBatch: true };
  const { messages } = (typeof body === 'object' && body !== null ? body : {}) as { messages?: unknown };
  return Array.isArray(messages) ? { items: messages, isBatch: true } : { items: [body], isBatch: false };
}

function answerOne(result: MessageAck | RefusedItem | undefined): MessageAck {
  if (result?.status === 'accepted') return result;
  const { code = 'SCHEMA_VIOLATION', field = '', message = '' } = result ?? {};
  const known = code === 'SEQUENCE_GAP' || code === 'OVERLOADED' ? code : 'SCHEMA_VIOLATION';
  throw new HttpProblem(known, message, {
    ...{ field, hint: 'See docs/api.md for what a DecisionLog must have.' },
    ...(known === 'OVERLOADED' && { retryAfter: 5 }),
  });
}

async function takeOne(
  item: unknown,
  isBatch: boolean,
  { request }: Call,
  parts: IngestParts,
): Promise<MessageAck | RefusedItem> {
  const read = decisionLogShape.safeParse(item);
  if (!read.success) {
    const issue = firstIssue(read.error);
    await violate(item, issue, isBatch ? undefined : request.rawText, parts);
    return { status: 'refused', code: 'SCHEMA_VIOLATION', ...issue };
  }
  const session = sessionOf(read.data);
  await parts.admit(session);
  const message = cleanMessage(read.data, parts.settings().config.privacy.metadataOnly);
  const bytes = (request.rawText?.length ?? 1000) / (isBatch ? 10 : 1);
  const { reply, version } = await parts.engine.submit<'message'>(
    session,
    { kind: 'message', message },
    bytes,
  );
  return reply.status === 'accepted' ? { ...reply, version } : reply;
}

function sessionOf({ meta, identity }: Pick<DecisionLog, 'meta' | 'identity'>): string {
  if (meta.session_id != null) return meta.session_id;
  return meta.cluster_id == null ? identity.agent_id : `${meta.cluster_id}/${identity.agent_id}`;
}

/** What was wrong is told and kept, what was sent is not: only its hash. It never touches a window. */
async function violate(
  item: unknown,
  { field, message }: { readonly field: string; readonly message: string },
  raw: string | undefined,
  { engine, store, now }: IngestParts,
): Promise<void> {
  const at = now();
  const { session, agent } = guess(item);
  const body = {
    ...{ event_type: 'schema_violation', session_id: session, agent_id: agent, field, message, at },
    raw_payload_hash: createHash('sha256')
      .update(raw ?? jsonOf(item))
      .digest('hex'),
  };
  await store.append({
    broadcasts: [{ topic: 'gateway:violations', at, body: JSON.stringify(body) }],
    audit: [],
  });
  if (session !== null) await engine.submit<'violation'>(session, { kind: 'violation' });
}

function jsonOf(item: unknown): string {
  try {
    return item === undefined ? '' : JSON.stringify(item);
  } catch {
    // Too deep to be written out.
    return '';
  }
}

const MAX_NAME = 256;

/** Whose it seems to be, where it says so. */
function guess(item: unknown): { readonly session: string | null; readonly agent: string | null } {
  const part = (name: string): Readonly<Record<string, unknown>> => {
    const value = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>;
    const found = value[name];
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  };
  const name = (value: unknown): string | null =>
    typeof value === 'string' && value !== '' && value.length <= MAX_NAME ? value : null;
  const [meta, identity] = [part('meta'), part('identity')];
  const agent = name(identity['agent_id']);
  const cluster = name(meta['cluster_id']);
  const session = name(meta['session_id']) ?? (agent && cluster ? `${cluster}/${agent}` : agent);
  return { session, agent };
}
