import type { Finding } from '@rutbreak/core';
import type { SessionRecord, StoredLoop } from '../../session/record.js';
import { nameOf } from './loop-name.js';

type Track = 'steps' | 'events';

const MAX_NAMES = 20;
/** Enough for a few rounds of a large ring. */
const MAX_STEPS = 40;

/** The loop with this id, or one that a finding of that name continued. */
export function findLoop({ loops }: Pick<SessionRecord, 'loops'>, id: string): StoredLoop | undefined {
  return loops.find((loop) => loop.id === id) ?? loops.find(({ names = [] }) => names.includes(id));
}

/**
 * The loop that a finding is about. Several detectors see one loop: a ring is also the repetition of each of its calls. So
 * a finding under a new name continues the loop that has the same steps, or returns to it.
 */
export function loopOf(
  record: Pick<SessionRecord, 'id' | 'loops' | 'core'>,
  finding: Finding,
  track: Track,
): StoredLoop | undefined {
  const known = findLoop(record, nameOf(record.id, finding).id);
  const numbering = numberingOf(record, track);
  return known ?? record.loops.findLast((loop) => loop.numbering === numbering && hasSteps(loop, finding));
}

/** Core numbers the events of each of its states on its own, and another preset begins with a new state. */
export function numberingOf({ core }: Pick<SessionRecord, 'core'>, track: Track): string {
  return `${track} ${core[track]?.preset ?? ''}`;
}

/** Where both have looked, at least half of the steps of one are those of the other. */
function hasSteps({ steps = [] }: StoredLoop, { signal }: Finding): boolean {
  const { events, first } = signal.evidence;
  const [own, fresh] = [
    steps.filter((step) => step >= Math.min(first, ...events)),
    events.filter((event) => event <= (steps.at(-1) ?? -1)),
  ];
  const shared = fresh.filter((event) => own.includes(event)).length;
  return shared > 0 && 2 * shared >= Math.min(own.length, fresh.length);
}

/** The steps of a loop after a finding: detectors differ in how far back they look. */
export function stepsWith(known: StoredLoop | undefined, { signal }: Finding): readonly number[] {
  const all = new Set([...(known?.steps ?? []), ...signal.evidence.events]);
  return [...all].sort((a, b) => a - b).slice(-MAX_STEPS);
}

/** The names of a loop after a finding continued it. */
export function namesWith(known: StoredLoop, id: string): readonly string[] | undefined {
  if (id === known.id || known.names?.includes(id)) return known.names;
  return [...(known.names ?? []), id].slice(-MAX_NAMES);
}

/** A loop that returns has not recovered, and the guard has failed if it acted before. */
export function hasReturned({ outcome, figures }: StoredLoop): boolean {
  return outcome !== 'open' || (!figures.is_going && figures.rungs.length > 0);
}
