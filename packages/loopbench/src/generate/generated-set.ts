import type { Case } from '../data/case.js';
import { drawFrom } from '../metamorphic/draw.js';
import { TRANSFORMATIONS } from '../metamorphic/index.js';
import { workOf } from '../metamorphic/changes/insertions.js';
import type { Event } from '../metamorphic/trace.js';
import type { Transformation } from '../metamorphic/transformation.js';
import type { Pair } from './family.js';
import { PAIRS_OF_CALLS } from './pairs-of-calls.js';
import { PAIRS_OF_ROUNDS } from './pairs-of-rounds.js';

/** Increases when the same seed gives other traces. */
export const GENERATOR_VERSION = 1;
export const PAIRS: readonly Pair[] = [...PAIRS_OF_CALLS, ...PAIRS_OF_ROUNDS];
/** Agents of each family that every transformation is applied to. */
const AGENTS = 2;

export interface Generated {
  readonly case: Case;
  readonly family: string;
}

/** One generated trace, before any transformation. */
export function generate(pair: Pair, expect: 'loop' | 'no_loop', seed: string): Case {
  const draw = drawFrom(`${seed} ${pair.id} ${expect}`);
  // Drawn equally for both traces of a pair, so that their lengths reveal nothing.
  const shared = drawFrom(`${seed} ${pair.id}`);
  const [front, laps] = [shared.integer(2, 8), pair.due + shared.integer(2, 5)];
  const { task, lap } = expect === 'loop' ? pair.loop(draw) : pair.healthy(draw);
  const before: Event[] = [
    { kind: 'turn', role: 'user', reason: 'prompt', text: task },
    ...workOf(front, draw),
  ];
  const rounds = Array.from({ length: laps }, (_, n) => lap(n));
  const events = [...before, ...rounds.flat()];
  const id = `${pair.id} ${expect} ${seed}`;
  if (expect === 'no_loop') return { id, events, expect, category: pair.healthyKind, source: 'generated' };
  const inTime = rounds.slice(0, pair.due).flat().length;
  return {
    ...{ id, events, expect, category: pair.loopKind, source: 'generated' },
    ...{ by: before.length + inTime - 1, span: [before.length, events.length - 1] },
  };
}

/** Families × transformations × seeds, with a loop and its healthy twin each. */
export function generatedTraces(seed: number, agents = AGENTS): Generated[] {
  const seeds = Array.from({ length: agents }, (_, i) => `${seed}.${i + 1}`);
  return PAIRS.flatMap((pair) =>
    seeds.flatMap((one) => {
      const twins = (['loop', 'no_loop'] as const).map((expect) => generate(pair, expect, one));
      return [
        ...twins,
        ...TRANSFORMATIONS.flatMap((transformation) => changed(transformation, twins, one)),
      ].map((made) => ({ case: made, family: made.category }));
    }),
  );
}

/** Transforms both twins; omits them if one label would not survive, or if nothing changes. */
function changed(transformation: Transformation, twins: readonly Case[], seed: string): Case[] {
  if (transformation.isInterleaved) return [];
  if (twins.some((one) => transformation.changesLabel?.(one) !== undefined)) return [];
  const made = twins.map((one) => {
    const next = transformation.apply(one, drawFrom(`${seed} ${transformation.id} ${one.id}`));
    return next === one ? undefined : { ...next, id: `${one.id} ${transformation.id}` };
  });
  return made.every((one) => one !== undefined) ? made : [];
}
