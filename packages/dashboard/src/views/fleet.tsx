import type { FigureId, Figures } from '../contract.js';
import { Arrived, FirstRun } from '../demo/first-run.js';
import { DemoBar, DemoCaptions } from '../demo/demo-bar.js';
import { amount, clock, isNothing, plain, whole, words } from '../format.js';
import { loopsByHour } from '../live/select.js';
import { type LiveState, type News, ownOf } from '../live/state.js';
import { useLive } from '../live/store.js';
import { EntropyAlerts } from '../parts/alerts.js';
import { Panel } from '../parts/bits.js';
import { Bars, Columns } from '../parts/charts.js';
import { FigureName, useDefinition } from '../parts/figure.js';
import { TopologyMap } from '../map/topology.js';
import { hrefOf } from '../route.js';

export function FleetView(): React.JSX.Element {
  const { state } = useLive();
  if (!state.isLoaded) return <div className="view quiet">Loading…</div>;
  if (Object.keys(state.sessions).length === 0) return <FirstRun />;
  return (
    <div className="view">
      <div className="view-head">
        <h1>Fleet</h1>
        <DemoBar />
      </div>
      <Arrived />
      <CounterStrip figures={state.figures} />
      <div className="fleet-grid">
        <TopologyMap state={state} />
        {state.figures && <Charts fleet={state.figures.fleet} />}
        <div className="fleet-side">
          <EntropyAlerts />
          <DemoCaptions />
          <NewsPanel news={state.news} state={state} />
        </div>
      </div>
    </div>
  );
}

function CounterStrip({ figures }: { readonly figures: Figures | null }): React.JSX.Element | null {
  if (!figures) return null;
  const { fleet } = figures;
  return (
    <dl className="counters">
      <Counter figure="fleet.sessions" name="Sessions" value={whole(fleet.sessions)}>
        <Small figure="fleet.active">{whole(fleet.active)} active</Small>
      </Counter>
      <Counter
        {...{ figure: 'fleet.looping', name: 'Looping now', value: whole(fleet.looping) }}
        isAlert={fleet.looping > 0}
      />
      <Counter figure="fleet.paused" name="Paused by people" value={whole(fleet.paused)} />
      <Counter figure="fleet.loops_today" name="Loops today" value={whole(fleet.loops_today)} />
      <Counter figure="fleet.recovered_today" name="Recovered today" value={whole(fleet.recovered_today)} />
      {!isNothing(fleet.wasted) && (
        <Counter figure="fleet.wasted" name="Wasted" value={amount(fleet.wasted)} />
      )}
      {!isNothing(fleet.saved) && <Counter figure="fleet.saved" name="Saved" value={amount(fleet.saved)} />}
    </dl>
  );
}

interface CounterProps {
  readonly figure: FigureId;
  readonly name: string;
  readonly value: string;
  readonly isAlert?: boolean;
  readonly children?: React.ReactNode;
}

function Counter({ figure, name, value, isAlert, children }: CounterProps): React.JSX.Element {
  return (
    <div data-alert={isAlert === true ? '' : undefined}>
      <dt>
        <FigureName {...{ figure, name }} />
      </dt>
      <dd>
        <span data-figure={figure}>{value}</span> {children}
      </dd>
    </div>
  );
}

/** A secondary figure next to the main one. */
function Small(props: { readonly figure: FigureId; readonly children: React.ReactNode }): React.JSX.Element {
  return (
    <small data-figure={props.figure} title={useDefinition(props.figure)?.definition}>
      {props.children}
    </small>
  );
}

interface NewsProps {
  readonly news: readonly News[];
  readonly state: LiveState;
}

function NewsPanel({ news, state }: NewsProps): React.JSX.Element {
  return (
    <Panel title="Just now" className="news">
      {news.length === 0 ? (
        <p className="body quiet">Loops and interventions appear here as they happen.</p>
      ) : (
        <ul>
          {news.slice(0, 10).map((one) => (
            <li key={one.id}>
              <span>{one.at > 0 ? clock(one.at) : ''}</span>
              <a className="news-who" href={hrefOf('session', one.session)}>
                {plain(ownOf(state.sessions, one.session)?.agent_id || one.session || 'unknown', 40)}{' '}
                <span className="quiet">{one.kind}</span>
              </a>
              <span className="mono" title={plain(one.text, 300)}>
                {plain(one.text, 120)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Charts({ fleet }: { readonly fleet: Figures['fleet'] }): React.JSX.Element {
  const categories = fleet.loops_by_category.map(({ name, loops }) => ({ label: words(name), value: loops }));
  return (
    <div className="chart-row">
      <Chart figure="fleet.loops_by_hour" title="Loops by hour" note="last 24 hours">
        <Columns bars={loopsByHour(fleet)} name="Loops by hour" unit="Hour" />
      </Chart>
      <Chart figure="fleet.loops_by_category" title="Loops by category" note="last 24 hours">
        <Bars bars={categories} name="Loops by category" unit="Category" />
      </Chart>
    </div>
  );
}

interface ChartProps {
  readonly figure: FigureId;
  readonly title: string;
  readonly note: string;
  readonly children: React.ReactNode;
}

function Chart({ figure, title, note, children }: ChartProps): React.JSX.Element {
  return (
    <Panel title={title} note={note}>
      <div className="body" data-chart={figure} title={useDefinition(figure)?.definition}>
        {children}
      </div>
    </Panel>
  );
}
