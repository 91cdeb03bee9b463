import { FAMILIAR_LOOPS } from './familiar-loops.js';
import { LOOK_ALIKES } from './look-alikes.js';
import { OTHER_LOOPS } from './other-loops.js';
import type { Story } from './story.js';

export const STORIES: readonly Story[] = [...FAMILIAR_LOOPS, ...OTHER_LOOPS, ...LOOK_ALIKES];

/**
 * Stories play one after the other, so that a person can follow. Each row begins with a well-known loop; the
 * look-alikes, and the agent that waits for a person, have their own row.
 */
export const ROWS: readonly (readonly Story[])[] = rows();

function rows(): readonly (readonly Story[])[] {
  const [patient, others] = [FAMILIAR_LOOPS.filter(waits), FAMILIAR_LOOPS.filter((story) => !waits(story))];
  const shared = others.map((first, i) => [first, ...OTHER_LOOPS.filter((_, n) => n % others.length === i)]);
  return [...patient.map((one) => [one]), ...shared, ...LOOK_ALIKES.map((one) => [one])];
}

function waits({ obeys }: Story): boolean {
  return obeys === 'pause';
}
