import type { StoredEvent } from '../../contract.js';
import { clock, deed, plain } from '../../format.js';
import type { Moment } from '../graph/plot.js';
import { rowOf } from './event-rows.js';
import { type Intervention, timelineItems } from './items.js';
import { nextText } from './lines.js';

/** The interventions for the plot, each with what the agent did next. */
export function momentsOf(
  events: readonly StoredEvent[],
  interventions: readonly Intervention[],
): readonly Moment[] {
  if (interventions.length === 0) return [];
  const items = timelineItems({ rows: events.map(rowOf), loops: [], interventions, open: new Set() });
  return items.flatMap((item) => {
    if (item.kind !== 'intervention') return [];
    const { what, by, at, seq } = item.intervention;
    const place = seq ?? events.findLast((event) => event.at <= at)?.seq;
    const title = plain(`${deed(what)} by ${by} at ${clock(at)}; ${nextText(item)}`, 200);
    return place === undefined ? [] : [{ seq: place, title }];
  });
}
