import { api } from '../api/client.js';
import { plain } from '../format.js';
import { useLive } from '../live/store.js';
import { useAsk } from '../parts/ask.js';
import { StartDemo } from '../demo/demo-bar.js';
import { Panel } from '../parts/bits.js';
import { Keys } from '../settings/keys.js';
import { Limits } from '../settings/limits.js';
import { Proposals } from '../settings/proposals.js';
import { StopAll } from '../settings/stop-all.js';
import { Webhooks } from '../settings/webhooks.js';

export function SettingsView(): React.JSX.Element {
  const { state } = useLive();
  const { data, problem, reload } = useAsk(`config ${state.configVersion}`, api.config);
  const stats = useAsk('stats', api.stats);
  return (
    <div className="view settings-view">
      <div className="view-head">
        <h1>Settings</h1>
        {stats.data && (
          <span className="note">
            {plain(stats.data.store, 40)} store, version {plain(stats.data.version, 40)}
          </span>
        )}
      </div>
      {problem !== '' && <p className="problem">{problem}</p>}
      {data && <Limits ack={data} onSaved={reload} />}
      <div className="settings-two">
        <Keys />
        <Webhooks />
        {data && <Proposals ack={data} onSaved={reload} />}
        <Panel title="Demo fleet">
          <div className="body stack-tight">
            <p className="quiet">Simulated agents, sent through this gateway like any others.</p>
            <StartDemo />
          </div>
        </Panel>
        <StopAll />
      </div>
    </div>
  );
}
