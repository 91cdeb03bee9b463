/** Tells a gateway what happens, when there is one. Never waited for: the proxy goes on alone. */
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
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds between two reports. Default 500. */
  readonly interval?: number;
  readonly onTrouble?: (message: string) => void;
}

/** One session's events that were not sent yet, and how many there were before them. */
interface Backlog {
  firstSeq: number;
  readonly events: object[];
}

const MAX_SESSIONS = 1000;
const MAX_EVENTS = 1000;
const MAX_BATCH = 500;
const MAX_RESULT = 4000;
const PATIENCE = 5000;
const LAST_WORDS = 1000;
const LONGEST_PAUSE = 60_000;

export function createGatewayClient(options: GatewayOptions): GatewayClient {
  const { url, headers = {}, interval = 500, onTrouble } = options;
  const post = poster(targetOf(url), headers);
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
      if (pause === interval) onTrouble?.(`the gateway does not answer (${String(error)}); going on alone`);
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
type Post = (body: object, patience: number) => Promise<number>;

function poster(target: URL, headers: Readonly<Record<string, string>>): Post {
  return async (body, patience) => {
    const reply = await fetch(target, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    });
    await reply.arrayBuffer();
    return reply.status;
  };
}

async function sendSome(post: Post, session: string, backlog: Backlog, patience: number): Promise<void> {
  const events = backlog.events.slice(0, MAX_BATCH);
  const { firstSeq } = backlog;
  const status = await post({ session, firstSeq, events }, patience);
  // What the gateway refuses it will refuse again; only its own faults are worth another try.
  if (status >= 500 || status === 429) throw new Error(`status ${status}`);
  // While it was on its way the oldest may have been given up for newer ones.
  const sent = Math.max(0, firstSeq + events.length - backlog.firstSeq);
  backlog.events.splice(0, sent);
  backlog.firstSeq += sent;
}

function targetOf(url: string): URL {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base?.protocol === 'http:' || base?.protocol === 'https:')
    return new URL(`${base.pathname.replace(/\/+$/, '')}/v1/events`, base);
  throw new RutbreakError('MCP_UPSTREAM', { url, hint: 'Use a whole address: http://127.0.0.1:4455.' });
}

function keep(backlogs: Map<string, Backlog>, session: string, event: RelayEvent): void {
  const backlog = backlogs.get(session) ?? { firstSeq: 0, events: [] };
  backlogs.set(session, backlog);
  for (const oldest of backlogs.keys()) {
    if (backlogs.size <= MAX_SESSIONS) break;
    backlogs.delete(oldest);
  }
  const { result, args, ...rest } = event;
  const shown = typeof result === 'string' ? redactText(result, MAX_RESULT) : redactArgs(result);
  backlog.events.push({ ...rest, args: redactArgs(args), ...(result !== undefined && { result: shown }) });
  if (backlog.events.length <= MAX_EVENTS) return;
  // The gap in the numbers tells the gateway that something is missing.
  backlog.events.shift();
  backlog.firstSeq++;
}
