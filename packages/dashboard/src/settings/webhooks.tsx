import { useState } from 'react';
import { api } from '../api/client.js';
import type { Webhook } from '../contract-admin.js';
import { plain } from '../format.js';
import { operatorName } from '../operator.js';
import { useAsk, useDoing } from '../parts/ask.js';
import { Panel } from '../parts/bits.js';
import { Choice, Says } from '../parts/form.js';
import { Secret } from './secret.js';

const TOPICS = {
  'gateway:entropy_alerts': 'Entropy alerts',
  interventions: 'Interventions',
  loops: 'Loops',
  'gateway:violations': 'Bad messages',
  'gateway:control': 'Stops and settings',
} as const;
type Topic = keyof typeof TOPICS;

export function Webhooks(): React.JSX.Element {
  const { data, problem, reload } = useAsk('webhooks', api.webhooks);
  const [secret, setSecret] = useState('');
  const doing = useDoing();
  const add = (url: string, topic: string): void =>
    doing.run(async () => {
      const made = await api.addWebhook({ url, topics: [topic], operator_id: operatorName() });
      setSecret(made.secret);
      reload();
      return '';
    });
  const enable = (id: string): void =>
    doing.run(async () => {
      await api.enableWebhook(id, { operator_id: operatorName() });
      reload();
      return 'Switched on again.';
    });
  const remove = (id: string): void =>
    doing.run(async () => {
      await api.removeWebhook(id);
      reload();
      return 'Removed.';
    });
  return (
    <Panel title="Webhooks">
      <div className="body stack">
        {data?.webhooks.map((hook) => (
          <HookRow
            key={hook.id}
            {...{ of: hook, isBusy: doing.isBusy }}
            onEnable={() => enable(hook.id)}
            onRemove={() => remove(hook.id)}
          />
        ))}
        {data?.webhooks.length === 0 && <p className="quiet">None.</p>}
        <Secret what="The secret that signs deliveries" text={secret} />
        <NewHook isBusy={doing.isBusy} onAdd={add} />
        <Says problem={doing.problem || problem} done={doing.done} />
      </div>
    </Panel>
  );
}

interface RowProps {
  readonly of: Webhook;
  readonly isBusy: boolean;
  readonly onEnable: () => void;
  readonly onRemove: () => void;
}

function HookRow({ of, isBusy, onEnable, onRemove }: RowProps): React.JSX.Element {
  const url = plain(of.url, 80);
  return (
    <div className="row">
      <span className="mono">{url}</span>
      <span className="quiet">
        {plain(of.topics.join(', '), 120)} · {of.delivered} sent{of.failed > 0 ? `, ${of.failed} failed` : ''}
      </span>
      {of.state !== 'active' && (
        <span className="problem">
          {of.state === 'disabled' ? 'switched off' : 'fails, will be tried again'}
        </span>
      )}
      {of.last_error !== null && <span className="problem">{plain(of.last_error, 120)}</span>}
      <span style={{ flex: 1 }} />
      {of.state === 'disabled' && (
        <button className="button" disabled={isBusy} onClick={onEnable} aria-label={`Switch on ${url}`}>
          Switch on
        </button>
      )}
      <button className="button plain" disabled={isBusy} onClick={onRemove} aria-label={`Remove ${url}`}>
        Remove
      </button>
    </div>
  );
}

interface NewProps {
  readonly isBusy: boolean;
  readonly onAdd: (url: string, topic: string) => void;
}

function NewHook({ isBusy, onAdd }: NewProps): React.JSX.Element {
  const [url, setUrl] = useState('');
  const [topic, setTopic] = useState<Topic>('gateway:entropy_alerts');
  const send = (event: React.SyntheticEvent): void => {
    event.preventDefault();
    onAdd(url, topic);
  };
  return (
    <form className="row" onSubmit={send}>
      <input
        className="field grow"
        type="url"
        aria-label="Address of the webhook"
        placeholder="https://…"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Choice name="Topic" value={topic} options={TOPICS} onChange={setTopic} />
      <button className="button" disabled={isBusy || url === ''}>
        Add
      </button>
    </form>
  );
}
