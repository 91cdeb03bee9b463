import type { GatewayClientOptions, GatewayOrder, GatewayTrouble } from './options.js';
import { readOrder, refusalsIn, whyIn } from './answer.js';
import type { Answer, Poster } from './post.js';
import type { Queue } from './queue.js';
import type { Spool } from './spool.js';

export interface ExchangeOptions extends Pick<GatewayClientOptions, 'session' | 'agent'> {
  readonly queue: Queue;
  readonly spool: Spool;
  readonly timeoutMs: number;
  readonly maxBackoffMs: number;
  readonly onOrder: (order: GatewayOrder) => void;
  readonly tell: (code: GatewayTrouble['code'], message: string) => void;
}

/** Where the exchange with the gateway stands. */
export interface Ledger {
  /** The number of the oldest event that waits: the gateway is asked for it first. */
  base: number | null;
  /** Numbers before it are lost. */
  isGap: boolean;
  isEndWanted: boolean;
  batchSize: number;
  /** Failures since something was taken in, and what kind was last told of. */
  tries: number;
  trouble: string;
}

const MAX_BATCH = 200;
const MAX_BATCH_BYTES = 1024 * 1024;
const FIRST_BACKOFF = 250;
const LONGEST_WISH = 60_000;

export function newLedger(): Ledger {
  return { base: null, isGap: false, isEndWanted: false, batchSize: MAX_BATCH, tries: 0, trouble: '' };
}

/** What is under way. */
interface Sent {
  readonly count: number;
  /** The number after its last event; null where it only asks for the number to begin with. */
  readonly end: number | null;
  readonly isEnd: boolean;
}

/** One batch; how long to wait before the next one. */
export async function exchange(ledger: Ledger, poster: Poster, options: ExchangeOptions): Promise<number> {
  const { body, sent } = nextBody(ledger, options);
  const answer = await poster.post(body, options.timeoutMs).catch((error: unknown) => error as Error);
  if (answer instanceof Error) return later(ledger, options, 'UNREACHABLE', answer.message, 0);
  return take(ledger, options, answer, sent);
}

function nextBody(
  { base, isGap, isEndWanted, batchSize }: Ledger,
  { session, agent, queue }: ExchangeOptions,
): { readonly body: string; readonly sent: Sent } {
  const facts = { session, ...(agent && { agent }) };
  if (base === null)
    return { body: JSON.stringify({ ...facts, events: [] }), sent: { count: 0, end: null, isEnd: false } };
  const events = queue.first(batchSize, MAX_BATCH_BYTES);
  const isEnd = isEndWanted && events.length === queue.size();
  const head = JSON.stringify({
    ...{ ...facts, firstSeq: base },
    ...(isGap && { gap: true }),
    ...(isEnd && { end: true }),
  });
  // The events are JSON already.
  const body = `${head.slice(0, -1)},"events":[${events.join(',')}]}`;
  return { body, sent: { count: events.length, end: base + events.length, isEnd } };
}

function take(ledger: Ledger, options: ExchangeOptions, answer: Answer, sent: Sent): number {
  const { status, body, retryAfter } = answer;
  if (status === 200) return accept(ledger, options, body, sent);
  const why = `the gateway answers ${status}${whyIn(body)}`;
  if (status === 409 && !ledger.isGap) {
    // What is missing is not here any more.
    ledger.isGap = true;
    return 0;
  }
  const isUnfit = status === 413 || status === 400 || status === 422;
  if (isUnfit && sent.count > 0) return smaller(ledger, options, sent, why);
  const code = status === 429 || status >= 500 ? 'UNREACHABLE' : 'REFUSED';
  return later(ledger, options, code, why, retryAfter);
}

function accept(ledger: Ledger, options: ExchangeOptions, body: Answer['body'], sent: Sent): number {
  const next = body['nextSeq'];
  if (typeof next !== 'number') return later(ledger, options, 'REFUSED', 'what answers is no gateway', 0);
  const { batchSize } = ledger;
  Object.assign(ledger, { tries: 0, trouble: '', batchSize: Math.min(MAX_BATCH, batchSize * 2) });
  settle(ledger, options, next, sent.end);
  if (sent.isEnd) ledger.isEndWanted = false;
  for (const refusal of refusalsIn(body)) options.tell('EVENT', refusal);
  options.onOrder(readOrder(body));
  return 0;
}

/** The oldest may have had to go while they were under way. */
function settle(ledger: Ledger, { queue, spool }: ExchangeOptions, next: number, end: number | null): void {
  const { base } = ledger;
  if (end === null || base === null) {
    ledger.base = next;
    spool.note(0, ledger);
    return;
  }
  const done = Math.max(0, end - base);
  if (end >= base) Object.assign(ledger, { base: Math.max(next, end), isGap: false });
  queue.drop(done);
  spool.note(done, ledger);
}

/** Something in it is not taken: find out what, and go on without it. */
function smaller(
  ledger: Ledger,
  { queue, spool, tell }: ExchangeOptions,
  { count }: Sent,
  why: string,
): number {
  ledger.batchSize = Math.max(1, Math.floor(count / 2));
  if (count > 1) return 0;
  queue.drop(1);
  spool.note(1, ledger);
  tell('EVENT', why);
  return 0;
}

/** Longer and longer, and never at the same moment as all the others. */
function later(
  ledger: Ledger,
  { maxBackoffMs, queue, tell }: ExchangeOptions,
  code: GatewayTrouble['code'],
  why: string,
  wish: number,
): number {
  if (ledger.trouble !== code) tell(code, `${why}; ${queue.size()} events wait`);
  ledger.trouble = code;
  const most = Math.min(maxBackoffMs, FIRST_BACKOFF * 2 ** Math.min(ledger.tries++, 20));
  return Math.max(Math.min(wish, LONGEST_WISH), most * (0.5 + Math.random() / 2));
}

/** So many of the oldest had to go before they could be sent. */
export function noteLost(ledger: Ledger, { spool, tell }: ExchangeOptions, count: number): void {
  if (ledger.base !== null) Object.assign(ledger, { base: ledger.base + count, isGap: true });
  spool.note(count, ledger);
  tell('DROPPED', `${count} events had to go: too much waits for the gateway`);
}

/** Goes on with what the last process has left. */
export async function resume(ledger: Ledger, options: ExchangeOptions): Promise<void> {
  const { events, base, isGap } = await options.spool.load();
  Object.assign(ledger, { base, isGap });
  const gone = options.queue.putBack(events);
  if (gone > 0) noteLost(ledger, options, gone);
}
