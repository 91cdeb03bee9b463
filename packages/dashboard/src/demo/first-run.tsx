import { CopyButton } from '../parts/bits.js';
import { PlayButton } from './demo-bar.js';

interface Way {
  readonly title: string;
  readonly who: string;
  readonly text: string;
}

function ways(origin: string): readonly Way[] {
  const auth = 'authorization: Bearer $RUTBREAK_TOKEN';
  const log = {
    meta: { trace_id: 'step-1', timestamp: '2026-01-01T10:00:00Z', session_id: 'run-1' },
    identity: { agent_id: 'agent-1', agent_type: 'coder', capability_version: '1.0' },
    cognition: { intent: 'run the tests' },
    action: { tool_call: 'npm test', status: 'failure' },
  };
  const headers = { authorization: 'Bearer $RUTBREAK_TOKEN' };
  const hook = { type: 'http', url: `${origin}/v1/hooks/claude-code`, headers };
  return [
    {
      title: 'Any agent, one request a step',
      who: 'Send what it decided; the answer says whether to go on.',
      text: `curl ${origin}/gateway/messages \\\n  -H "${auth}" -H 'content-type: application/json' \\\n  -d '${JSON.stringify(log)}'`,
    },
    {
      title: 'OpenTelemetry',
      who: 'Point the exporter of your agent framework here.',
      text: `export OTEL_EXPORTER_OTLP_ENDPOINT=${origin}\nexport OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer $RUTBREAK_TOKEN"\nexport OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`,
    },
    {
      title: 'A coding agent’s hook',
      who: 'For agents that call an address on every tool use.',
      text: `{ "hooks": { "PostToolUse": [{ "hooks": [\n  ${JSON.stringify(hook, null, 2).replaceAll('\n', '\n  ')}\n] }] } }`,
    },
  ];
}

/** Nothing has come in yet: how to change that. */
export function FirstRun(): React.JSX.Element {
  return (
    <div className="view first-run">
      <div>
        <h1>No agent has reported yet</h1>
        <p className="lead">
          Connect one of yours, or watch simulated ones: some work, some go in circles, and you can step in.
        </p>
        <PlayButton />
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
