import { useMemo } from 'react';
import { FirstRun } from '../demo/first-run.js';
import { DemoBar } from '../demo/demo-bar.js';
import { clock, money, plain, short, whole, words } from '../format.js';
import { countBy, counters, loopsByHour, modelOf } from '../live/select.js';
import { type LiveState, type News, ownOf } from '../live/state.js';
import { useLive } from '../live/store.js';
import { EntropyAlerts } from '../parts/alerts.js';
import { Panel } from '../parts/bits.js';
import { Bars, Columns } from '../parts/charts.js';
import { useNow } from '../parts/now.js';
import { TopologyMap } from '../parts/topology.js';
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
      <CounterStrip state={state} />
      <div className="fleet-grid">
        <TopologyMap state={state} />
        <Charts state={state} />
        <div className="fleet-side">
          <EntropyAlerts />
          <NewsPanel news={state.news} state={state} />
        </div>
      </div>
    </div>
  );
}

function CounterStrip({ state }: { readonly state: LiveState }): React.JSX.Element {
  const now = useNow(10_000);
  const count = useMemo(() => counters(state, now), [state, now]);
  return (
    <dl className="counters">
      <Counter name="Sessions" value={whole(count.sessions)} more={`${whole(count.active)} active`} />
      <Counter name="Looping now" value={whole(count.looping)} more="" isAlert={count.looping > 0} />
      <Counter
        name="Paused"
        value={whole(count.paused)}
        more={count.waiting > 0 ? `${count.waiting} waiting for you` : ''}
      />
      <Counter
        name="Recovered today"
        value={whole(count.recoveredToday)}
        more={`of ${whole(count.loopsToday)}`}
      />
      <Counter
        name="Tokens saved"
        value={short(count.savedTokens)}
        more={`${short(count.loopTokens)} in circles`}
      />
      <Counter
        name="Money saved"
        value={money(count.savedCost)}
        more={`${money(count.loopCost)} in circles`}
      />
    </dl>
  );
}

interface CounterProps {
  readonly name: string;
  readonly value: string;
  readonly more: string;
  readonly isAlert?: boolean;
}

function Counter({ name, value, more, isAlert }: CounterProps): React.JSX.Element {
  return (
    <div data-alert={isAlert === true ? '' : undefined}>
      <dt>{name}</dt>
      <dd>
        {value} <small>{more}</small>
      </dd>
    </div>
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

function Charts({ state }: { readonly state: LiveState }): React.JSX.Element {
  const now = useNow(60_000);
  const loops = useMemo(() => Object.values(state.loops), [state.loops]);
  return (
    <div className="chart-row">
      <Panel title="Loops by hour" note="last 24 hours">
        <div className="body">
          <Columns bars={loopsByHour(state, now)} name="Loops by hour" unit="Hour" />
        </div>
      </Panel>
      <Panel title="By category">
        <div className="body">
          <Bars
            bars={countBy(loops, ({ category }) => words(category))}
            name="Loops by category"
            unit="Category"
          />
        </div>
      </Panel>
      <Panel title="By model">
        <div className="body">
          <Bars bars={countBy(loops, (loop) => modelOf(state, loop))} name="Loops by model" unit="Model" />
        </div>
      </Panel>
    </div>
  );
}
