import { readFileSync } from 'node:fs';
import type { Report } from './report.js';
import { type Figures, figuresOf, markFiring } from './score.js';
import { UsageError } from '../usage-error.js';

/** Set of the file → peer → id of a trace → event of its first firing. */
export type Peers = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, number>>>;

const OURS = '▶ ours';

interface Ranked {
  readonly peer: string;
  readonly precision: number;
  readonly recall: number;
  readonly recallWithEarly: number;
  readonly falseAlarms: number;
  readonly delay?: number;
}

export function readPeers(file: string): Peers {
  try {
    return toMap(JSON.parse(readFileSync(file, 'utf8')), (set) => toMap(set, (peer) => toMap(peer, eventOf)));
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
}

function toMap<Value>(input: unknown, read: (value: unknown) => Value): ReadonlyMap<string, Value> {
  if (typeof input !== 'object' || input === null) throw new Error('wanted {set: {peer: {id: event}}}');
  return new Map(Object.entries(input).map(([name, value]) => [name, read(value)]));
}

function eventOf(value: unknown): number {
  if (typeof value !== 'number') throw new Error(`${JSON.stringify(value)} is no event`);
  return value;
}

/** Ours, the reference rules and all recorded peers on one set, best first. */
export function ranking({ name, runs, figures, rules }: Report, peers: Peers): Ranked[] {
  const recorded = peers.get(recordedName(name)) ?? new Map<string, never>();
  const theirs = [...recorded].map(([peer, firings]) =>
    rankedOf(peer, figuresOf(runs.map(({ case: one }) => markFiring(one, firings.get(one.id))))),
  );
  const plain = rules.map((one) => rankedOf(`rule ${one.rule}`, one.figures));
  return [...theirs, ...plain, rankedOf(OURS, figures)].toSorted((a, b) => balance(b) - balance(a));
}

/** Peers were recorded per file, so both labellings of a file are one set to them. */
function recordedName(name: string): string {
  return name.replace(/^real-(?:audit|human)/, 'real-labelled');
}

function rankedOf(peer: string, { precision, recall, recallWithEarly, falseAlarms, delay }: Figures): Ranked {
  return {
    ...{ peer, precision, recall, recallWithEarly, falseAlarms },
    ...(delay !== undefined && { delay }),
  };
}

/** The harmonic mean of precision and recall. */
function balance({ precision, recall }: Ranked): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}
