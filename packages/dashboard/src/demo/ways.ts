/** One thing to copy. */
export interface Way {
  readonly title: string;
  readonly what: string;
  readonly text: string;
}

/** Several ways of one kind. */
export interface Tab {
  readonly id: 'library' | 'hooks' | 'proxy' | 'otlp';
  readonly name: string;
  readonly ways: readonly Way[];
}

const AUTH = 'authorization: Bearer $RUTBREAK_TOKEN';

const CALL = { kind: 'call', tool: 'Bash', args: { command: 'npm test' }, result: '1 failed', isError: true };

/** DecisionLog: a format that some agents send already. */
const LOG = {
  meta: { trace_id: 'step-1', timestamp: '2026-01-01T10:00:00Z', session_id: 'run-1' },
  identity: { agent_id: 'agent-1', agent_type: 'coder', capability_version: '1.0' },
  cognition: { intent: 'run the tests' },
  action: { tool_call: 'npm test', status: 'failure' },
};

function curl(url: string, body: object): string {
  return `curl ${url} \\\n  -H "${AUTH}" -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body)}'`;
}

function clientOf(origin: string): string {
  return `import { createGatewayClient } from '@rutbreak/adapters/gateway-client';

const client = createGatewayClient({
  url: '${origin}',
  token: process.env.RUTBREAK_TOKEN,
  session: 'run-2',
  agent: { id: 'agent-2' },
});
client.send({ kind: 'call', tool: 'Bash', args: { command: 'npm test' }, result: '1 failed', isError: true });
await client.flush();
console.log(client.order().action);
await client.close({ isEnd: true });`;
}

/** How to connect an agent to the gateway at this address. */
export function tabsOf(origin: string): readonly Tab[] {
  return [
    { id: 'library', name: 'Your own agent', ways: libraryWays(origin) },
    { id: 'hooks', name: 'Coding agent', ways: hookWays(origin) },
    {
      ...{ id: 'proxy', name: 'Proxy' },
      ways: [
        {
          title: 'Between an agent and its model',
          what: 'Then set the address for the agent: ANTHROPIC_BASE_URL=http://127.0.0.1:7879',
          text: `rutbreak llm --upstream https://api.anthropic.com --gateway ${origin}`,
        },
      ],
    },
    {
      ...{ id: 'otlp', name: 'OpenTelemetry' },
      ways: [
        {
          title: 'An agent that already sends spans',
          what: 'Point the exporter of your agent framework here.',
          text: [
            `export OTEL_EXPORTER_OTLP_ENDPOINT=${origin}`,
            'export OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer $RUTBREAK_TOKEN"',
            'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
          ].join('\n'),
        },
      ],
    },
  ];
}

function libraryWays(origin: string): readonly Way[] {
  return [
    {
      title: 'One request per step',
      what: 'Send each tool call with its result. The reply says whether to continue.',
      text: curl(`${origin}/v1/events`, { session: 'run-1', agent: { id: 'agent-1' }, events: [CALL] }),
    },
    {
      title: 'JavaScript',
      what: 'npm install @rutbreak/adapters. The client never makes the agent wait.',
      text: clientOf(origin),
    },
    {
      title: 'DecisionLog messages',
      what: 'For agents that already send this format. It carries no results, so detection knows less.',
      text: curl(`${origin}/gateway/messages`, LOG),
    },
  ];
}

function hookWays(origin: string): readonly Way[] {
  return [
    {
      title: 'Every coding agent on this machine',
      what: 'Shows the change to the settings of each agent, asks, and writes it. Each agent is guarded on its own.',
      text: 'rutbreak init',
    },
    {
      title: 'Claude Code, with this page',
      what: 'Its hooks report to this gateway. They take the token from RUTBREAK_TOKEN.',
      text: `rutbreak init claude-code --gateway ${origin}`,
    },
  ];
}
