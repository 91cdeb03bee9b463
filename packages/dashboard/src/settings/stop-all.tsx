import { useState } from 'react';
import { api } from '../api/client.js';
import type { KillAck, KillState } from '../contract-admin.js';
import { plain } from '../format.js';
import { refresh, useLive } from '../live/store.js';
import { operatorName } from '../operator.js';
import { type Doing, useDoing } from '../parts/ask.js';
import { Panel } from '../parts/bits.js';
import { Says } from '../parts/form.js';

const WORDS = 'STOP ALL';

/** Needs a typed confirmation, so that nobody stops a fleet by accident. */
export function StopAll(): React.JSX.Element {
  const { kill } = useLive().state;
  const [first, setFirst] = useState<KillAck>();
  const [reason, setReason] = useState('');
  const doing = useDoing();
  const why = { operator_id: operatorName(), ...(reason !== '' && { reason }) };
  const begin = (): void =>
    doing.run(async () => {
      setFirst(await api.kill(why));
      return '';
    });
  const confirm = (typed: string): void =>
    doing.run(async () => {
      const { message } = await api.kill({ ...why, confirm_token: first?.confirm_token, confirm: typed });
      setFirst(undefined);
      await refresh();
      return message;
    });
  return (
    <Panel title="Stop everything" className="wide">
      <div className="body stack">
        {kill?.active === true ? (
          <Release kill={kill} doing={doing} />
        ) : first ? (
          <Confirm doing={doing} onConfirm={confirm} onCancel={() => setFirst(undefined)} />
        ) : (
          <div className="row">
            <p className="quiet">Every agent is told to stop, until somebody lets them go on.</p>
            <input
              className="field grow"
              aria-label="Why everything is to stop"
              placeholder="Why"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
            <button className="button danger" disabled={doing.isBusy} onClick={begin}>
              Stop everything…
            </button>
          </div>
        )}
        <Says problem={doing.problem} done={doing.done} />
      </div>
    </Panel>
  );
}

function Release({ kill, doing }: { readonly kill: KillState; readonly doing: Doing }): React.JSX.Element {
  const release = (): void =>
    doing.run(async () => {
      const { message } = await api.release({ operator_id: operatorName() });
      await refresh();
      return message;
    });
  return (
    <div className="row">
      <span>
        Stopped{kill.by === null ? '' : ` by ${plain(kill.by, 60)}`}
        {kill.reason === null ? '' : `: ${plain(kill.reason, 200)}`}
      </span>
      <button className="button main-action" disabled={doing.isBusy} onClick={release}>
        Let agents go on
      </button>
    </div>
  );
}

interface ConfirmProps {
  readonly doing: Doing;
  readonly onConfirm: (typed: string) => void;
  readonly onCancel: () => void;
}

function Confirm({ doing, onConfirm, onCancel }: ConfirmProps): React.JSX.Element {
  const [typed, setTyped] = useState('');
  const send = (event: React.SyntheticEvent): void => {
    event.preventDefault();
    onConfirm(typed);
  };
  return (
    <form className="row" onSubmit={send}>
      <label className="label">
        Type {WORDS} to stop every agent
        <input className="field" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </label>
      <button className="button danger" disabled={doing.isBusy || typed !== WORDS}>
        Stop every agent now
      </button>
      <button type="button" className="button plain" onClick={onCancel}>
        Cancel
      </button>
    </form>
  );
}
