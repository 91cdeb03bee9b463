import { redactValue } from '@rutbreak/core';
import { deriveEvents, readEvent } from '@rutbreak/core/edge';
import type { ActionOutcome } from '../shared/carry-out.js';
import { createSender } from './sender.js';
import {
  CONTINUE,
  type GatewayClient,
  type GatewayClientOptions,
  type GatewayOrder,
  type GatewayTrouble,
} from './options.js';
import { createQueue } from './queue.js';
import { NO_SPOOL, openSpool, type Spool } from './spool.js';

const DEFAULTS = {
  ...{
    maxEvents: 10_000,
    maxBytes: 16 * 1024 * 1024,
    lingerMs: 100,
    timeoutMs: 10_000,
    maxBackoffMs: 30_000,
  },
  redacts: true,
};
/** The gateway accepts bodies of up to 4 MiB. */
const MAX_EVENT = 3 * 1024 * 1024;
const PATIENCE = 5000;

/**
 * Sends an agent's events to a gateway and returns the gateway's orders. A failing gateway, network or disk never
 * throws into the agent and never delays it. Only an invalid address throws, immediately.
 */
export function createGatewayClient(options: GatewayClientOptions): GatewayClient {
  const settings = { ...DEFAULTS, ...options };
  const report = safeReporter(options.onTrouble);
  const queue = createQueue(settings.maxEvents, settings.maxBytes);
  const spool = spoolOf(options, settings.maxBytes, queue.all, report);
  let order = CONTINUE;
  let isClosed = false;
  const onOrder = (next: GatewayOrder): void => {
    order = next;
    guarded(() => options.onOrder?.(next), report);
  };
  const sender = createSender({ ...settings, queue, spool, onOrder, report });
  const flush = async (timeoutMs = PATIENCE): Promise<boolean> => {
    await within(sender.idle(), timeoutMs);
    await within(spool.settled(), timeoutMs);
    return sender.isIdle();
  };
  return {
    send(event) {
      for (const text of isClosed ? [] : textsOf(event, settings.redacts, report)) {
        spool.add(text);
        const gone = queue.push(text);
        if (gone > 0) sender.lost(gone);
        sender.wake();
      }
    },
    report: (outcomes) => (isClosed ? undefined : sender.report(outcomes.map(reported))),
    order: () => order,
    check: () => (isClosed ? undefined : sender.check()),
    flush,
    async close({ timeoutMs = PATIENCE, isEnd = false } = {}) {
      isClosed = true;
      if (isEnd) sender.end();
      const isDone = await flush(timeoutMs);
      sender.stop();
      return isDone;
    },
    waiting: queue.size,
  };
}

const MAX_WHY = 300;

function reported({ action, result, why }: ActionOutcome): object {
  return { at: Date.now(), action, result, ...(why !== undefined && { why: why.slice(0, MAX_WHY) }) };
}

type Tell = (code: GatewayTrouble['code'], message: string) => void;

function spoolOf(
  { session, spoolDir: folder }: GatewayClientOptions,
  maxBytes: number,
  waiting: () => readonly string[],
  report: Tell,
): Spool {
  if (folder === undefined) return NO_SPOOL;
  return openSpool({
    ...{ folder, session, maxBytes, waiting, onTrouble: (message) => report('SPOOL', message) },
  });
}

function safeReporter(onTrouble: GatewayClientOptions['onTrouble']): Tell {
  return (code, message) => {
    try {
      onTrouble?.({ code, message });
    } catch {
      // A callback that throws must not stop the agent.
    }
  };
}

function guarded(work: () => void, report: Tell): void {
  try {
    work();
  } catch (error) {
    report('CALLBACK', `onOrder failed: ${(error as Error).message}`);
  }
}

function textOf(event: unknown, redacts: boolean, report: Tell): string | undefined {
  try {
    const text = JSON.stringify(redacts ? redactValue(event, { keepsLength: true }) : event) as
      string | undefined;
    if (text !== undefined && text.length <= MAX_EVENT) return text;
    report(
      'EVENT',
      text === undefined ? 'an event is not a JSON value' : `an event has ${text.length} characters`,
    );
  } catch (error) {
    report('EVENT', `an event cannot be written as JSON: ${(error as Error).message}`);
  }
  return undefined;
}

/** The client numbers the events, so it must also add the derived ones; the gateway cannot. */
function textsOf(event: unknown, redacts: boolean, report: Tell): readonly string[] {
  const text = textOf(event, redacts, report);
  if (text === undefined) return [];
  const read = readEvent(event);
  const derived = read.kind === 'call' ? deriveEvents(read) : [];
  return [text, ...derived.flatMap((one) => textOf(one, redacts, report) ?? [])];
}

/** Waits for the work, up to the limit. The timer keeps the process alive. */
function within(work: Promise<void>, milliseconds: number): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    void work.then(() => {
      clearTimeout(timer);
      done();
    });
  });
}
