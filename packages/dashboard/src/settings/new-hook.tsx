import { useState } from 'react';
import type { Topic as StreamTopic } from '../contract.js';
import type { Webhook } from '../contract-admin.js';
import { Choice } from '../parts/form.js';

export const TOPICS = {
  'gateway:entropy_alerts': 'Entropy alerts',
  interventions: 'Interventions',
  loops: 'Loops',
  'gateway:violations': 'Bad messages',
  'gateway:control': 'Stops and settings',
} as const satisfies Partial<Record<StreamTopic, string>>;
type Topic = keyof typeof TOPICS;

export const TEMPLATES: Readonly<Record<Webhook['template'], string>> = {
  plain: 'Plain JSON',
  slack: 'Slack',
  pagerduty: 'PagerDuty',
};

/** What the gateway needs to know of a new webhook. */
export interface HookFields {
  readonly url: string;
  readonly topics: readonly Topic[];
  readonly template: Webhook['template'];
  readonly routing_key?: string;
}

interface Props {
  readonly isBusy: boolean;
  readonly onAdd: (fields: HookFields) => void;
}

export function NewHook({ isBusy, onAdd }: Props): React.JSX.Element {
  const [url, setUrl] = useState('');
  const [topic, setTopic] = useState<Topic>('interventions');
  const [template, setTemplate] = useState<Webhook['template']>('plain');
  const [key, setKey] = useState('');
  const isPager = template === 'pagerduty';
  const send = (event: React.SyntheticEvent): void => {
    event.preventDefault();
    onAdd({ url, topics: [topic], template, ...(isPager && { routing_key: key }) });
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
      <Choice name="Format" value={template} options={TEMPLATES} onChange={setTemplate} />
      {isPager && (
        <input
          className="field"
          aria-label="Routing key of PagerDuty"
          placeholder="Routing key"
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      )}
      <button className="button" disabled={isBusy || url === '' || (isPager && key === '')}>
        Add
      </button>
    </form>
  );
}
