import { readFileSync } from 'node:fs';
import type { SetName } from './data.js';
import type { Report } from './report.js';
import { type Figures, figuresOf, markOf } from './score.js';
import { UsageError } from './usage-error.js';

/** Set of the file → peer → id of a trace → event of its first firing. */
export type Peers = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, number>>>;

const OURS = '▶ ours';

interface Ranked {
  readonly peer: string;
  readonly precision: number;
  readonly recall: number;
  readonly recallWithEarly: number;
  readonly falseAlarms: number;
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

/** All recorded peers and ours on one set, the best first; empty where nothing was recorded. */
export function rankedPeers({ name, runs, figures }: Report, peers: Peers): Ranked[] {
  const recorded = peers.get(recordedName(name));
  if (!recorded) return [];
  const theirs = [...recorded].map(([peer, firings]) => {
    const marked = runs.map(({ case: one }) => ({ case: one, mark: markOf(one, firings.get(one.id)) }));
    return rankedOf(peer, figuresOf(marked));
  });
  return [...theirs, rankedOf(OURS, figures)].toSorted((a, b) => balance(b) - balance(a));
}

function recordedName(name: SetName): string {
  return name === 'real-audit' || name === 'real-human' ? 'real-labelled' : name;
}

function rankedOf(peer: string, { precision, recall, recallWithEarly, falseAlarms }: Figures): Ranked {
  return { peer, precision, recall, recallWithEarly, falseAlarms };
}

/** The harmonic mean of precision and recall. */
function balance({ precision, recall }: Ranked): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}
