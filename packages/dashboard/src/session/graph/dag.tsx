import { useEffect } from 'react';
import type { DagGraph } from '../../contract.js';
import { clock, plain } from '../../format.js';
import { Panel } from '../../parts/bits.js';
import { setQuery } from '../../route.js';
import { useWidth } from '../../parts/width.js';
import { layoutDag, type Placed } from './dag-layout.js';

/** Which step led to which. Repeats are collapsed, and a diamond is an intervention. */
export function CausalDag({ dag }: { readonly dag: DagGraph }): React.JSX.Element {
  const [box, room] = useWidth(600);
  const { width, height, nodes, edges, diamonds } = layoutDag(dag, room);
  useEffect(() => {
    // Opens at the newest repeat, or at the end.
    const loop = nodes.findLast(({ count }) => count > 1);
    if (box.current) box.current.scrollLeft = loop ? loop.x - box.current.clientWidth / 3 : width;
  }, [box, width]);
  return (
    <Panel
      title="Causes"
      note={`${dag.nodes.length} steps`}
      end={
        <span className="legend">
          <span className="key-diamond">intervention</span>
          <span className="key-orphan">parent missing</span>
        </span>
      }
    >
      <div className="body">
        <div className="scroll-x" ref={box} tabIndex={0} role="group" aria-label="Causal graph">
          <svg
            className="dag"
            width={width}
            height={height}
            role="img"
            aria-label="Steps by cause; the table below has them"
          >
            {edges.map(({ key, path }) => (
              <path key={key} className="dag-edge" d={path} />
            ))}
            {nodes.map((placed) => (
              <Step key={placed.node.id} {...placed} />
            ))}
            {diamonds.map(({ key, title, x, y }) => (
              <path key={key} className="dag-diamond" d={`M${x} ${y - 6}l6 6l-6 6l-6 -6z`}>
                <title>{plain(title, 200)}</title>
              </path>
            ))}
          </svg>
        </div>
        <DagTable dag={dag} />
      </div>
    </Panel>
  );
}

function Step(placed: Placed): React.JSX.Element {
  const { node, x, y, count } = placed;
  if (count > 1) return <Repeat {...placed} />;
  const flag = node.orphan || node.cycle_refused ? 'odd' : node.waiting ? 'waiting' : undefined;
  return (
    <g
      onClick={() => setQuery({ event: String(node.seq) })}
      className="dag-step"
      data-status={node.status}
      data-flag={flag}
    >
      <circle cx={x} cy={y} r={6} />
      <title>{plain(`${node.seq} ${node.tool_call || node.intent} (${node.status})`, 200)}</title>
    </g>
  );
}

/** A collapsed repeat; a click opens its first event. */
function Repeat({ node, nodes, x, y, width, label }: Placed): React.JSX.Element {
  return (
    <g className="dag-repeat" data-status={node.status} onClick={() => setQuery({ event: String(node.seq) })}>
      <title>{plain(`Events ${node.seq} to ${nodes.at(-1)?.seq ?? node.seq}: ${label}`, 200)}</title>
      <rect {...{ x, y: y - 12, width, height: 24, rx: 12 }} />
      <text x={x + width / 2} y={y + 4} textAnchor="middle">
        {plain(label, 60)}
      </text>
    </g>
  );
}

function DagTable({ dag }: { readonly dag: DagGraph }): React.JSX.Element {
  const bySeq = new Map(dag.nodes.map((node) => [node.id, node.seq]));
  return (
    <details className="as-table">
      <summary>As a table</summary>
      <div className="scroll-x" tabIndex={0} role="group" aria-label="Steps">
        <table className="figures">
          <thead>
            <tr>
              <th>Event</th>
              <th>After</th>
              <th>Time</th>
              <th>What</th>
              <th>Status</th>
            </tr>
          </thead>
          <tbody>
            {dag.nodes.slice(-200).map((node) => (
              <tr key={node.id}>
                <td>{node.seq}</td>
                <td>{node.parent === null ? '–' : (bySeq.get(node.parent) ?? 'missing')}</td>
                <td>{clock(node.at)}</td>
                <td className="mono">{plain(node.tool_call || node.intent, 120)}</td>
                <td>
                  {node.cycle_refused
                    ? 'circle refused'
                    : node.orphan
                      ? 'parent missing'
                      : plain(node.status, 40)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
