/**
 * Connects all sessions of a proxy to one gateway. The proxy detects loops itself, so it follows only orders of people:
 * a pause, a stop and messages for the model. It never waits for the gateway.
 */
import { randomBytes } from 'node:crypto';
import { addRecent, recentlyUsed } from '../shared/bounded.js';
import type { ActionOutcome } from '../shared/carry-out.js';
import { createGatewayClient } from './client.js';
import type { GatewayClient, GatewayOrder, GatewayTrouble } from './options.js';

/** A person paused or stopped a session. */
export interface PersonOrder {
  readonly action: 'pause' | 'stop';
  /** Says who gave the order and why. The agent reads it. */
  readonly text: string;
}

export interface GatewayLink {
  /** Reports one event of a session. Never throws and never blocks. */
  readonly send: (session: string, event: unknown) => void;
  /** Reports what became of the actions of a decision. Never throws and never blocks. */
  readonly report: (session: string, outcomes: readonly ActionOutcome[]) => void;
  /** The order of a person that is in effect for this session. */
  readonly order: (session: string) => PersonOrder | undefined;
  /** Takes the messages of people for the model. Each is returned once. */
  readonly takeMessages: (session: string) => readonly string[];
  /** Sends the remaining events, within a short time limit. */
  readonly close: () => Promise<void>;
}

/** The part of a link that a proxy uses. */
export type ProxyLink = Pick<GatewayLink, 'send' | 'order' | 'takeMessages'> &
  Partial<Pick<GatewayLink, 'report'>>;

export interface GatewayLinkOptions {
  readonly url: string;
  readonly token?: string;
  /** Milliseconds between two requests for the newest order. Default 2000. */
  readonly pollMs?: number;
  /** Milliseconds to wait for more events before a batch is sent. Default 100. */
  readonly lingerMs?: number;
  /** Called with a message, once per outage. */
  readonly onTrouble?: (message: string) => void;
}

interface LinkedSession {
  readonly client: GatewayClient;
  readonly messages: string[];
  /** Ids of recent messages. The gateway repeats a message until it is acknowledged. */
  readonly known: Set<string>;
  usedAt: number;
}

const MAX_SESSIONS = 1000;
const MAX_EVENTS = 1000;
const MAX_MESSAGES = 20;
const MAX_KNOWN = 100;
/** Milliseconds. The link stops polling for a session that has had no events for this long. */
const ACTIVE = 600_000;
const CLOSE_TIMEOUT = 1000;

/** Throws a RutbreakError on a bad address. */
export function createGatewayLink(options: GatewayLinkOptions): GatewayLink {
  const { pollMs = 2000 } = options;
  // Two runs of a proxy are two agent runs, even if their sessions have the same names.
  const run = randomBytes(4).toString('hex');
  const sessions = recentlyUsed<string, LinkedSession>(
    MAX_SESSIONS,
    (_, { client }) => void client.close({ timeoutMs: CLOSE_TIMEOUT, isEnd: true }),
  );
  const trouble = troubleReporter(options.onTrouble);
  const open = (session: string): LinkedSession => openSession(`${session}-${run}`, options, trouble);
  const use = (session: string): LinkedSession => {
    const linked = sessions.get(session) ?? open(session);
    linked.usedAt = Date.now();
    sessions.set(session, linked);
    return linked;
  };
  // A bad address must show at the start, not at the first event.
  void open('check').client.close({ timeoutMs: 0 });
  const timer = setInterval(() => poll(sessions.values()), pollMs).unref();
  return {
    send: (session, event) => use(session).client.send(event),
    report: (session, outcomes) => use(session).client.report(outcomes),
    order(session) {
      const { client } = sessions.get(session) ?? {};
      return client && personOrder(client.order());
    },
    takeMessages: (session) => sessions.get(session)?.messages.splice(0) ?? [],
    async close() {
      clearInterval(timer);
      const how = { timeoutMs: CLOSE_TIMEOUT, isEnd: true };
      await Promise.all([...sessions.values()].map(({ client }) => client.close(how)));
    },
  };
}

function openSession(session: string, options: GatewayLinkOptions, trouble: TroubleReporter): LinkedSession {
  const { url, token, lingerMs } = options;
  const messages: string[] = [];
  const known = new Set<string>();
  const client = createGatewayClient({
    ...{ url, session, maxEvents: MAX_EVENTS },
    ...(token !== undefined && { token }),
    ...(lingerMs !== undefined && { lingerMs }),
    onOrder(order) {
      trouble.over();
      keepMessages(order, messages, known);
    },
    onTrouble: trouble.report,
  });
  return { client, messages, known, usedAt: Date.now() };
}

function keepMessages({ directives }: GatewayOrder, messages: string[], known: Set<string>): void {
  for (const { id, text } of directives) {
    if (known.has(id)) continue;
    addRecent(known, id, MAX_KNOWN);
    if (text !== '' && messages.length < MAX_MESSAGES) messages.push(text);
  }
}

function personOrder({ action, text, isByPerson }: GatewayOrder): PersonOrder | undefined {
  return isByPerson && (action === 'pause' || action === 'stop') ? { action, text } : undefined;
}

/** A person may have lifted the pause; only a request can report. */
function poll(sessions: Iterable<LinkedSession>): void {
  const now = Date.now();
  for (const { client, usedAt } of sessions) {
    const isHeld = personOrder(client.order()) !== undefined;
    if (isHeld || now - usedAt < ACTIVE) client.check();
  }
}

interface TroubleReporter {
  readonly report: (trouble: GatewayTrouble) => void;
  /** The gateway has replied at least once. */
  readonly over: () => void;
}

/** All sessions have the same gateway, so one report is enough. */
function troubleReporter(report: GatewayLinkOptions['onTrouble'] = () => undefined): TroubleReporter {
  const reported = new Set<string>();
  return {
    report({ code, message }) {
      if (reported.has(code)) return;
      reported.add(code);
      const hint = code === 'REFUSED' ? '. Check the key in RUTBREAK_TOKEN' : '';
      report(`the gateway does not get all events, and the proxy goes on alone: ${message}${hint}`);
    },
    over: () => reported.clear(),
  };
}
