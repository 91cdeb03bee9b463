import { memo, useMemo, useState } from 'react';
import type { Figures, NodeState, TopologyNode } from '../contract.js';
import { plain, score } from '../format.js';
import { clusters } from '../live/select.js';
import type { LiveState } from '../live/state.js';
import { go, hrefOf } from '../route.js';
import { Panel, StateMark, stateWord } from '../parts/bits.js';
import { useDefinition } from '../parts/figure.js';
import { layoutMap, type MapNode } from './map-layout.js';
import { useWidth } from '../parts/width.js';

const ORDER: readonly NodeState[] = [
  ...(['alert_entropy', 'warning', 'schema_violation', 'paused', 'active', 'idle', 'dead'] as const),
];

/** Every agent of the fleet in its place; what needs a person stands out. */
export function TopologyMap({ state }: { readonly state: LiveState }): React.JSX.Element {
  const [box, width] = useWidth(800);
  const groups = useMemo(() => clusters({ nodes: state.nodes } as LiveState), [state.nodes]);
  const map = useMemo(() => layoutMap(groups, state.edges, width), [groups, state.edges, width]);
  const states = statesOf(Object.values(state.nodes));
  const said = states.map((name) => stateWord(name).toLowerCase()).join(', ');
  return (
    <Panel
      title="Topology"
      className="topology"
      note={`${map.nodes.length} agents`}
      end={<MapKey states={states} fleet={state.figures?.fleet} />}
    >
      <div className="map-wrap">
        <div ref={box}>
          <svg
            className="map"
            height={map.height + 4}
            role="img"
            aria-label={`Agents in these states: ${said}. The table below lists them.`}
          >
            {map.edges.map(({ key, path }) => (
              <path key={key} className="map-edge" d={path} />
            ))}
            {map.titles.map(({ name, count, x, y }) => (
              <text key={name} className="map-cluster" x={x} y={y}>
                <title>{plain(name, 200)}</title>
                {plain(name, 15)} <tspan fontWeight="400">{count}</tspan>
              </text>
            ))}
            {map.nodes.map(({ node, x, y }) => (
              <Agent key={node.id} {...{ node, x, y, size: map.size, letters: map.letters }} />
            ))}
            {map.letters === 0 &&
              map.nodes.map((one) => (
                <AlertLabel key={one.node.id} {...one} {...{ size: map.size, width }} />
              ))}
          </svg>
        </div>
        <AgentTable nodes={map.nodes.map(({ node }) => node)} />
      </div>
    </Panel>
  );
}

/** One of several agents in a session leads to that session. */
function sessionOf({ id, session_id }: TopologyNode): string {
  return session_id ?? id;
}

function statesOf(nodes: readonly TopologyNode[]): readonly NodeState[] {
  const found = new Set(nodes.map(({ state }) => state));
  return ORDER.filter((name) => found.has(name));
}

interface KeyProps {
  readonly states: readonly NodeState[];
  readonly fleet: Figures['fleet'] | undefined;
}

/** The meaning of each mark. Numbers are those of the headline, never a count of the marks. */
function MapKey({ states, fleet }: KeyProps): React.JSX.Element {
  const looping = useDefinition('fleet.looping')?.definition;
  const paused = useDefinition('fleet.paused')?.definition;
  return (
    <span className="map-key">
      {states.map((name) => (
        <span
          key={name}
          className="state"
          data-state={name}
          title={name === 'alert_entropy' ? looping : name === 'paused' ? paused : undefined}
        >
          <i />
          {stateWord(name)} {name === 'alert_entropy' && fleet?.looping}
          {name === 'paused' && fleet?.paused}
        </span>
      ))}
    </span>
  );
}

type AgentProps = MapNode & { readonly size: number; readonly letters: number };

/** A state is more than a colour. */
const LOOPING = ' · looping';

/** Redrawn only when this agent changed: five hundred of them stand still most of the time. */
const Agent = memo(function Agent({ node, x, y, size, letters }: AgentProps): React.JSX.Element {
  const isAlert = node.state === 'alert_entropy';
  return (
    <g className="map-node" data-state={node.state} onClick={() => go('session', sessionOf(node))}>
      <title>
        {plain(`${node.agent_id}: ${stateWord(node.state)}, entropy ${score(node.entropy_score)}`, 200)}
      </title>
      <rect {...{ x, y, width: size, height: size, rx: 2 }} />
      {letters > 0 && (
        <text className={isAlert ? 'map-label' : 'map-name'} x={x + size + 6} y={y + size - 1}>
          {plain(node.agent_id || node.id, Math.max(4, isAlert ? letters - LOOPING.length : letters))}
          {isAlert && LOOPING}
        </text>
      )}
    </g>
  );
});

const LABEL = { letters: 12, letter: 6.6, pad: 4 };

/** In a large fleet only those in an alert have their name. */
function AlertLabel({
  node,
  x,
  y,
  size,
  width,
}: MapNode & { readonly size: number; readonly width: number }): React.JSX.Element | null {
  if (node.state !== 'alert_entropy') return null;
  const name = plain(node.agent_id || node.id, LABEL.letters);
  const room = name.length * LABEL.letter + LABEL.pad * 2;
  // To the left where there is no room to the right.
  const left = x + size + 3 + room > width ? x - 3 - room : x + size + 3;
  return (
    <g pointerEvents="none">
      <rect className="map-ground" {...{ x: left, y: y - 1, width: room, height: size + 2, rx: 2 }} />
      <text className="map-label" x={left + LABEL.pad} y={y + size - 2.5}>
        {name}
      </text>
    </g>
  );
}

function AgentTable({ nodes }: { readonly nodes: readonly TopologyNode[] }): React.JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const order = nodes.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return (
    <details className="as-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen && (
        <table className="figures">
          <thead>
            <tr>
              <th>Agent</th>
              <th>Cluster</th>
              <th>State</th>
              <th className="number">Entropy</th>
            </tr>
          </thead>
          <tbody>
            {order.map((node) => (
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
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
