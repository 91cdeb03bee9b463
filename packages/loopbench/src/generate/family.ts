import type { Draw } from '../metamorphic/draw.js';
import type { Event } from '../metamorphic/trace.js';

/** An agent of one family, with its own names and values. */
export interface Agent {
  readonly task: string;
  /** Its steps in round n, from 0. */
  readonly lap: (n: number) => readonly Event[];
}

/** A loop and the healthy run that resembles it most. */
export interface Pair {
  readonly id: string;
  /** The names of the two families. */
  readonly loopKind: string;
  readonly healthyKind: string;
  /** A detector is in time until the loop has gone round this often. */
  readonly due: number;
  readonly loop: (draw: Draw) => Agent;
  readonly healthy: (draw: Draw) => Agent;
}

/** Enough for a person to be sure: eight single steps, or five rounds of several. */
export const DUE = { steps: 8, rounds: 5 } as const;

export function call(tool: string, args: object, result: unknown, isError = false): Event {
  return { kind: 'call', tool, args, result, isError };
}

export function say(text: string): Event {
  return { kind: 'message', text };
}

type List = readonly [string, ...string[]];

const PLACES: List = ['src', 'lib', 'app', 'server', 'tools', 'docs', 'jobs', 'reports'];
const THINGS: List = [
  'invoice',
  'booking',
  'parser',
  'catalogue',
  'meter',
  'ticket',
  'route',
  'ledger',
  'menu',
];
const ENDINGS: List = ['ts', 'py', 'go', 'md', 'yaml'];

export const thing = (draw: Draw): string => draw.pick(THINGS);
export const file = (draw: Draw): string =>
  `${draw.pick(PLACES)}/${draw.word()}/${thing(draw)}.${draw.pick(ENDINGS)}`;

/** The n-th item of an endless list: the same word for the same number. */
export function listOf(draw: Draw, make: (draw: Draw) => string): (n: number) => string {
  const made: string[] = [];
  return (n) => {
    while (made.length <= n) {
      const next = make(draw);
      if (!made.includes(next)) made.push(next);
    }
    return made[n] ?? '';
  };
}
