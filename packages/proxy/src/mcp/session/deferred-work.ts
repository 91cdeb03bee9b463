/**
 * Work that can wait until nobody does. Whoever writes to a pipe wakes its reader, often on the same processor, and
 * should sleep then: work done at once would hold up the very call that was just passed on.
 */
export interface Backlog {
  readonly push: (work: () => void) => void;
  /** Does everything that waits, in order. */
  readonly catchUp: () => void;
}

/** Milliseconds: no agent thinks that fast, so that its next call meets detectors that have seen everything. */
const IDLE = 10;
const MAX_WAITING = 32;

export function createBacklog(): Backlog {
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const catchUp = (): void => {
    if (waiting.length === 0) return;
    const works = waiting;
    waiting = [];
    for (const work of works) work();
  };
  return {
    push(work) {
      waiting.push(work);
      if (waiting.length >= MAX_WAITING) catchUp();
      else if (timer) timer.refresh();
      else timer = setTimeout(catchUp, IDLE).unref();
    },
    catchUp,
  };
}
