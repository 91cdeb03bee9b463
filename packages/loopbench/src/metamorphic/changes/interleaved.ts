import type { Engine } from '@rutbreak/core/edge';
import type { Case } from '../../data/case.js';
import { feedOf } from '../../measure/run.js';
import type { Draw } from '../draw.js';
import type { Transformation } from '../transformation.js';

/** Sessions of one engine are independent: every decision must equal the one of a separate session. */
export const interleaved: Transformation = {
  id: 'interleaved',
  summary: 'two traces event by event in turn, as two sessions of one engine',
  isInterleaved: true,
  apply: (one) => one,
};

/** The first firing of each trace while another one runs beside it. */
export function alternatingFirings(
  cases: readonly Case[],
  engine: Engine,
  draw: Draw,
): readonly (number | undefined)[] {
  const firings = new Array<number | undefined>(cases.length);
  const order = draw.shuffle(cases.map((_, i) => i));
  for (let i = 0; i < order.length; i += 2) {
    const pair = order.slice(i, i + 2).map((at) => ({ at, feed: feedOf(engine, cases[at]?.events ?? []) }));
    while (pair.some(({ feed }) => !feed.isDone())) {
      for (const { feed } of pair) if (!feed.isDone()) feed.next();
    }
    for (const { at, feed } of pair) firings[at] = feed.fired();
  }
  return firings;
}
