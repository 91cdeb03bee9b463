/** A sleep that can be cut short. It never keeps the program from ending. */
export interface CancellableSleep {
  readonly sleep: (ms: number) => Promise<void>;
  /** Ends the sleep now, or skips the next one. */
  readonly wakeUp: () => void;
}

export function createSleep(): CancellableSleep {
  let wakeUp: (() => void) | undefined;
  let isAwake = false;
  return {
    sleep(ms) {
      if (ms <= 0) return Promise.resolve();
      const isSkipped = isAwake;
      isAwake = false;
      if (isSkipped) return Promise.resolve();
      return new Promise((done) => {
        const end = (): void => {
          clearTimeout(timer);
          wakeUp = undefined;
          done();
        };
        const timer = setTimeout(end, ms).unref();
        wakeUp = end;
      });
    },
    wakeUp() {
      isAwake = wakeUp === undefined;
      wakeUp?.();
    },
  };
}
