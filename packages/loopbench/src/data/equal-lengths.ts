import { drawFrom } from '../metamorphic/draw.js';
import { putWorkInFront } from '../metamorphic/changes/insertions.js';
import { moveLabels } from '../metamorphic/trace.js';
import type { Case } from './case.js';

/**
 * The same traces with lengths that reveal nothing: loops and healthy runs are paired by length, and both of
 * a pair become equally long. A loop may lose events after its deadline, where nothing is measured; the
 * shorter trace gets unrelated work in front.
 */
export function withEqualLengths(cases: readonly Case[], seed: string): Case[] {
  const byLength = (a: Case, b: Case): number => a.events.length - b.events.length || (a.id < b.id ? -1 : 1);
  const loops = cases.filter(({ expect }) => expect === 'loop').toSorted(byLength);
  const healthy = cases.filter(({ expect }) => expect === 'no_loop').toSorted(byLength);
  const done = new Map<Case, Case>();
  const pairs = Math.max(loops.length, healthy.length);
  if (Math.min(loops.length, healthy.length) === 0) return [...cases];
  for (let i = 0; i < pairs; i++) {
    const loop = loops[Math.floor((i * loops.length) / pairs)];
    const other = healthy[Math.floor((i * healthy.length) / pairs)];
    if (!loop || !other) continue;
    const wanted = done.get(loop)?.events.length ?? done.get(other)?.events.length ?? lengthFor(loop, other);
    for (const one of [loop, other]) if (!done.has(one)) done.set(one, ofLength(one, wanted, seed));
  }
  return cases.map((one) => done.get(one) ?? one);
}

/** As long as the healthy run, unless the loop must be longer. */
function lengthFor(loop: Case, healthy: Case): number {
  return Math.max(healthy.events.length, leastLength(loop));
}

/** A loop keeps everything up to its deadline. */
function leastLength({ expect, by, events }: Case): number {
  return expect === 'loop' && by !== undefined ? Math.min(events.length, by + 1) : events.length;
}

function ofLength(one: Case, wanted: number, seed: string): Case {
  const cut = cutTo(one, Math.max(wanted, leastLength(one)));
  const missing = Math.max(0, wanted - cut.events.length);
  return putWorkInFront(cut, missing, drawFrom(`${seed} length ${one.id}`));
}

function cutTo(one: Case, length: number): Case {
  if (one.events.length <= length) return one;
  return moveLabels({ ...one, events: one.events.slice(0, length) }, (event) => Math.min(event, length - 1));
}
