import { useEffect, useState } from 'react';
import { api } from '../api/client.js';
import type { ConfigAck, GatewayConfig } from '../contract-admin.js';
import { plain } from '../format.js';
import { useLive } from '../live/store.js';
import { operatorName } from '../operator.js';
import { type Doing, useDoing } from '../parts/ask.js';
import { Panel } from '../parts/bits.js';
import { hrefOf } from '../route.js';
import { DetectorOptions } from './detectors.js';
import { changesOf } from './draft.js';
import { EntropyFields, EventFields } from './fields.js';
import { isChanged, preview, type PreviewRow } from './preview.js';
import { Says } from '../parts/form.js';

interface Props {
  readonly ack: ConfigAck;
  readonly onSaved: () => void;
}

/** Limits: edited as a draft, previewed on recent sessions, then saved. */
export function Limits({ ack, onSaved }: Props): React.JSX.Element {
  const [draft, setDraft] = useState<GatewayConfig>(ack.config);
  // A new draft starts from the last saved configuration, also if another operator saved it.
  useEffect(() => setDraft(ack.config), [ack.version]);
  const [rows, setRows] = useState<readonly PreviewRow[]>();
  const doing = useDoing();
  const { state } = useLive();
  const changes = changesOf(ack.config, draft);
  const save = (): void =>
    doing.run(async () => {
      await api.changeConfig({ operator_id: operatorName(), version: ack.version, config: changes });
      setRows(undefined);
      onSaved();
      return 'Saved; it applies from the next event on.';
    });
  const look = (): void =>
    doing.run(async () => {
      setRows(await preview(Object.values(state.sessions), ack.config, draft));
      return '';
    });
  const change = (next: GatewayConfig): void => {
    setDraft(next);
    setRows(undefined);
  };
  const models = [...new Set(Object.values(state.sessions).map(({ model }) => model))].filter(
    (model) => model !== '',
  );
  return (
    <Panel title="Limits" note={ack.version === 0 ? 'as installed' : `changed ${ack.version}×`}>
      <div className="body settings-groups">
        <EntropyFields config={draft} onChange={change} />
        <EventFields config={draft} onChange={change} />
        <DetectorOptions config={draft} onChange={change} models={models.toSorted()} />
        <Buttons
          {...{ doing, hasChanges: changes !== undefined, save, look, undo: () => change(ack.config) }}
        />
        {rows && <PreviewTable rows={rows} />}
      </div>
    </Panel>
  );
}

interface ButtonsProps {
  readonly doing: Doing;
  readonly hasChanges: boolean;
  readonly save: () => void;
  readonly look: () => void;
  readonly undo: () => void;
}

function Buttons({ doing, hasChanges, save, look, undo }: ButtonsProps): React.JSX.Element {
  const isOff = doing.isBusy || !hasChanges;
  return (
    <div className="row">
      <button className="button main-action" disabled={isOff} onClick={save}>
        Save
      </button>
      <button className="button" disabled={isOff} onClick={look}>
        Preview on recent sessions
      </button>
      <button className="button plain" disabled={isOff} onClick={undo}>
        Undo
      </button>
      <Says problem={doing.problem} done={doing.done} />
    </div>
  );
}

function PreviewTable({ rows }: { readonly rows: readonly PreviewRow[] }): React.JSX.Element {
  const loops = (of: 'before' | 'after'): number => rows.filter((row) => row[of].status === 'looping').length;
  const changed = rows.filter(isChanged);
  return (
    <div>
      <p>
        Of the last {rows.length} sessions, <strong>{loops('before')}</strong> loop now and{' '}
        <strong>{loops('after')}</strong> would; {changed.length} change.
      </p>
      {changed.length > 0 && (
        <table className="figures">
          <thead>
            <tr>
              <th>Session</th>
              <th>Now</th>
              <th>Then</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((row) => (
              <tr key={row.id}>
                <td>
                  <a className="link" href={hrefOf('session', row.id)}>
                    {plain(row.agent, 60)}
                  </a>
                </td>
                <td>{told(row.before)}</td>
                <td>{told(row.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function told({ status, firstLoop }: PreviewRow['before']): string {
  return firstLoop === null ? status : `looping from event ${firstLoop}`;
}
