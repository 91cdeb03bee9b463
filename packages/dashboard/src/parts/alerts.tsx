import { api } from '../api/client.js';
import type { SessionSummary } from '../contract.js';
import { ago, plain, score } from '../format.js';
import { alertedSessions } from '../live/select.js';
import { type Alert, ownOf } from '../live/state.js';
import { noteSession, refresh, useLive } from '../live/store.js';
import { operatorName } from '../operator.js';
import { go, hrefOf } from '../route.js';
import { useDoing } from './ask.js';
import { Panel } from './bits.js';
import { useNow } from './now.js';

/** The looping sessions, each with a button that pauses it. */
export function EntropyAlerts(): React.JSX.Element {
  const { state } = useLive();
  const alerted = alertedSessions(state);
  return (
    <Panel
      title="Entropy Alerts"
      meaning="Agents whose newest steps go round: a low entropy means that few of them differ."
      className="alerts"
    >
      {alerted.length === 0 ? (
        <p className="body quiet">No agent is looping.</p>
      ) : (
        <ul className="alert-list">
          {alerted.map((session) => (
            <AlertRow
              key={session.id}
              session={session}
              pattern={patternOf(session, ownOf(state.alerts, session.id))}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function patternOf(session: SessionSummary, alert: Alert | undefined): string {
  if (session.last_loop !== null && session.last_loop !== '') return session.last_loop;
  if (!alert) return 'Repeats itself';
  const { tool_call, intent } = alert.repeated_pattern;
  return `${tool_call || intent} ${alert.occurrence_count}× in ${alert.window_size} steps`;
}

interface RowProps {
  readonly session: SessionSummary;
  readonly pattern: string;
}

function AlertRow({ session, pattern }: RowProps): React.JSX.Element {
  const doing = useDoing();
  const now = useNow(5000);
  const pause = (): void =>
    doing.run(async () => {
      await api.command(session.id, 'pause', {
        ...{ operator_id: operatorName(), reason: 'Pause and Inspect' },
      });
      noteSession({ ...session, state: 'paused', node_state: 'paused' });
      void refresh();
      go('session', session.id);
      return '';
    });
  return (
    <li className="alert-row">
      <a className="alert-agent" href={hrefOf('session', session.id)} title={plain(session.id, 300)}>
        {plain(session.agent_id || session.id, 80)}
      </a>
      <span className="alert-facts">
        {session.entropy_score !== null && (
          <span className="alert-score" title="Entropy score">
            {score(session.entropy_score)}
          </span>
        )}
        <span className="quiet">{ago(session.updated_at, now)}</span>
      </span>
      <button className="button accent" disabled={doing.isBusy} onClick={pause}>
        Pause and Inspect
      </button>
      <p className="mono alert-pattern" title={plain(pattern, 400)}>
        {plain(pattern, 160)}
      </p>
      {doing.problem !== '' && <p className="problem">{doing.problem}</p>}
    </li>
  );
}
