import { type ReactNode, useState } from 'react';
import type { NodeState } from '../contract.js';
import { words } from '../format.js';

const STATE_WORDS: Readonly<Record<NodeState, string>> = {
  idle: 'Idle',
  active: 'Active',
  alert_entropy: 'Looping',
  warning: 'Warning',
  schema_violation: 'Bad messages',
  paused: 'Paused',
  dead: 'Ended',
};

export function stateWord(state: NodeState): string {
  // A newer gateway may send unknown states.
  return Object.hasOwn(STATE_WORDS, state) ? STATE_WORDS[state] : words(state);
}

/** Shows a state by colour, shape and word. */
export function StateMark({ state }: { readonly state: NodeState }): React.JSX.Element {
  return (
    <span className="state" data-state={state}>
      <i />
      {stateWord(state)}
    </span>
  );
}

export function CopyButton({
  text,
  children,
}: {
  readonly text: () => string;
  readonly children: ReactNode;
}): React.JSX.Element {
  const [isDone, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    await copyText(text());
    setDone(true);
    setTimeout(() => setDone(false), 1200);
  };
  return (
    <button className="button plain" onClick={() => void copy()}>
      {isDone ? 'Copied' : children}
    </button>
  );
}

/** Pages without TLS have no clipboard API, so it falls back to execCommand. */
async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- There is nothing else without TLS.
    document.execCommand('copy');
    field.remove();
  }
}

export function curlOf(method: string, path: string, body?: unknown): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const send =
    body === undefined ? '' : ` -H 'content-type: application/json' -d ${quoted(JSON.stringify(body))}`;
  return `curl -X ${method} -H "authorization: Bearer $RUTBREAK_TOKEN"${send} ${quoted(window.location.origin + path)}`;
}

export function Panel(props: {
  readonly title: string;
  /** What the title means, as a tooltip. */
  readonly meaning?: string;
  readonly note?: ReactNode;
  readonly end?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}): React.JSX.Element {
  return (
    <section className={`panel ${props.className ?? ''}`} aria-label={props.title}>
      <header>
        <h2 title={props.meaning}>{props.title}</h2>
        {props.note !== undefined && <span className="note">{props.note}</span>}
        {props.end !== undefined && <span className="end">{props.end}</span>}
      </header>
      {props.children}
    </section>
  );
}
