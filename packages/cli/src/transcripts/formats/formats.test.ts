import { describe, expect, it } from 'vitest';
import { chunksOf } from '../../testing/run-cli.js';
import { AT, at, type FormatRows, lines, run, tracesIn } from '../../testing/transcripts.js';
import { readTraces } from '../read-traces.js';

const claude = (type: string, message: unknown, more: object = {}): object => ({
  type,
  uuid: 'u',
  sessionId: 's1',
  timestamp: AT,
  message,
  ...more,
});
const claudeCall = (id: string, more: object = {}): object =>
  claude('assistant', {
    id: 'm1',
    model: 'claude-x',
    role: 'assistant',
    content: [{ type: 'tool_use', id, name: 'Bash', input: { command: 'ls', description: 'List' }, ...more }],
    usage: {
      input_tokens: 10,
      cache_read_input_tokens: 90,
      cache_creation_input_tokens: 0,
      output_tokens: 5,
    },
  });
const claudeResult = (id: string, content: unknown = 'a.ts', more: object = {}): object =>
  claude('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, ...more }] });

const codexItem = (payload: object): object => ({ timestamp: AT, type: 'response_item', payload });

describe.each<FormatRows>([
  [
    'Claude Code',
    [
      [
        'a call is joined with its result, and its free description is left out',
        lines(claude('user', { role: 'user', content: 'list' }), claudeCall('t1'), claudeResult('t1')),
        [
          { kind: 'turn', role: 'user', reason: 'prompt', text: 'list', at },
          { ...run, round: 0, at, tokens: 105 },
        ],
      ],
      [
        'parallel calls of one answer are one round, whatever the order of their results, and cost once',
        lines(claudeCall('t1'), claudeCall('t2'), claudeResult('t2', 'b'), claudeResult('t1', 'a')),
        [
          { ...run, result: 'a', round: 0, at, tokens: 105 },
          { ...run, result: 'b', round: 0, at },
        ],
      ],
      [
        'a failure is one, and content in parts is a text',
        lines(claudeCall('t1'), claudeResult('t1', [{ type: 'text', text: 'no' }], { is_error: true })),
        [{ ...run, result: 'no', isError: true, round: 0, at, tokens: 105 }],
      ],
      [
        'the description of a task is kept as in hooks: only beside a command is it a remark',
        lines(claudeCall('t1', { name: 'Task', input: { prompt: 'find x', description: 'Find' } })),
        [{ kind: 'attempt', tool: 'Task', args: { prompt: 'find x', description: 'Find' }, round: 0, at }],
      ],
      [
        'a call without a result stays an attempt',
        lines(claudeCall('t1')),
        [{ kind: 'attempt', tool: 'Bash', args: run.args, round: 0, at }],
      ],
      [
        'compaction and notices of the program are turns of the harness',
        lines(
          { type: 'summary', summary: 'x', leafUuid: 'l' },
          { type: 'system', subtype: 'compact_boundary', uuid: 'u', sessionId: 's1' },
          claude('user', { content: '<task-notification>done</task-notification>' }),
        ),
        [
          { kind: 'turn', role: 'harness', reason: 'compaction' },
          {
            kind: 'turn',
            role: 'harness',
            reason: 'other',
            text: '<task-notification>done</task-notification>',
            at,
          },
        ],
      ],
      [
        'texts are messages, thoughts are reasoning, refusals of the API are errors',
        lines(
          claude('assistant', {
            id: 'm',
            content: [
              { type: 'thinking', thinking: 'hm' },
              { type: 'text', text: 'hi' },
            ],
          }),
          claude(
            'assistant',
            { id: 'n', content: [{ type: 'text', text: 'API Error: 529' }] },
            { isApiErrorMessage: true },
          ),
        ),
        [
          { kind: 'delta', channel: 'reasoning', text: 'hm', at },
          { kind: 'message', text: 'hi', at },
          { kind: 'error', message: 'API Error: 529', at },
        ],
      ],
    ],
  ],
  [
    'Codex',
    [
      [
        'wrapped lines: the command without its shell, the exit code in the text',
        lines(
          { timestamp: AT, type: 'session_meta', payload: { id: 'c1', cwd: '/' } },
          codexItem({
            type: 'message',
            role: 'user',
            content: [{ type: 'input_text', text: '<environment_context>x' }],
          }),
          codexItem({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'fix it' }] }),
          codexItem({
            type: 'function_call',
            name: 'shell',
            call_id: 'k',
            arguments: '{"command":["bash","-lc","make"],"timeout_ms":9}',
          }),
          codexItem({
            type: 'function_call_output',
            call_id: 'k',
            output: 'Exit code: 2\nWall time: 1 seconds\nOutput:\nno rule',
          }),
          codexItem({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hm.' }] }),
          { timestamp: AT, type: 'event_msg', payload: { type: 'agent_message', message: 'Hm.' } },
        ),
        [
          { kind: 'turn', role: 'harness', reason: 'other', at },
          { kind: 'turn', role: 'user', reason: 'prompt', text: 'fix it', at },
          {
            kind: 'call',
            tool: 'shell',
            args: { command: 'make' },
            result: 'Exit code: 2\nWall time: 1 seconds\nOutput:\nno rule',
            isError: true,
            at,
          },
          { kind: 'message', text: 'Hm.', at },
        ],
      ],
      [
        'bare items of 2025: output and exit code in JSON',
        lines(
          { id: 'old', timestamp: AT, instructions: null, git: {} },
          { record_type: 'state' },
          { type: 'function_call', name: 'shell', call_id: 'k', arguments: '{"command":["ls","-a"]}' },
          { type: 'function_call_output', call_id: 'k', output: '{"output":"a","metadata":{"exit_code":0}}' },
          { type: 'custom_tool_call', name: 'apply_patch', call_id: 'p', input: '*** Begin Patch' },
          {
            type: 'custom_tool_call_output',
            call_id: 'p',
            output: '{"output":"bad","metadata":{"exit_code":1}}',
          },
        ),
        [
          { kind: 'call', tool: 'shell', args: { command: 'ls -a' }, result: 'a' },
          { kind: 'call', tool: 'apply_patch', args: '*** Begin Patch', result: 'bad', isError: true },
        ],
      ],
    ],
  ],
  [
    'Gemini CLI',
    [
      [
        'its stream: pieces of an answer are one message',
        lines(
          { type: 'init', session_id: 'g', timestamp: AT },
          { type: 'message', role: 'user', content: 'go', timestamp: AT },
          { type: 'message', role: 'assistant', content: 'I ', delta: true },
          { type: 'message', role: 'assistant', content: 'look.', delta: true },
          {
            type: 'tool_use',
            tool_name: 'read_file',
            tool_id: 'r',
            parameters: { path: 'a' },
            timestamp: AT,
          },
          { type: 'tool_result', tool_id: 'r', status: 'error', error: { type: 'x', message: 'not found' } },
        ),
        [
          { kind: 'turn', role: 'user', reason: 'prompt', text: 'go', at },
          { kind: 'message', text: 'I look.' },
          { kind: 'call', tool: 'read_file', args: { path: 'a' }, result: 'not found', isError: true, at },
        ],
      ],
      [
        'a saved chat',
        JSON.stringify({
          sessionId: 'g2',
          messages: [
            { id: '1', type: 'user', content: 'go', timestamp: AT },
            {
              id: '2',
              type: 'gemini',
              content: 'ok',
              timestamp: AT,
              model: 'gemini-x',
              tokens: { input: 7, output: 3, cached: 2 },
              toolCalls: [
                {
                  id: 'c',
                  name: 'ls',
                  args: { dir: '.' },
                  status: 'success',
                  timestamp: AT,
                  result: [{ functionResponse: { response: { output: 'a' } } }],
                },
              ],
            },
          ],
        }),
        [
          { kind: 'turn', role: 'user', reason: 'prompt', text: 'go', at },
          { kind: 'message', text: 'ok', at, tokens: 10 },
          { kind: 'call', tool: 'ls', args: { dir: '.' }, result: 'a', round: 0, at },
        ],
      ],
    ],
  ],
  [
    'opencode',
    [
      [
        'an export: finished and failed tools',
        JSON.stringify({
          info: { id: 'o1' },
          messages: [
            { info: { id: 'a', role: 'user', time: { created: at } }, parts: [{ type: 'text', text: 'go' }] },
            {
              info: {
                id: 'b',
                role: 'assistant',
                time: { created: at },
                tokens: { input: 4, output: 2, cache: { read: 1 } },
              },
              parts: [
                { type: 'step-start' },
                {
                  type: 'tool',
                  tool: 'bash',
                  callID: 'x',
                  state: { status: 'completed', input: { command: 'ls' }, output: 'a' },
                },
                {
                  type: 'tool',
                  tool: 'read',
                  callID: 'y',
                  state: { status: 'error', input: { filePath: 'b' }, error: 'gone' },
                },
              ],
            },
          ],
        }),
        [
          { kind: 'turn', role: 'user', reason: 'prompt', text: 'go', at },
          { kind: 'call', tool: 'bash', args: { command: 'ls' }, result: 'a', round: 0, at, tokens: 7 },
          {
            kind: 'call',
            tool: 'read',
            args: { filePath: 'b' },
            result: 'gone',
            isError: true,
            round: 0,
            at,
          },
        ],
      ],
    ],
  ],
  [
    'aider',
    [
      [
        'its history: person, program and model by their marks',
        [
          '# aider chat started at 2026-05-01 10:00:00',
          '> aider v0.80',
          '#### fix the bug',
          'I change it.',
          '<<<<<<< SEARCH',
          'a',
          '=======',
          'b',
          '>>>>>>> REPLACE',
          '> The LLM did not conform to the edit format.',
          '> Applied edit to a.py',
        ].join('\n'),
        [
          { kind: 'turn', role: 'user', reason: 'prompt', text: 'fix the bug' },
          { kind: 'message', text: 'I change it.\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE' },
          { kind: 'error', message: 'The LLM did not conform to the edit format.' },
        ],
      ],
    ],
  ],
])('%s', (_, rows) => {
  it.each(rows)('%s', async (__, file, events) => {
    expect((await tracesIn(file)).flatMap((trace) => trace.events)).toEqual(events);
  });
});

describe('sessions', () => {
  it('a sub-agent of Claude Code is a separate trace', async () => {
    const side = { ...claudeCall('t2'), isSidechain: true, agentId: 'x' };
    const traces = await tracesIn(lines(claudeCall('t1'), side));
    expect(traces.map(({ id, agent, model }) => [id, agent, model])).toEqual([
      ['s1', 'claude-code', 'claude-x'],
      ['s1/x', 'claude-code', 'claude-x'],
    ]);
  });

  it('each start of aider is a trace', async () => {
    const text = '# aider chat started at A\n#### a\n\n# aider chat started at B\n#### b\n';
    expect((await tracesIn(text)).map(({ id }) => id)).toEqual(['file A', 'file B']);
  });

  it('contain the cost of answers, for prices', async () => {
    const [trace] = await tracesIn(lines(claudeCall('t1'), claudeResult('t1')));
    expect(trace?.usages).toEqual([{ model: 'claude-x', input: 100, cached: 90, output: 5 }]);
  });
});

describe('any content of a file', () => {
  it.each([
    [
      'a known line with everything of the wrong type',
      '{"type":"user","uuid":"u","message":{"content":[1,null,{"type":"tool_result"}]}}',
    ],
    ['spans of nothing', '{"resourceSpans":[null,{"scopeSpans":[{"spans":[null]}]}]}'],
    ['messages of nothing', '[{"role":"assistant","content":null,"tool_calls":[null]}]'],
    ['a trajectory of nothing', '{"trajectory":[]}'],
  ])('%s is read without a message', async (_, text) => {
    expect((await tracesIn(text)).flatMap(({ events }) => events).length).toBeLessThan(2);
  });

  it.each([
    ['a message of Claude Code without content', '{"type":"assistant","uuid":"u"}', 'type "assistant"'],
    ['an item of Codex without a type', '{"type":"response_item","payload":{}}', 'type "response_item"'],
    [
      'a message among the lines of another form',
      '{"role":"user","content":"x"}\n{"said":"y","by":"z"}',
      'fields said, by',
    ],
  ])('%s is counted as not understood', async (_, text, example) => {
    const entries = [];
    for await (const entry of readTraces('file', chunksOf(text))) entries.push(entry);
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'not-understood', lines: 1, example }));
  });
});

