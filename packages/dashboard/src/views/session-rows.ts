import type { SessionSummary } from '../contract.js';
import { isWithin, type Range, rangeOf } from '../parts/date-range.js';

const SORTS = ['attention', 'updated', 'score', 'events', 'loops', 'cost', 'waste', 'agent'] as const;
export type Sort = (typeof SORTS)[number];

/** Filter and order of the list, all in the URL. */
export interface RowQuery {
  readonly q: string;
  readonly state: string;
  readonly show: string;
  readonly model: string;
  readonly range: Range;
  readonly sort: Sort;
  readonly isUp: boolean;
}

export function readRowQuery(query: Readonly<Record<string, string>>): RowQuery {
  const sort = SORTS.find((one) => one === query['sort']) ?? 'attention';
  return {
    ...{ q: query['q'] ?? '', state: query['state'] ?? '', show: query['show'] ?? '' },
    range: rangeOf(query),
    ...{ model: query['model'] ?? '', sort, isUp: query['order'] === 'up' },
  };
}

/** The most urgent state first. */
const ATTENTION = {
  alert_entropy: 0,
  schema_violation: 1,
  paused: 2,
  warning: 3,
  active: 4,
  idle: 5,
  dead: 6,
};

/** Sorting by the last event would move rows all the time. */
function byName(a: SessionSummary, b: SessionSummary): number {
  return NAMES.compare(a.agent_id, b.agent_id);
}
const NAMES = new Intl.Collator(undefined, { numeric: true });

const COMPARE: Readonly<Record<Sort, (a: SessionSummary, b: SessionSummary) => number>> = {
  attention: (a, b) =>
    Number(b.open_gates > 0) - Number(a.open_gates > 0) ||
    ATTENTION[a.node_state] - ATTENTION[b.node_state] ||
    byName(a, b),
  updated: (a, b) => b.updated_at - a.updated_at,
  score: (a, b) => (a.entropy_score ?? 2) - (b.entropy_score ?? 2),
  events: (a, b) => b.events - a.events,
  loops: (a, b) => b.loops - a.loops,
  cost: (a, b) => b.cost - a.cost || b.tokens - a.tokens,
  waste: (a, b) => b.wasted.cost - a.wasted.cost || b.wasted.tokens - a.wasted.tokens,
  agent: byName,
};

export function selectRows(all: readonly SessionSummary[], query: RowQuery): readonly SessionSummary[] {
  const wanted = query.q.trim().toLowerCase().split(/\s+/);
  const matches = (one: SessionSummary): boolean => {
    const text =
      `${one.id} ${one.agent_id} ${one.agent_type} ${one.model} ${one.cluster_id} ${one.last_loop ?? ''}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  const compare = COMPARE[query.sort];
  return all
    .filter((one) => query.state === '' || one.state === query.state)
    .filter((one) => isWithin(query.range, one.updated_at))
    .filter((one) => query.model === '' || one.model === query.model)
    .filter((one) => !Object.hasOwn(SHOW, query.show) || SHOW[query.show]?.(one) === true)
    .filter(matches)
    .toSorted((a, b) => (query.isUp ? compare(b, a) : compare(a, b)) || a.id.localeCompare(b.id));
}

const SHOW: Readonly<Record<string, (one: SessionSummary) => boolean>> = {
  looping: ({ severity, status }) => severity === 'LOOP' || status === 'looping',
  warning: ({ severity, status }) => severity === 'WARNING' || status === 'suspicious',
  gates: ({ open_gates }) => open_gates > 0,
  loops: ({ loops }) => loops > 0,
};
