const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface StopSignal {
  readonly signal: AbortSignal;
  /** Resolves when the signal is aborted. */
  readonly stopped: Promise<void>;
  /** Stops listening for signals. */
  readonly release: () => void;
}

/** Aborts when the process is asked to end, so that a command can finish its work before the process ends by itself. */
export function onStopSignal(): StopSignal {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  for (const name of SIGNALS) process.on(name, abort);
  return {
    signal: controller.signal,
    stopped: new Promise((resolve) => {
      controller.signal.addEventListener('abort', () => resolve(), { once: true });
    }),
    release: () => {
      for (const name of SIGNALS) process.off(name, abort);
    },
  };
}
