import { useState } from 'react';
import { api } from '../api/client.js';
import type { Key, Scope } from '../contract-admin.js';
import { dateTime, plain } from '../format.js';
import { operatorName } from '../operator.js';
import { useAsk, useDoing } from '../parts/ask.js';
import { Panel } from '../parts/bits.js';
import { Choice, Says } from '../parts/form.js';
import { Secret } from './secret.js';

const SCOPES: Readonly<Record<Scope, string>> = {
  ingest: 'An agent: send',
  read: 'A viewer: look',
  control: 'An operator: command',
};

export function Keys(): React.JSX.Element {
  const { data, problem, reload } = useAsk('keys', api.keys);
  const [secret, setSecret] = useState('');
  const doing = useDoing();
  const add = (name: string, scope: Scope): void =>
    doing.run(async () => {
      const scopes: readonly Scope[] = scope === 'control' ? ['read', 'control'] : [scope];
      const made = await api.addKey({ name, scopes, operator_id: operatorName() });
      setSecret(made.key);
      reload();
      return '';
    });
  const remove = (id: string): void =>
    doing.run(async () => {
      await api.removeKey(id);
      reload();
      return 'Taken back.';
    });
  return (
    <Panel title="Keys">
      <div className="body stack">
        {data?.keys.map((key) => (
          <KeyRow key={key.id} of={key} isBusy={doing.isBusy} onRemove={() => remove(key.id)} />
        ))}
        {data?.keys.length === 0 && <p className="quiet">None yet; only the token of the start works.</p>}
        <Secret what="The key" text={secret} />
        <NewKey isBusy={doing.isBusy} onAdd={add} />
        <Says problem={doing.problem || problem} done={doing.done} />
      </div>
    </Panel>
  );
}

interface RowProps {
  readonly of: Key;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

function KeyRow({ of, isBusy, onRemove }: RowProps): React.JSX.Element {
  const name = plain(of.name, 60);
  return (
    <div className="row">
      <strong>{name}</strong>
      <span className="quiet">
        {plain(of.scopes.join(', '), 80)} · {dateTime(of.created_at)}
      </span>
      <span style={{ flex: 1 }} />
      <button className="button plain" disabled={isBusy} onClick={onRemove} aria-label={`Take back ${name}`}>
        Take back
      </button>
    </div>
  );
}

interface NewProps {
  readonly isBusy: boolean;
  readonly onAdd: (name: string, scope: Scope) => void;
}

function NewKey({ isBusy, onAdd }: NewProps): React.JSX.Element {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('ingest');
  const send = (event: React.SyntheticEvent): void => {
    event.preventDefault();
    onAdd(name, scope);
    setName('');
  };
  return (
    <form className="row" onSubmit={send}>
      <input
        className="field grow"
        aria-label="Name of the key"
        placeholder="Name"
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.target.value)}
      />
      <Choice name="What it may do" value={scope} options={SCOPES} onChange={setScope} />
      <button className="button" disabled={isBusy || name.trim() === ''}>
        Make a key
      </button>
    </form>
  );
}
