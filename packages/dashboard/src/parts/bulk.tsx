import { api } from '../api/client.js';
import type { SessionSummary } from '../contract.js';
import { plain, whole } from '../format.js';
import { refresh } from '../live/store.js';
import { operatorName } from '../operator.js';
import { useDoing } from './ask.js';
import { Says } from './form.js';

export interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (next: ReadonlySet<string>) => void;
}

/** The gateway's limit for one command. */
const MOST = 500;
const DONE = { pause: 'paused', unpause: 'resumed' } as const;

/** Commands for all selected sessions at once. */
export function BulkBar({
  rows,
  selected,
  onSelect,
}: Selection & { readonly rows: readonly SessionSummary[] }): React.JSX.Element {
  const doing = useDoing();
  const sessions = rows.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const open = rows.filter(({ state }) => state !== 'ended').slice(0, MOST);
  const send = (command: keyof typeof DONE): void =>
    doing.run(async () => {
      const { results } = await api.bulk({ operator_id: operatorName(), command, sessions });
      void refresh();
      onSelect(new Set());
      const failed = results.filter(({ problem }) => problem !== null).length;
      const changed = results.filter((one) => one.changed).length;
      return `${whole(changed)} ${DONE[command]}${failed > 0 ? `, ${whole(failed)} failed` : ''}.`;
    });
  const isNone = doing.isBusy || sessions.length === 0 || sessions.length > MOST;
  return (
    <div className="row bulk" role="group" aria-label="Selected sessions">
      <button className="button plain" onClick={() => onSelect(new Set(open.map(({ id }) => id)))}>
        Select all
      </button>
      <button className="button" disabled={isNone} onClick={() => send('pause')}>
        Pause selected
      </button>
      <button className="button" disabled={isNone} onClick={() => send('unpause')}>
        Resume selected
      </button>
      {sessions.length > 0 && <span className="quiet">{whole(sessions.length)} selected</span>}
      <Says problem={doing.problem} done={doing.done} />
    </div>
  );
}

/** Selects one session. */
export function SelectBox({
  row,
  selected,
  onSelect,
}: Selection & { readonly row: SessionSummary }): React.JSX.Element {
  const toggle = (): void => {
    const next = new Set(selected);
    if (!next.delete(row.id)) next.add(row.id);
    onSelect(next);
  };
  return (
    <input
      type="checkbox"
      aria-label={`Select ${plain(row.agent_id || row.id, 80)}`}
      checked={selected.has(row.id)}
      disabled={row.state === 'ended'}
      onChange={toggle}
    />
  );
}
