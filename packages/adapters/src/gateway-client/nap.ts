/** A pause that can be cut short, and that never keeps the program from ending. */
export interface Nap {
  readonly sleep: (ms: number) => Promise<void>;
  /** Whoever is in a hurry while nobody sleeps cuts the next pause short. */
  readonly wakeUp: () => void;
}

export function createNap(): Nap {
  let wakeUp: (() => void) | undefined;
  let isAwake = false;
  return {
    sleep(ms) {
      if (ms <= 0) return Promise.resolve();
      const isOver = isAwake;
      isAwake = false;
      if (isOver) return Promise.resolve();
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
