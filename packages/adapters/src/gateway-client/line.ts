import { exchange, type ExchangeOptions, newLedger, noteLost, resume } from './exchange.js';
import { createNap } from './nap.js';
import { createPoster } from './post.js';

export interface LineOptions extends ExchangeOptions {
  readonly url: string;
  readonly token: string;
  readonly lingerMs: number;
}

/** Carries events from the queue to the gateway, one batch after the other, for as long as that takes. */
export interface Line {
  /** There is something to send. */
  readonly wake: () => void;
  /** So many of the oldest had to go before they could be sent. */
  readonly lost: (count: number) => void;
  /** The session is over after what waits. */
  readonly end: () => void;
  /** Tries at once; resolves when there is nothing left to do. */
  readonly idle: () => Promise<void>;
  readonly isIdle: () => boolean;
  readonly stop: () => void;
}

export function createLine(options: LineOptions): Line {
  const { queue } = options;
  const poster = createPoster(options.url, options.token);
  const ledger = newLedger();
  const nap = createNap();
  let running: Promise<void> | undefined;
  let isStopped = false;
  const hasWork = (): boolean => !isStopped && (queue.size() > 0 || ledger.isEndWanted);
  const lost = (count: number): void => noteLost(ledger, options, count);
  const loaded = resume(ledger, options).then(() => wake());
  const fail = (error: unknown): void => {
    running = undefined;
    options.tell('UNREACHABLE', String(error));
  };
  const run = async (): Promise<void> => {
    await loaded;
    await nap.sleep(options.lingerMs);
    while (hasWork()) await nap.sleep(await exchange(ledger, poster, options));
    running = undefined;
  };
  const wake = (): void => {
    if (hasWork()) running ??= run().catch(fail);
  };
  return {
    ...{ wake, lost },
    end: () => void (ledger.isEndWanted = true),
    async idle() {
      await loaded;
      wake();
      nap.wakeUp();
      await running;
    },
    isIdle: () => running === undefined && !hasWork(),
    stop() {
      isStopped = true;
      poster.close();
      nap.wakeUp();
    },
  };
}
