import { useState } from 'react';
import { api } from '../../api/client.js';
import type { Loop } from '../../contract.js';
import { dateTime, plain, words } from '../../format.js';
import { operatorName } from '../../operator.js';
import { useAsk, useDoing } from '../../parts/ask.js';
import { Panel } from '../../parts/bits.js';
import { Choice, Says } from '../../parts/form.js';

const HOURS = { '1': '1 hour', '24': '1 day', '168': '1 week', '720': '30 days' } as const;

/** Mutes a known pattern for a while. */
export function MuteLoop({ loop }: { readonly loop: Loop }): React.JSX.Element {
  const doing = useDoing();
  const [hours, setHours] = useState<keyof typeof HOURS>('24');
  const [reason, setReason] = useState('');
  const mute = (): void =>
    doing.run(async () => {
      const body = { operator_id: operatorName(), loop: loop.id, hours: Number(hours), reason };
      const { expires_at } = await api.mute(body);
      setReason('');
      return `Muted until ${dateTime(expires_at)}.`;
    });
  return (
    <details className="mute">
      <summary>Mute this pattern</summary>
      <p className="quiet">
        The gateway still records it, but the guard does not act on it until the mute expires.
      </p>
      <div className="row">
        <Choice {...{ name: 'Mute for', value: hours, options: HOURS, onChange: setHours }} />
        <input
          className="field grow"
          aria-label="Reason to mute"
          placeholder="Reason"
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <button className="button" disabled={doing.isBusy || reason.trim() === ''} onClick={mute}>
          Mute
        </button>
      </div>
      <Says problem={doing.problem} done={doing.done} />
    </details>
  );
}

/** The patterns that are muted now. */
export function Mutes(): React.JSX.Element | null {
  const { data, reload } = useAsk('mutes', () => api.mutes());
  const doing = useDoing();
  const mutes = data?.mutes ?? [];
  if (mutes.length === 0) return null;
  const unmute = (id: string): void =>
    doing.run(async () => {
      await api.unmute(id);
      reload();
      return 'The guard acts on it again.';
    });
  return (
    <Panel title="Muted patterns">
      <ul className="body stack-tight">
        {mutes.map(({ id, category, brief, by, reason, expires_at }) => (
          <li key={id} className="row">
            <strong>{words(category)}</strong>
            <span className="mono">{plain(brief, 120)}</span>
            <span className="quiet">
              {plain(by, 60)}: {plain(reason, 200)}, until {dateTime(expires_at)}
            </span>
            <button className="button plain" disabled={doing.isBusy} onClick={() => unmute(id)}>
              Unmute
            </button>
          </li>
        ))}
      </ul>
      <Says problem={doing.problem} done={doing.done} />
    </Panel>
  );
}
