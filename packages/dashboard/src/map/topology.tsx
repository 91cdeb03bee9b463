import { useMemo } from 'react';
import type { Figures, NodeState, TopologyNode } from '../contract.js';
import { clusters } from '../live/select.js';
import type { LiveState } from '../live/state.js';
import { setQuery, useRoute } from '../route.js';
import { Panel, stateWord } from '../parts/bits.js';
import { useDefinition } from '../parts/figure.js';
import { useWidth } from '../parts/width.js';
import { Agent, AlertLabel, GroupFrame, Links, RowTitle } from './marks.js';
import { layoutMap } from './map-layout.js';
import { AgentTable, EdgeTable, ORDER } from './tables.js';

/** The fleet as a directed, weighted map: who hands work to whom, and who messages whom. */
export function TopologyMap({ state }: { readonly state: LiveState }): React.JSX.Element {
  const [box, width] = useWidth(800);
  const toggled = useToggled();
  const groups = useMemo(() => clusters({ nodes: state.nodes } as LiveState), [state.nodes]);
  const map = useMemo(
    () => layoutMap(groups, state.edges, width, new Set(toggled)),
    [groups, state.edges, width, toggled],
  );
  const states = statesOf(Object.values(state.nodes));
  const names = states.map((name) => stateWord(name).toLowerCase()).join(', ');
  const rings = map.links.filter(({ ring }) => ring).length;
  return (
    <Panel
      title="Topology"
      className="topology"
      note={`${map.nodes.length} ${map.nodes.length === 1 ? 'agent' : 'agents'}${rings > 0 ? ', a hand-off ring' : ''}`}
      end={<MapKey states={states} fleet={state.figures?.fleet} />}
    >
      <div className="map-wrap">
        <div ref={box}>
          <svg
            className="map"
            height={map.height + 6}
            role="group"
            aria-label={`Agents in these states: ${names}. The tables below list agents and edges.`}
          >
            <Links links={map.links} />
            {map.groups.map((group) => (
              <GroupFrame key={group.name} {...{ group, onToggle: () => toggle(toggled, group.name) }} />
            ))}
            {map.titles.map((title) => (
              <RowTitle key={title.name} {...{ title, onToggle: () => toggle(toggled, title.name) }} />
            ))}
            {map.nodes.map((one) => (
              <Agent key={one.node.id} {...one} />
            ))}
            {map.nodes.map(
              (one) => one.letters === 0 && <AlertLabel key={one.node.id} {...{ ...one, width }} />,
            )}
          </svg>
        </div>
        {map.links.length > 0 && <EdgeKey hasRing={rings > 0} />}
        <AgentTable nodes={map.nodes.map(({ node }) => node)} />
        {state.edges.length > 0 && <EdgeTable edges={state.edges} nodes={state.nodes} />}
      </div>
    </Panel>
  );
}

/** Groups that a person has opened or collapsed; they are in the URL. */
function useToggled(): readonly string[] {
  const text = useRoute().query['groups'] ?? '';
  return useMemo(
    () =>
      text
        .split(',')
        .filter((name) => name !== '')
        .map(decodeURIComponent),
    [text],
  );
}

function toggle(toggled: readonly string[], name: string): void {
  const next = toggled.includes(name) ? toggled.filter((one) => one !== name) : [...toggled, name];
  setQuery({ groups: next.map(encodeURIComponent).join(',') });
}

function statesOf(nodes: readonly TopologyNode[]): readonly NodeState[] {
  const found = new Set(nodes.map(({ state }) => state));
  return ORDER.filter((name) => found.has(name));
}

interface KeyProps {
  readonly states: readonly NodeState[];
  readonly fleet: Figures['fleet'] | undefined;
}

/** The map shows several agents of one session, so the number needs a unit. */
function sessions(many = 0): string {
  return ` · ${many} ${many === 1 ? 'session' : 'sessions'}`;
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
          {stateWord(name)}
          {name === 'alert_entropy' && sessions(fleet?.looping)}
          {name === 'paused' && sessions(fleet?.paused)}
        </span>
      ))}
    </span>
  );
}

const EDGE_NAMES = [
  ['handed', 'hand-off'],
  ['messaged', 'message'],
  ['spawned', 'started'],
  ['ring', 'ring: work goes round'],
] as const;

function EdgeKey({ hasRing }: { readonly hasRing: boolean }): React.JSX.Element {
  return (
    <p className="edge-key quiet">
      {EDGE_NAMES.filter(([kind]) => kind !== 'ring' || hasRing).map(([kind, name]) => (
        <span key={kind}>
          <i className="edge-line" data-kind={kind} /> {name}
        </span>
      ))}
      <span>The number is how often.</span>
    </p>
  );
}
