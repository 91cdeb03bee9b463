import type { Loop, SessionSummary, TopologyNode } from '../contract.js';
import { type LiveState, ownOf } from './state.js';

const DAY_MS = 86_400_000;

/** Each alerted session once, the lowest score first. */
export function alertedSessions({ sessions }: LiveState): readonly SessionSummary[] {
  return Object.values(sessions)
    .filter(isAlerted)
    .toSorted((a, b) => (a.entropy_score ?? 1) - (b.entropy_score ?? 1) || b.updated_at - a.updated_at);
}

/** A session without recent events is not looping any more. */
function isAlerted({ state, node_state, severity, status }: SessionSummary): boolean {
  return state === 'active' && node_state !== 'dead' && (severity === 'LOOP' || status === 'looping');
}

export interface Bar {
  readonly label: string;
  readonly value: number;
}

/** Loops of the last 24 hours, by the hour of their first detection. */
export function loopsByHour({ loops }: LiveState, now: number): readonly Bar[] {
  const hour = 3_600_000;
  const last = Math.floor(now / hour);
  const counts = new Array<number>(24).fill(0);
  for (const { first_at } of Object.values(loops)) {
    const index = 23 - (last - Math.floor(first_at / hour));
    if (now - first_at <= DAY_MS && index >= 0 && index < 24) counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts.map((value, i) => {
    const at = new Date((last - 23 + i) * hour);
    return { label: `${String(at.getHours()).padStart(2, '0')}:00`, value };
  });
}

export function countBy<T>(items: readonly T[], label: (item: T) => string): readonly Bar[] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(label(item), (counts.get(label(item)) ?? 0) + 1);
  return [...counts]
    .map(([name, value]) => ({ label: name, value }))
    .toSorted((a, b) => b.value - a.value || a.label.localeCompare(b.label));
}

export function modelOf({ sessions }: LiveState, { session_id }: Loop): string {
  const session = ownOf(sessions, session_id);
  return session?.model || session?.agent_type || 'unknown';
}

export interface Cluster {
  readonly name: string;
  readonly nodes: readonly TopologyNode[];
}

/** Groups agents by cluster and sorts them by name, so that they keep their position when a state changes. */
export function clusters({ nodes }: LiveState): readonly Cluster[] {
  const groups = new Map<string, TopologyNode[]>();
  for (const node of Object.values(nodes)) {
    const name = node.cluster_id || node.agent_type || 'agents';
    groups.set(name, [...(groups.get(name) ?? []), node]);
  }
  return [...groups]
    .map(([name, members]) => ({ name, nodes: members.toSorted((a, b) => byName(a, b)) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

function byName(a: TopologyNode, b: TopologyNode): number {
  return a.agent_id.localeCompare(b.agent_id, undefined, { numeric: true }) || a.id.localeCompare(b.id);
}
