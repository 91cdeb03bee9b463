import { useEffect, useState } from 'react';
import { plain } from '../format.js';
import { useLive } from '../live/store.js';
import { CopyButton } from '../parts/bits.js';
import { StartDemo } from './demo-bar.js';

interface Way {
  readonly title: string;
  readonly who: string;
  readonly text: string;
}

function ways(origin: string): readonly Way[] {
  const auth = 'authorization: Bearer $RUTBREAK_TOKEN';
  const curl = (path: string, body: object): string =>
    `curl ${origin}${path} \\\n  -H "${auth}" -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body)}'`;
  const call = {
    kind: 'call',
    tool: 'Bash',
    args: { command: 'npm test' },
    result: '1 failed',
    isError: true,
  };
  const log = {
    meta: { trace_id: 'step-1', timestamp: '2026-01-01T10:00:00Z', session_id: 'run-1' },
    identity: { agent_id: 'agent-1', agent_type: 'coder', capability_version: '1.0' },
    cognition: { intent: 'run the tests' },
    action: { tool_call: 'npm test', status: 'failure' },
  };
  return [
    {
      title: 'Any agent, one request per step',
      who: 'Send each tool call with its result. The reply says whether to continue.',
      text: curl('/v1/events', { session: 'run-1', agent: { id: 'agent-1' }, events: [call] }),
    },
    {
      title: 'A coding agent',
      who: 'Sets up the hooks of the coding agents on this machine.',
      text: 'rutbreak init',
    },
    {
      title: 'OpenTelemetry',
      who: 'Point the exporter of your agent framework here.',
      text: `export OTEL_EXPORTER_OTLP_ENDPOINT=${origin}\nexport OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer $RUTBREAK_TOKEN"\nexport OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`,
    },
    {
      title: 'DecisionLog messages',
      who: 'For agents that already send this format. It carries no results, so detection knows less.',
      text: curl('/gateway/messages', log),
    },
  ];
}

/** Was the waiting message visible? Only then the page announces the first event. */
let hasWaited = false;

/** The page before the first event: how to connect an agent. */
export function FirstRun(): React.JSX.Element {
  useEffect(() => {
    hasWaited = true;
  }, []);
  return (
    <div className="view first-run">
      <div>
        <h1>No agent has reported yet</h1>
        <p className="lead">
          Connect one of yours, or watch simulated ones: some work, some go in circles, and you can step in.
        </p>
        <StartDemo />
        <p className="waiting" role="status">
          <i aria-hidden="true" /> Waiting for the first event…
        </p>
      </div>
      <ol className="ways">
        {ways(window.location.origin).map(({ title, who, text }) => (
          <li key={title} className="panel">
            <div className="stack-tight">
              <h2>{title}</h2>
              <p className="quiet">{who}</p>
              <CopyButton text={() => text}>Copy</CopyButton>
            </div>
            <pre className="text-block" tabIndex={0}>
              {text}
            </pre>
          </li>
        ))}
      </ol>
      <p className="quiet">
        The token is in the file that the gateway named at start. Keys for agents alone are made under
        Settings.
      </p>
    </div>
  );
}

/** Announces the first event. */
export function Arrived(): React.JSX.Element | null {
  const { sessions } = useLive().state;
  const [isOpen, setOpen] = useState(hasWaited);
  const first = Object.values(sessions).toSorted((a, b) => a.created_at - b.created_at)[0];
  if (!isOpen || !first) return null;
  const close = (): void => {
    hasWaited = false;
    setOpen(false);
  };
  return (
    <p className="waiting arrived" role="status">
      <i aria-hidden="true" /> The first event has arrived, from {plain(first.agent_id || first.id, 80)}.
      <button className="button plain" onClick={close}>
        Dismiss
      </button>
    </p>
  );
}
