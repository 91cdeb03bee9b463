import { type ReactNode, useState } from 'react';
import type { Edge, NodeState, TopologyNode } from '../contract.js';
import { plain, score, whole } from '../format.js';
import { ownOf } from '../live/state.js';
import { StateMark } from '../parts/bits.js';
import { hrefOf } from '../route.js';
import { sessionOf } from './marks.js';

export const ORDER: readonly NodeState[] = [
  ...(['alert_entropy', 'warning', 'schema_violation', 'paused', 'active', 'idle', 'dead'] as const),
];

/** Renders its rows only while it is open: a large fleet has many. */
function Fold(props: {
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: () => ReactNode;
}): React.JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="as-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{props.name}</summary>
      {isOpen && (
        <table className="figures">
          <thead>
            <tr>
              {props.head.map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>{props.rows()}</tbody>
        </table>
      )}
    </details>
  );
}

export function AgentTable({ nodes }: { readonly nodes: readonly TopologyNode[] }): React.JSX.Element {
  const rows = (): ReactNode =>
    nodes
      .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
      .map((node) => (
        <tr key={node.id}>
          <td>
            <a href={hrefOf('session', sessionOf(node))} data-row>
              {plain(node.agent_id || node.id, 80)}
            </a>
          </td>
          <td>{plain(node.cluster_id, 60)}</td>
          <td>
            <StateMark state={node.state} />
          </td>
          <td className="number">{score(node.entropy_score)}</td>
        </tr>
      ));
  return <Fold name="As a table" head={['Agent', 'Cluster', 'State', 'Entropy']} rows={rows} />;
}

const KINDS: Readonly<Record<Edge['kind'], string>> = {
  ...{ spawned: 'started', handed: 'hand-off', messaged: 'message' },
};

interface EdgeProps {
  readonly edges: readonly Edge[];
  readonly nodes: Readonly<Record<string, TopologyNode>>;
}

export function EdgeTable({ edges, nodes }: EdgeProps): React.JSX.Element {
  const name = (id: string): string => plain(ownOf(nodes, id)?.agent_id || id, 80);
  const rows = (): ReactNode =>
    edges
      .toSorted((a, b) => Number(b.ring) - Number(a.ring) || b.weight - a.weight)
      .map(({ from, to, kind, weight, ring }) => (
        <tr key={`${from} ${to}`}>
          <td>{name(from)}</td>
          <td>{name(to)}</td>
          <td>
            {KINDS[kind]}
            {ring && ' in a ring'}
          </td>
          <td className="number">{whole(weight)}</td>
        </tr>
      ));
  return <Fold name="Who talks to whom" head={['From', 'To', 'Kind', 'Times']} rows={rows} />;
}
