import { describe, expect, it } from 'vitest';
import { chunksOf } from '../testing/run-cli.js';
import { readTraces } from './read-traces.js';
import type { Trace } from './trace.js';

async function traceIn(text: string): Promise<Trace> {
  for await (const entry of readTraces('file', chunksOf(text))) {
    if (entry.kind === 'trace') return entry.trace;
    expect.fail(JSON.stringify(entry));
  }
  return expect.fail('no trace');
}

const lines = (...values: readonly unknown[]): string => values.map((one) => JSON.stringify(one)).join('\n');
const AT = '2026-05-01T10:00:00.000Z';
const call = (tool: string): object => ({ kind: 'call', tool });
const edit = (path: string): object => ({ kind: 'edit', path, derived: true });

const claude = (id: string, answer: string, name: string, input: object): object[] => [
  {
    ...{ type: 'assistant', uuid: 'u', sessionId: 's', timestamp: AT },
    message: {
      ...{ id: answer, role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
      usage: { input_tokens: 10, output_tokens: 5 },
    },
  },
  {
    ...{ type: 'user', uuid: 'u', sessionId: 's', timestamp: AT },
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
  },
];
const PATCH = '*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b\n*** Add File: b.ts\n+x\n*** End Patch';

describe('a transcript yields derived events right after each call', () => {
  it.each<readonly [format: string, file: string, events: readonly object[]]>([
    [
      'Claude Code',
      lines(
        ...claude('t1', 'm1', 'Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }),
        ...claude('t2', 'm2', 'TodoWrite', { todos: [{ content: 'x', status: 'pending' }] }),
      ),
      [call('Edit'), edit('a.ts'), call('TodoWrite'), { kind: 'state', derived: true }],
    ],
    [
      'Codex',
      lines(
        { timestamp: AT, type: 'session_meta', payload: { id: 's' } },
        {
          ...{ timestamp: AT, type: 'response_item' },
          payload: { type: 'custom_tool_call', call_id: 'c', name: 'apply_patch', input: PATCH },
        },
        {
          ...{ timestamp: AT, type: 'response_item' },
          payload: { type: 'custom_tool_call_output', call_id: 'c', output: 'Success. Updated files' },
        },
      ),
      [call('apply_patch'), edit('a.ts'), edit('b.ts')],
    ],
    [
      'a list of messages',
      JSON.stringify([
        { role: 'user', content: 'go' },
        {
          ...{ role: 'assistant', content: '' },
          tool_calls: [
            {
              ...{ id: 'c', type: 'function' },
              function: { name: 'write_file', arguments: '{"path":"a.ts","content":"x"}' },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'c', content: 'ok' },
      ]),
      [{ kind: 'turn' }, call('write_file'), edit('a.ts')],
    ],
    [
      'SWE-agent',
      JSON.stringify({
        trajectory: [
          {
            ...{ action: 'edit 1:2\nx = 1\nend_of_edit', thought: '' },
            observation: '[File: /repo/a.py (20 lines total)]',
          },
          { action: 'python -m pytest', observation: '1 failed in 0.03s', thought: '' },
        ],
      }),
      [call('edit'), edit('/repo/a.py'), call('bash'), { kind: 'error', type: 'test', message: '1 failed' }],
    ],
    [
      'spans',
      JSON.stringify({
        ...{ trace_id: 't' },
        spans: [
          {
            ...{ span_name: 'tool', timestamp: AT },
            span_attributes: {
              ...{ 'openinference.span.kind': 'TOOL', 'tool.name': 'write_file' },
              'tool.parameters': '{"path":"a.ts","content":"x"}',
            },
          },
        ],
      }),
      [call('write_file'), edit('a.ts')],
    ],
    [
      'aider, of the files that it says it has changed',
      [
        '# aider chat started at 2026-05-01 10:00:00',
        '#### rename a',
        'Sure.',
        '',
        ...['a.py', '<<<<<<< SEARCH', 'a = 1', '=======', 'b = 1', '>>>>>>> REPLACE'],
        '',
        ...['b.py', '<<<<<<< SEARCH', 'a', '=======', 'b', '>>>>>>> REPLACE'],
        '',
        '> Applied edit to a.py',
      ].join('\n'),
      [{ kind: 'turn' }, { kind: 'message' }, edit('a.py')],
    ],
  ])('%s', async (_, file, events) => {
    const trace = await traceIn(file);
    expect(trace.events).toMatchObject(events);
    expect(trace.events).toHaveLength(events.length);
  });

  it('the cost of an answer stays with its call', async () => {
    const { events, usages } = await traceIn(
      lines(
        ...claude('t1', 'm1', 'Write', { file_path: 'a', content: 'x' }),
        ...claude('t2', 'm2', 'Bash', { command: 'ls' }),
      ),
    );
    expect(events).toMatchObject([call('Write'), edit('a'), { ...call('Bash'), tokens: 15 }]);
    expect(usages?.map((usage) => usage?.output)).toEqual([5, undefined, 5]);
  });

  it('a trace in our own format already contains its changes, and stays unchanged', async () => {
    const write = { ...call('Write'), args: { file_path: 'a', content: 'x' }, result: 'ok' };
    const { events } = await traceIn(JSON.stringify({ id: 'one', events: [write, write] }));
    expect(events).toEqual([write, write]);
  });
});