describe('a line of Claude Code that is parsed partly', () => {
  const twice = { toolUseResult: { stdout: 'a.ts', stderr: '' } };
  const call = JSON.stringify(claudeCall('t1'));
  const answer = JSON.stringify({ ...claudeResult('t1'), ...twice });
  const progress = JSON.stringify(claude('progress', {}, { data: 'x'.repeat(900) }));

  const behind = answer.replace('"sessionId":"s1",', '').replace(/\}$/, ',"sessionId":"s1","version":"2"}');
  const nested = behind.replace(
    '"stdout":"a.ts"',
    '"stdout":"a.ts","sessionId":"other","b":{"sessionId":"x"}',
  );

  it.each<[name: string, file: string | Buffer, says: RegExp | undefined]>([
    ['belongs to its session where the id stands behind the copy', `${call}\n${behind}\n`, undefined],
    ['belongs to its session where the copy has such ids too', `${call}\n${nested}\n`, undefined],
    ['leaves out what stands in it twice', `${call}\n${answer}\n`, undefined],
    ['may end as Windows ends lines', `${call}\r\n${progress}\r\n${answer}\r\n`, undefined],
    ['is told of when it was cut off', `${call}\n${answer}\n${progress.slice(0, -20)}`, /is not JSON/],
    [
      'is told of when its bytes are no UTF-8',
      Buffer.from(`${call}\n${answer.replace('"uuid":"u"', '"uuid":"\u00fc"')}\n`, 'latin1'),
      /not UTF-8/,
    ],
  ])('%s', async (_, file, says) => {
    const events: unknown[] = [];
    let told = '';
    for await (const entry of readTraces('file', chunksOf(file))) {
      if (entry.kind === 'trace') events.push(...entry.trace.events);
      else if (entry.kind !== 'not-understood') told += entry.kind === 'bad' ? entry.problem : entry.note;
    }
    expect(events).toEqual([{ ...run, round: 0, at, tokens: 105 }]);
    expect(told).toMatch(says ?? /^$/);
  });
});
