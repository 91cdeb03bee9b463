import type { GatewayClientOptions, GatewayOrder, GatewayTrouble } from './options.js';
import { errorText, readOrder, refusalsIn } from './order.js';
import type { HttpReply, Poster } from './http-post.js';
import type { Queue } from './queue.js';
import type { Spool } from './spool.js';

export interface SendOptions extends Pick<GatewayClientOptions, 'session' | 'agent'> {
  readonly queue: Queue;
  readonly spool: Spool;
  readonly timeoutMs: number;
  readonly maxBackoffMs: number;
  readonly onOrder: (order: GatewayOrder) => void;
  readonly report: (code: GatewayTrouble['code'], message: string) => void;
}

/** How far the gateway has acknowledged the events. */
export interface SendState {
  /** The number of the oldest event in the queue. The first request asks the gateway for it. */
  base: number | null;
  /** Events before it are lost. */
  isGap: boolean;
  isEndWanted: boolean;
  /** The caller asked for the newest order. */
  isCheckWanted: boolean;
  batchSize: number;
  /** What became of actions, not yet acknowledged. */
  outcomes: readonly object[];
  /** Failures since the last success, and the last error code reported. */
  tries: number;
  trouble: string;
}

const MAX_BATCH = 200;
const MAX_BATCH_BYTES = 1024 * 1024;
const FIRST_BACKOFF = 250;
const MAX_RETRY_AFTER = 60_000;

export function newSendState(): SendState {
  return {
    ...{ base: null, isGap: false, isEndWanted: false, isCheckWanted: false },
    ...{ batchSize: MAX_BATCH, outcomes: [], tries: 0, trouble: '' },
  };
}

/** The gateway takes no more in one request. */
const MAX_OUTCOMES = 50;

export function withOutcomes({ outcomes }: SendState, more: readonly object[]): readonly object[] {
  return [...outcomes, ...more].slice(-MAX_OUTCOMES);
}

/** There is something to send besides events. */
export function hasReports({ outcomes, isEndWanted, isCheckWanted }: SendState): boolean {
  return outcomes.length > 0 || isEndWanted || isCheckWanted;
}

/** The batch in flight. */
interface Sent {
  readonly count: number;
  /** The number after its last event; null for the request that asks for the first number. */
  readonly end: number | null;
  readonly isEnd: boolean;
  readonly outcomes: readonly object[];
}

const NOTHING_SENT: Sent = { count: 0, end: null, isEnd: false, outcomes: [] };

/** Sends one batch. Resolves to the milliseconds to wait before the next one. */
export async function sendBatch(state: SendState, poster: Poster, options: SendOptions): Promise<number> {
  state.isCheckWanted = false;
  const { body, sent } = nextBody(state, options);
  const answer = await poster.post(body, options.timeoutMs).catch((error: unknown) => error as Error);
  if (answer instanceof Error) return retryLater(state, options, 'UNREACHABLE', answer.message, 0);
  return handleReply(state, options, answer, sent);
}

function nextBody(
  { base, isGap, isEndWanted, batchSize, outcomes }: SendState,
  { session, agent, queue }: SendOptions,
): { readonly body: string; readonly sent: Sent } {
  const facts = { session, ...(agent && { agent }) };
  if (base === null) return { body: JSON.stringify({ ...facts, events: [] }), sent: NOTHING_SENT };
  const events = queue.first(batchSize, MAX_BATCH_BYTES);
  const isEnd = isEndWanted && events.length === queue.size();
  const head = JSON.stringify({
    ...{ ...facts, firstSeq: base },
    ...(isGap && { gap: true }),
    ...(outcomes.length > 0 && { outcomes }),
    ...(isEnd && { end: true }),
  });
  // The events are JSON already.
  const body = `${head.slice(0, -1)},"events":[${events.join(',')}]}`;
  return { body, sent: { count: events.length, end: base + events.length, isEnd, outcomes } };
}

function handleReply(state: SendState, options: SendOptions, answer: HttpReply, sent: Sent): number {
  const { status, body, retryAfter } = answer;
  if (status === 200) return accept(state, options, body, sent);
  const why = `the gateway answers ${status}${errorText(body)}`;
  if (status === 409 && !state.isGap) {
    // The client no longer has the missing events.
    state.isGap = true;
    return 0;
  }
  const isUnfit = status === 413 || status === 400 || status === 422;
  if (isUnfit && sent.count > 0) return splitBatch(state, options, sent, why);
  const code = status === 429 || status >= 500 ? 'UNREACHABLE' : 'REFUSED';
  return retryLater(state, options, code, why, retryAfter);
}

function accept(state: SendState, options: SendOptions, body: HttpReply['body'], sent: Sent): number {
  const next = body['nextSeq'];
  if (typeof next !== 'number')
    return retryLater(state, options, 'REFUSED', 'the server at this address is not a gateway', 0);
  const { batchSize } = state;
  Object.assign(state, { tries: 0, trouble: '', batchSize: Math.min(MAX_BATCH, batchSize * 2) });
  advance(state, options, next, sent.end);
  if (sent.isEnd) state.isEndWanted = false;
  state.outcomes = state.outcomes.filter((one) => !sent.outcomes.includes(one));
  for (const refusal of refusalsIn(body)) options.report('EVENT', refusal);
  options.onOrder(readOrder(body));
  return 0;
}

/** The queue may have dropped its oldest events while the batch was in flight. */
function advance(state: SendState, { queue, spool }: SendOptions, next: number, end: number | null): void {
  const { base } = state;
  if (end === null || base === null) {
    state.base = next;
    spool.note(0, state);
    return;
  }
  const done = Math.max(0, end - base);
  if (end >= base) Object.assign(state, { base: Math.max(next, end), isGap: false });
  queue.drop(done);
  spool.note(done, state);
}

/** The gateway rejects an event in the batch. Halves the batch until the bad event is alone, and then drops it. */
function splitBatch(
  state: SendState,
  { queue, spool, report }: SendOptions,
  { count }: Sent,
  why: string,
): number {
  state.batchSize = Math.max(1, Math.floor(count / 2));
  if (count > 1) return 0;
  queue.drop(1);
  spool.note(1, state);
  report('EVENT', why);
  return 0;
}

/** Exponential backoff with jitter. */
function retryLater(
  state: SendState,
  { maxBackoffMs, queue, report }: SendOptions,
  code: GatewayTrouble['code'],
  why: string,
  retryAfter: number,
): number {
  if (state.trouble !== code) report(code, `${why}; ${queue.size()} events wait`);
  state.trouble = code;
  const most = Math.min(maxBackoffMs, FIRST_BACKOFF * 2 ** Math.min(state.tries++, 20));
  return Math.max(Math.min(retryAfter, MAX_RETRY_AFTER), most * (0.5 + Math.random() / 2));
}

/** The queue dropped this many events before they could be sent. */
export function noteLost(state: SendState, { spool, report }: SendOptions, count: number): void {
  if (state.base !== null) Object.assign(state, { base: state.base + count, isGap: true });
  spool.note(count, state);
  report('DROPPED', `${count} events were dropped: too many wait for the gateway`);
}

/** Continues with the events that the last process left in the spool. */
export async function resume(state: SendState, options: SendOptions): Promise<void> {
  const { events, base, isGap } = await options.spool.load();
  Object.assign(state, { base, isGap });
  const gone = options.queue.putBack(events);
  if (gone > 0) noteLost(state, options, gone);
}
