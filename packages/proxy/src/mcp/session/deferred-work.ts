/**
 * Work that can wait until the proxy is idle. Writing to a pipe wakes its reader, often on the same CPU. Doing this
 * work immediately would delay the call that was just forwarded.
 */
export interface Backlog {
  readonly push: (work: () => void) => void;
  /** Does all pending work, in order. */
  readonly catchUp: () => void;
}

/** Milliseconds. No agent responds faster, so detection is up to date at its next call. */
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
