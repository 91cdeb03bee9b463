import { useState } from 'react';
import { api } from '../api/client.js';
import type { Webhook } from '../contract-admin.js';
import { plain } from '../format.js';
import { operatorName } from '../operator.js';
import { useAsk, useDoing } from '../parts/ask.js';
import { Panel } from '../parts/bits.js';
import { Says } from '../parts/form.js';
import { type HookFields, NewHook, TEMPLATES, TOPICS } from './new-hook.js';
import { Secret } from './secret.js';

export function Webhooks(): React.JSX.Element {
  const { data, problem, reload } = useAsk('webhooks', api.webhooks);
  const [secret, setSecret] = useState('');
  const doing = useDoing();
  const add = (fields: HookFields): void =>
    doing.run(async () => {
      const made = await api.addWebhook({ ...fields, operator_id: operatorName() });
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
  const test = (id: string): void =>
    doing.run(async () => {
      const { delivered, status, problem: why } = await api.testWebhook(id, { operator_id: operatorName() });
      if (delivered) return `The receiver took the test (${status ?? 'no status'}).`;
      throw new Error(`The test did not arrive: ${why ?? `the receiver answered ${status ?? 'nothing'}`}`);
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
            onTest={() => test(hook.id)}
            onRemove={() => remove(hook.id)}
          />
        ))}
        {data?.webhooks.length === 0 && (
          <p className="quiet">None. A webhook tells another program, a chat or a pager what happens here.</p>
        )}
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
  readonly onTest: () => void;
  readonly onRemove: () => void;
}

function HookRow({ of, isBusy, onEnable, onTest, onRemove }: RowProps): React.JSX.Element {
  const url = plain(of.url, 80);
  const topics = of.topics.map((topic) => (topic in TOPICS ? TOPICS[topic as keyof typeof TOPICS] : topic));
  return (
    <div className="row">
      <span className="mono">{url}</span>
      <span className="quiet">
        {TEMPLATES[of.template]} · {plain(topics.join(', '), 120)} · {of.delivered} sent
        {of.failed > 0 ? `, ${of.failed} failed` : ''}
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
      <button
        className="button plain"
        disabled={isBusy}
        onClick={onTest}
        aria-label={`Send a test to ${url}`}
      >
        Send a test
      </button>
      <button className="button plain" disabled={isBusy} onClick={onRemove} aria-label={`Remove ${url}`}>
        Remove
      </button>
    </div>
  );
}
