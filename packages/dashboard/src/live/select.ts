import type { Figures, SessionSummary, TopologyNode } from '../contract.js';
import type { LiveState } from './state.js';

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

/** The hours of the gateway's figures, in local time. */
export function loopsByHour({ loops_by_hour }: Figures['fleet']): readonly Bar[] {
  return loops_by_hour.map(({ at, loops }) => {
    const hour = new Date(at).getHours();
    return { label: `${String(hour).padStart(2, '0')}:00`, value: loops };
  });
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
    const members = groups.get(name);
    if (members) members.push(node);
    else groups.set(name, [node]);
  }
  return [...groups]
    .map(([name, members]) => ({ name, nodes: members.toSorted((a, b) => byName(a, b)) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Made once: a comparison that looks its rules up each time takes most of a change of the map. */
const NAMES = new Intl.Collator(undefined, { numeric: true });
const IDS = new Intl.Collator();

function byName(a: TopologyNode, b: TopologyNode): number {
  return NAMES.compare(a.agent_id, b.agent_id) || IDS.compare(a.id, b.id);
}
