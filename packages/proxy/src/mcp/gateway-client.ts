/** Tells a gateway what happens, when there is one. Never waited for: the proxy goes on alone. */
import { randomBytes } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { RutbreakError } from '@rutbreak/core';
import { redactArgs, redactText } from './redact-args.js';
import type { RelayEvent } from './relay-session.js';

export interface GatewayClient {
  readonly tell: (session: string, event: RelayEvent) => void;
  /** Sends what is left, for a short time at most. */
  readonly close: () => Promise<void>;
}

export interface GatewayOptions {
  readonly url: string;
  /** The key that it wants to see. */
  readonly token?: string;
  /** Milliseconds between two reports. Default 500. */
  readonly interval?: number;
  readonly onTrouble?: (message: string) => void;
}

/** One session's events that were not sent yet, and how many there were before them. */
interface Backlog {
  firstSeq: number;
  readonly events: object[];
  /** Some before the first one are lost. */
  hasGap: boolean;
}

const MAX_SESSIONS = 1000;
const MAX_EVENTS = 1000;
const MAX_BATCH = 500;
const MAX_RESULT = 4000;
const PATIENCE = 5000;
const LAST_WORDS = 1000;
const LONGEST_PAUSE = 60_000;

export function createGatewayClient(options: GatewayOptions): GatewayClient {
  const { url, token, interval = 500, onTrouble } = options;
  const post = poster(targetOf(url), token);
  const backlogs = new Map<string, Backlog>();
  let pause = interval;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const sendAll = async (patience: number): Promise<void> => {
    for (const [session, backlog] of backlogs) {
      while (backlog.events.length > 0) await sendSome(post, session, backlog, patience);
    }
  };
  const send = async (): Promise<void> => {
    try {
      await sendAll(PATIENCE);
      pause = interval;
    } catch (error) {
      if (pause === interval) onTrouble?.(`no reports to the gateway, going on alone: ${reasonOf(error)}`);
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
    timer = undefined;
    if (isWaiting(backlogs)) later();
  };
  const later = (): void => {
    timer ??= setTimeout(() => {
      running = send();
    }, pause).unref();
  };
  return {
    tell(session, event) {
      keep(backlogs, session, event);
      later();
    },
    async close() {
      // Not beside a report that is on its way: that would tell the same twice.
      const isFree = await Promise.race([running.then(() => true), after(LAST_WORDS, false, { ref: false })]);
      clearTimeout(timer);
      if (isFree) await sendAll(LAST_WORDS).catch(() => undefined);
    },
  };
}

function isWaiting(backlogs: ReadonlyMap<string, Backlog>): boolean {
  return [...backlogs.values()].some(({ events }) => events.length > 0);
}

/** Resolves to the status. */
type Post = (report: Report, patience: number) => Promise<number>;

interface Report {
  readonly session: string;
  readonly firstSeq: number;
  readonly events: readonly object[];
  readonly gap?: boolean;
}

function poster(target: URL, token: string | undefined): Post {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  // Numbers begin anew with every run, so that a session must be another one, too.
  const run = randomBytes(4).toString('hex');
  return async (report, patience) => {
    const body = JSON.stringify({ ...report, session: `${report.session}-${run}` });
    const sent = { method: 'POST', headers, body, signal: AbortSignal.timeout(patience) };
    const reply = await fetch(target, { ...sent, redirect: 'error' });
    await reply.arrayBuffer();
    return reply.status;
  };
}

const MISSING = 409;
const UNKNOWN = [401, 403];

async function sendSome(post: Post, session: string, backlog: Backlog, patience: number): Promise<void> {
  const events = backlog.events.slice(0, MAX_BATCH);
  const { firstSeq, hasGap } = backlog;
  const status = await post({ session, firstSeq, events, ...(hasGap && { gap: true }) }, patience);
  if (status === MISSING && !hasGap) {
    // Whatever it has lost, we have no more of it.
    backlog.hasGap = true;
    return;
  }
  if (UNKNOWN.includes(status)) throw new Error(`status ${status}: put its key into RUTBREAK_TOKEN`);
  // What the gateway refuses it will refuse again; only its own faults are worth another try.
  if (status >= 500 || status === 429) throw new Error(`status ${status}`);
  // While it was on its way the oldest may have been given up for newer ones.
  const sent = Math.max(0, firstSeq + events.length - backlog.firstSeq);
  backlog.events.splice(0, sent);
  backlog.firstSeq += sent;
  backlog.hasGap = firstSeq + events.length < backlog.firstSeq;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function targetOf(url: string): URL {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base?.protocol === 'http:' || base?.protocol === 'https:')
    return new URL(`${base.pathname.replace(/\/+$/, '')}/v1/events`, base);
  throw new RutbreakError('MCP_UPSTREAM', { url, hint: 'Use a whole address: http://127.0.0.1:4455.' });
}

function redacted(event: RelayEvent): object {
  if (event.kind !== 'call') return redactArgs(event) as object;
  const { result, args, ...rest } = event;
  const shown = typeof result === 'string' ? redactText(result, MAX_RESULT) : redactArgs(result);
  return { ...rest, args: redactArgs(args), ...(result !== undefined && { result: shown }) };
}

function keep(backlogs: Map<string, Backlog>, session: string, event: RelayEvent): void {
  const backlog = backlogs.get(session) ?? { firstSeq: 0, events: [], hasGap: false };
  backlogs.set(session, backlog);
  for (const oldest of backlogs.keys()) {
    if (backlogs.size <= MAX_SESSIONS) break;
    backlogs.delete(oldest);
  }
  backlog.events.push(redacted(event));
  if (backlog.events.length <= MAX_EVENTS) return;
  // The gap in the numbers tells the gateway that something is missing.
  backlog.events.shift();
  backlog.firstSeq++;
  backlog.hasGap = true;
}
