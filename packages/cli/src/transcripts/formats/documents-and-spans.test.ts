import { describe, expect, it } from 'vitest';
import { AT, at, type FormatRows, lines, tracesIn } from '../../testing/transcripts.js';

describe.each<FormatRows>([
  [
    'SWE-agent',
    [
      [
        'a trajectory: one command a step',
        JSON.stringify({
          environment: 'x',
          trajectory: [
            { thought: 'look', action: 'ls\n', observation: 'a', state: '{}' },
            { thought: '', action: 'scroll_down\n', observation: 'b' },
          ],
        }),
        [
          { kind: 'message', text: 'look' },
          { kind: 'call', tool: 'bash', args: { command: 'ls' }, result: 'a' },
          { kind: 'call', tool: 'scroll_down', args: { command: 'scroll_down' }, result: 'b' },
        ],
      ],
    ],
  ],
  [
    'mini-swe-agent',
    [
      [
        'a command in a fenced block, its return code in the answer',
        JSON.stringify({
          info: { mini_version: '1.0' },
          messages: [
            { role: 'system', content: 's' },
            { role: 'user', content: 'task' },
            { role: 'assistant', content: 'THOUGHT: x\n\n```bash\nmake\n```' },
            { role: 'user', content: '<returncode>2</returncode>\n<output>no</output>' },
          ],
        }),
        [
          { kind: 'turn', role: 'user', reason: 'prompt', text: 'task' },
          { kind: 'message', text: 'THOUGHT: x\n\n' },
          {
            kind: 'call',
            tool: 'bash',
            args: { command: 'make' },
            result: '<returncode>2</returncode>\n<output>no</output>',
            isError: true,
          },
        ],
      ],
    ],
  ],
  [
    'OpenHands',
    [
      [
        'actions and their observations, joined by cause',
        JSON.stringify([
          { id: 0, source: 'user', action: 'message', args: { content: 'go' }, timestamp: AT },
          { id: 1, source: 'agent', action: 'run', args: { command: 'ls', thought: 'look' }, timestamp: AT },
          {
            id: 2,
            source: 'agent',
            observation: 'run',
            cause: 1,
            content: 'no',
            extras: { metadata: { exit_code: 1 } },
          },
        ]),
        [
          { kind: 'turn', role: 'user', reason: 'prompt', text: 'go', at },
          { kind: 'message', text: 'look', at },
          { kind: 'call', tool: 'run', args: { command: 'ls' }, result: 'no', isError: true, at },
        ],
      ],
      [
        'its SDK, a line an event',
        lines(
          {
            id: 'a',
            source: 'user',
            kind: 'MessageEvent',
            timestamp: AT,
            llm_message: { role: 'user', content: [{ type: 'text', text: 'go' }] },
          },
          {
            id: 'b',
            source: 'agent',
            kind: 'ActionEvent',
            timestamp: AT,
            tool_name: 'terminal',
            tool_call_id: 't',
            llm_response_id: 'r',
            thought: [],
            tool_call: { arguments: '{"command":"ls","security_risk":"LOW"}' },
          },
          {
            id: 'c',
            source: 'environment',
            kind: 'ObservationEvent',
            tool_call_id: 't',
            observation: { content: [{ type: 'text', text: 'a' }], is_error: false },
          },
        ),
        [
          { kind: 'turn', role: 'user', reason: 'prompt', text: 'go', at },
          { kind: 'call', tool: 'terminal', args: { command: 'ls' }, result: 'a', round: 0, at },
        ],
      ],
    ],
  ],
  [
    'message lists',
    [
      [
        'OpenAI: arguments in a string, tools answer by id',
        JSON.stringify([
          { role: 'system', content: 's' },
          { role: 'user', content: 'go' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 't', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
          },
          { role: 'tool', tool_call_id: 't', content: 'r' },
        ]),
        [
          { kind: 'turn', role: 'user', reason: 'prompt', text: 'go' },
          { kind: 'call', tool: 'f', args: { a: 1 }, result: 'r', round: 0 },
        ],
      ],
      [
        'Anthropic: blocks, inside a record',
        JSON.stringify({
          id: 'run',
          messages: [
            { role: 'user', content: 'go' },
            {
              role: 'assistant',
              content: [
                { type: 'text', text: 'ok' },
                { type: 'tool_use', id: 't', name: 'f', input: {} },
              ],
            },
            {
              role: 'user',
              content: [{ type: 'tool_result', tool_use_id: 't', content: 'no', is_error: true }],
            },
          ],
        }),
        [
          { kind: 'turn', role: 'user', reason: 'prompt', text: 'go' },
          { kind: 'message', text: 'ok' },
          { kind: 'call', tool: 'f', args: {}, result: 'no', isError: true, round: 0 },
        ],
      ],
      [
        'a message a line',
        lines({ role: 'user', content: 'go' }, { role: 'assistant', content: 'ok' }),
        [
          { kind: 'turn', role: 'user', reason: 'prompt', text: 'go' },
          { kind: 'message', text: 'ok' },
        ],
      ],
    ],
  ],
  [
    'spans',
    [
      [
        'OTLP in JSON, in the order in which they began',
        JSON.stringify({
          resourceSpans: [
            {
              scopeSpans: [
                {
                  spans: [
                    {
                      traceId: 't1',
                      name: 'execute_tool f',
                      startTimeUnixNano: `${at + 5}000000`,
                      attributes: [
                        { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
                        { key: 'gen_ai.tool.name', value: { stringValue: 'f' } },
                        { key: 'gen_ai.tool.call.arguments', value: { stringValue: '{"a":1}' } },
                      ],
                      status: { code: 2, message: 'boom' },
                    },
                    {
                      traceId: 't1',
                      name: 'chat m',
                      startTimeUnixNano: `${at}000000`,
                      attributes: [
                        { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
                        {
                          key: 'gen_ai.output.messages',
                          value: {
                            stringValue: '[{"role":"assistant","parts":[{"type":"text","content":"hi"}]}]',
                          },
                        },
                      ],
                    },
                  ],
                },
              ],
            },
          ],
        }),
        [
          { kind: 'message', text: 'hi', at },
          { kind: 'call', tool: 'f', args: { a: 1 }, result: 'boom', isError: true, at: at + 5 },
        ],
      ],
      [
        'OpenInference, as a tree',
        JSON.stringify({
          trace_id: 't2',
          spans: [
            {
              span_id: 'a',
              timestamp: AT,
              span_attributes: { 'openinference.span.kind': 'AGENT' },
              child_spans: [
                {
                  span_id: 'b',
                  timestamp: AT,
                  status_code: 'Ok',
                  span_attributes: {
                    'openinference.span.kind': 'TOOL',
                    'tool.name': 'search',
                    'input.value': '{"args":[],"kwargs":{"q":"x"}}',
                    'output.value': 'none',
                  },
                },
              ],
            },
          ],
        }),
        [{ kind: 'call', tool: 'search', args: { q: 'x' }, result: 'none', at }],
      ],
    ],
  ],
])('%s', (_, rows) => {
  it.each(rows)('%s', async (__, file, events) => {
    expect((await tracesIn(file)).flatMap((trace) => trace.events)).toEqual(events);
  });
});
