import {
  hasReports,
  newSendState,
  noteLost,
  resume,
  type SendOptions,
  type SendState,
  sendBatch,
  withOutcomes,
} from './send-batch.js';
import { createSleep } from './cancellable-sleep.js';
import { createPoster } from './http-post.js';

export interface SenderOptions extends SendOptions {
  readonly url: string;
  readonly token?: string;
  readonly lingerMs: number;
}

/** Sends the events of the queue to the gateway, one batch after the other, until all are acknowledged. */
export interface Sender {
  /** The queue has events. */
  readonly wake: () => void;
  /** Reports what became of actions, with the next batch. */
  readonly report: (outcomes: readonly object[]) => void;
  /** Asks for the newest order, even if the queue is empty. */
  readonly check: () => void;
  /** The queue dropped this many of its oldest events. */
  readonly lost: (count: number) => void;
  /** The session ends after the events in the queue. */
  readonly end: () => void;
  /** Sends at once; resolves when nothing is left to send. */
  readonly idle: () => Promise<void>;
  readonly isIdle: () => boolean;
  readonly stop: () => void;
}

export function createSender(options: SenderOptions): Sender {
  const { queue } = options;
  const poster = createPoster(options.url, options.token);
  const state = newSendState();
  const pause = createSleep();
  let running: Promise<void> | undefined;
  let isStopped = false;
  const hasWork = (): boolean => !isStopped && (queue.size() > 0 || hasReports(state));
  const lost = (count: number): void => noteLost(state, options, count);
  const loaded = resume(state, options).then(() => wake());
  const run = async (): Promise<void> => {
    try {
      await loaded;
      await pause.sleep(options.lingerMs);
      while (hasWork()) await pause.sleep(await sendBatch(state, poster, options));
    } catch (error) {
      options.report('UNREACHABLE', String(error));
    } finally {
      running = undefined;
    }
  };
  const wake = (): void => void (hasWork() && (running ??= run()));
  const want = (change: Partial<SendState>): void => {
    Object.assign(state, change);
    wake();
  };
  return {
    ...{ wake, lost },
    report: (outcomes) => want({ outcomes: withOutcomes(state, outcomes) }),
    check: () => want({ isCheckWanted: true }),
    end: () => void (state.isEndWanted = true),
    idle: () => loaded.then(() => (wake(), pause.wakeUp(), running)),
    isIdle: () => running === undefined && !hasWork(),
    stop() {
      isStopped = true;
      poster.close();
      pause.wakeUp();
    },
  };
}
