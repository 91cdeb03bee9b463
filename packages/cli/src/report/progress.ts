import type { Output } from '../io.js';

/** The progress of a long scan on a terminal, on one temporary line. */
export interface Progress {
  readonly advance: (bytes: number) => void;
  /** Writes to the same terminal without the line in between. */
  readonly around: (output: Output) => Output;
  readonly end: () => Promise<void>;
}

export interface ProgressOptions {
  readonly output: Output;
  /** Width of the terminal. */
  readonly columns: number;
  /** The total of bytes; `undefined` if unknown. */
  readonly total: number | undefined;
  readonly now?: () => number;
}

/** Shorter scans show nothing: a line that flashes only disturbs. */
const QUIET_MS = 700;
const EVERY_MS = 100;
const MIB = 1024 * 1024;
const CLEAR = '\r\u001b[2K';

/** Shows nothing: there is no terminal. */
export const NO_PROGRESS: Progress = {
  advance: () => undefined,
  around: (output) => output,
  end: () => Promise.resolve(),
};

export function progressOn({ output, columns, total, now = Date.now }: ProgressOptions): Progress {
  const start = now();
  let done = 0;
  let next = start + QUIET_MS;
  let isShown = false;
  const clear = async (): Promise<void> => {
    if (!isShown) return;
    isShown = false;
    await output.write(CLEAR);
  };
  return {
    advance(bytes) {
      done += bytes;
      const time = now();
      if (time < next) return;
      next = time + EVERY_MS;
      isShown = true;
      void output.write(`${CLEAR}${lineOf({ done, total, ms: time - start }, columns)}`);
    },
    around: (to) => ({
      ...to,
      async write(text) {
        if (text !== '') await clear();
        await to.write(text);
      },
    }),
    end: clear,
  };
}

interface State {
  readonly done: number;
  readonly total: number | undefined;
  readonly ms: number;
}

const MAX_BAR = 30;

/** `scanning ████░░░░ 42 %  210 of 500 MiB, 96 MiB/s, 3 s left` */
export function lineOf({ done, total, ms }: State, columns: number): string {
  const speed = done / Math.max(1, ms);
  const rate = `${size(speed * 1000)} MiB/s`;
  if (total === undefined) return fit(`scanning  ${size(done)} MiB, ${rate}`, columns);
  const share = Math.min(1, total === 0 ? 1 : done / total);
  const left = Math.ceil((total - done) / speed / 1000);
  const words = ` ${Math.floor(share * 100)} %  ${size(done)} of ${size(total)} MiB, ${rate}, ${left > 0 ? left : 0} s left`;
  const room = Math.min(MAX_BAR, columns - 'scanning '.length - words.length - 1);
  const full = Math.round(share * room);
  const bar = room >= 5 ? `${'█'.repeat(full)}${'░'.repeat(room - full)}` : '';
  return fit(`scanning ${bar}${words}`, columns);
}

const fit = (text: string, columns: number): string => text.slice(0, Math.max(0, columns - 1));

function size(bytes: number): string {
  const value = bytes / MIB;
  return value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
}
