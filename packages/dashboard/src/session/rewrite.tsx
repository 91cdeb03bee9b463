import { useState } from 'react';
import { api } from '../api/client.js';
import type { StoredEvent } from '../contract.js';
import { json, plain } from '../format.js';
import { operatorName } from '../operator.js';
import { useDoing } from '../parts/ask.js';
import { bodyOf, rowOf } from './timeline/event-rows.js';
import { Says } from '../parts/form.js';

interface Props {
  readonly id: string;
  readonly held: readonly StoredEvent[];
  readonly onChange: () => void;
}

/** Changes a held step before it counts. */
export function RewriteHeld({ id, held, onChange }: Props): React.JSX.Element {
  const [seq, setSeq] = useState<number>();
  const event = held.find((one) => one.seq === seq) ?? held[0];
  return (
    <details className="rewrite">
      <summary>
        {held.length} held {held.length === 1 ? 'step' : 'steps'}: rewrite one before it counts
      </summary>
      <label className="label">
        Step
        <select
          className="field"
          value={event?.seq}
          onChange={(change) => setSeq(Number(change.target.value))}
        >
          {held.map((one) => (
            <option key={one.seq} value={one.seq}>
              {plain(`${one.seq}: ${rowOf(one).name} ${rowOf(one).what}`, 80)}
            </option>
          ))}
        </select>
      </label>
      {event && <RewriteForm key={event.seq} {...{ id, event, onChange }} />}
    </details>
  );
}

interface FormProps {
  readonly id: string;
  readonly event: StoredEvent;
  readonly onChange: () => void;
}

interface StepParts {
  readonly cognition?: { readonly intent?: string };
  readonly action?: { readonly tool_call?: string; readonly tool_input?: unknown };
}

function RewriteForm({ id, event, onChange }: FormProps): React.JSX.Element {
  const { cognition, action } = bodyOf(event) as StepParts;
  const doing = useDoing();
  const [intent, setIntent] = useState(cognition?.intent ?? '');
  const [tool, setTool] = useState(action?.tool_call ?? '');
  const [input, setInput] = useState(action?.tool_input === undefined ? '' : json(action.tool_input));
  const [text, setText] = useState('');
  const send = (): void =>
    doing.run(async () => {
      const tool_input = input.trim() === '' ? {} : { tool_input: readInput(input) };
      await api.command(id, 'rewrite', {
        ...{ operator_id: operatorName(), seq: event.seq, ...(text !== '' && { text }) },
        message: {
          ...(intent !== '' && { cognition: { intent } }),
          action: { tool_call: tool, ...tool_input },
        },
      });
      onChange();
      return 'Rewritten; the new step counts once the session is resumed.';
    });
  return (
    <div className="stack-tight">
      <Text label="Intent" value={intent} onChange={setIntent} />
      <Text label="Tool call" value={tool} onChange={setTool} />
      <Text label="Tool input (JSON or text)" value={input} onChange={setInput} />
      <Text label="What the agent is told about it" value={text} onChange={setText} />
      <div className="row">
        <button className="button" disabled={doing.isBusy} onClick={send}>
          Rewrite
        </button>
        <Says problem={doing.problem} done={doing.done} />
      </div>
    </div>
  );
}

function readInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Text({ label, value, onChange }: TextProps): React.JSX.Element {
  return (
    <label className="label">
      {label}
      <input className="field mono" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}
