import { afterEach, describe, expect, it } from 'vitest';
import type { TraceReport } from '../../scan/trace-report.js';
import { chunksOf, folderOf, runCli } from '../../testing/run-cli.js';
import { fieldsOf } from '../fields.js';
import { knownPlaces } from '../places.js';
import { readTraces } from '../read-traces.js';

/**
 * Formats of programs that do not run without an account. The shapes are those of their documentation and of public code
 * that reads or writes them, as the guide says.
 */
const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

const FAILURE = 'cat: missing-config.yaml: No such file or directory';
const COMMAND = 'cat missing-config.yaml';
const PROMPT = 'Find out which port the server uses.';
const times = <T>(count: number, make: (i: number) => readonly T[]): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i)).flat();

const droidSays = (role: string, id: string, ...content: unknown[]): object => ({
  ...{
    type: 'message',
    id,
    timestamp: '2026-11-01T10:00:00.000Z',
    message: { role, content },
    parentId: 'x',
  },
});
const DROID = lines(
  ...[{ type: 'session_start', id: 'session-1', title: 'Port', owner: 'dev', version: 2, cwd: '/home/dev' }],
  droidSays('user', 'n', { type: 'text', text: '<system-reminder>Today is Sunday.</system-reminder>' }),
  droidSays('user', 'p', { type: 'text', text: PROMPT }),
  { type: 'todo_state', timestamp: '2026-11-01T10:00:00.000Z', todos: [] },
  ...times(5, (i) => [
    droidSays(
      ...['assistant', `a${i}`],
      ...[
        { type: 'thinking', thinking: 'It may be in the file.', signature: '' },
        { type: 'text', text: 'I look.' },
      ],
      { type: 'tool_use', id: `t${i}`, name: 'Execute', input: { command: COMMAND, timeout: 5 } },
    ),
    droidSays(
      ...['user', `r${i}`],
      ...[{ type: 'tool_result', tool_use_id: `t${i}`, content: FAILURE, is_error: true }],
    ),
  ]),
);

const kiroSays = (kind: string, id: string, ...content: unknown[]): object => ({
  ...{ version: 'v1', kind, data: { message_id: id, content, meta: { timestamp: 1_790_848_800 } } },
});
const KIRO = lines(
  kiroSays('Prompt', 'p', { kind: 'text', data: PROMPT }),
  ...times(5, (i) => [
    kiroSays(
      ...(['AssistantMessage', `a${i}`] as const),
      { kind: 'text', data: '' },
      {
        kind: 'toolUse',
        data: {
          ...{ toolUseId: `t${i}`, name: 'shell' },
          input: { command: COMMAND, __tool_use_purpose: `Attempt ${i} to find the port` },
        },
      },
    ),
    kiroSays('ToolResults', `r${i}`, {
      kind: 'toolResult',
      data: {
        ...{ toolUseId: `t${i}`, status: 'success' },
        content: [{ kind: 'json', data: { exit_status: 'exit status: 1', stdout: '', stderr: FAILURE } }],
      },
    }),
  ]),
);

const round = (i: number): object => ({
  ...{ id: `round-${i}`, response: 'I look.', toolInputRetry: 0 },
  toolCalls: [
    {
      ...{ id: `t${i}`, name: 'run_in_terminal' },
      arguments: JSON.stringify({ command: COMMAND, explanation: `Attempt ${i}`, goal: `Port ${i}` }),
    },
  ],
});
const failed = { $mid: 20, content: [{ $mid: 21, value: `ERROR while calling tool: ${FAILURE}` }] };
const metadata = {
  toolCallRounds: times(5, (i) => [round(i)]),
  toolCallResults: Object.fromEntries(times(5, (i) => [[`t${i}`, failed] as const])),
};
const request = {
  requestId: 'request-1',
  timestamp: 1_790_848_800_000,
  message: { text: PROMPT, parts: [] },
};
const chat = { version: 3, sessionId: 'session-1', creationDate: 1_790_848_800_000 };
const VSCODE = `${JSON.stringify({ ...chat, requests: [{ ...request, response: [], result: { metadata } }] }, null, 2)}\n`;
const VSCODE_LOG = lines(
  { kind: 0, v: { ...chat, requests: [] } },
  { kind: 2, k: ['requests'], v: [{ ...request, response: [{ kind: 'thinking', value: 'Hm.' }] }] },
  { kind: 2, k: ['requests', 0, 'response'], v: [{ value: 'I look.' }], i: 0 },
  { kind: 1, k: ['customTitle'], v: 'The port' },
  { kind: 1, k: ['requests', 0, 'result'], v: { metadata } },
  { kind: 3, k: ['customTitle'] },
);

async function countsOf(text: string): Promise<object> {
  const entries = [];
  for await (const entry of readTraces('file', chunksOf(Buffer.from(text)))) entries.push(entry);
  expect(entries.map(({ kind }) => kind)).toEqual(['trace']);
  const trace = entries.flatMap((entry) => (entry.kind === 'trace' ? [entry.trace] : []))[0];
  const events = (trace?.events ?? []).map(fieldsOf);
  const of = (kind: string): typeof events => events.filter((event) => event['kind'] === kind);
  return {
    ...{ agent: trace?.agent, calls: of('call').length, open: of('attempt').length },
    failed: of('call').filter(({ isError }) => isError === true).length,
    kinds: new Set(of('call').map(({ args, result }) => JSON.stringify([args, result]))).size,
    prompts: of('turn').filter(({ role }) => role === 'user').length,
  };
}

describe.each([
  ['Droid', DROID, 'droid'],
  ['Kiro', KIRO, 'kiro'],
  ['VS Code, a whole session', VSCODE, 'vscode'],
  ['VS Code, a session and its changes', VSCODE_LOG, 'vscode'],
])('a transcript of %s', (_, text, agent) => {
  it('has each call with its outcome, and equal calls are equal', async () => {
    expect(await countsOf(text)).toEqual({ agent, calls: 5, open: 0, failed: 5, kinds: 1, prompts: 1 });
  });

  it('is a loop for a scan', async () => {
    const { code, out, err } = await runCli(['scan', '-', '--json'], { stdin: text });
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect((JSON.parse(out) as TraceReport).verdict).toBe('looping');
  });
});

describe('a session of VS Code', () => {
  it('that was interrupted has its calls, without outcomes', async () => {
    const shown = (i: number): object => ({
      ...{ kind: 'toolInvocationSerialized', toolCallId: `t${i}`, toolId: 'run_in_terminal' },
      toolSpecificData: { kind: 'terminal', commandLine: { original: COMMAND } },
    });
    const response = times(3, (i) => [{ value: 'I look.' }, shown(i)]);
    const text = lines({ ...chat, requests: [{ ...request, response }] });
    expect(await countsOf(text)).toMatchObject({ calls: 0, open: 3, prompts: 1 });
  });

  it('has the results that VS Code renders as a tree', async () => {
    const tree = { node: { type: 1, children: [{ type: 2, text: 'ERROR while calling tool: none' }] } };
    const result = { ...metadata, toolCallResults: { t0: { content: [{ value: tree }] } } };
    const text = lines({ ...chat, requests: [{ ...request, result: { metadata: result } }] });
    expect(await countsOf(text)).toMatchObject({ calls: 1, failed: 1, open: 4 });
  });

  it.each([
    ['of something that is not there', { kind: 1, k: ['requests', 7, 'result'], v: {} }],
    ['of an unknown kind', { kind: 9, k: ['requests'], v: [] }],
    ['of the object itself', { kind: 1, k: ['__proto__', 'polluted'], v: true }],
  ])('with a change %s is told of', async (__, change) => {
    const { err } = await runCli(['scan', '-'], { stdin: VSCODE_LOG + lines(change) });
    expect(err).toContain('1 line not understood, first at line 7');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('as its hooks are given it has calls, and outcomes only of failures', async () => {
    const event = (type: string, data: object): object => ({ type, data, id: 'e', timestamp: '2026-11-01' });
    const called = (i: number, success: boolean): readonly object[] => [
      event('assistant.message', {
        ...{ messageId: `m${i}`, content: '' },
        toolRequests: [
          { toolCallId: `t${i}`, name: 'run_in_terminal', arguments: `{"command":"${COMMAND}"}` },
        ],
      }),
      event('tool.execution_complete', { toolCallId: `t${i}`, success }),
    ];
    const start = { sessionId: 's', version: 1, producer: 'copilot-agent', vscodeVersion: '1.120.0' };
    const text = lines(
      event('session.start', start),
      event('user.message', { content: PROMPT, attachments: [] }),
      ...[...called(0, true), ...called(1, true), ...called(2, false)],
    );
    expect(await countsOf(text)).toEqual({
      ...{ agent: 'vscode', calls: 1, open: 2, failed: 1, kinds: 1, prompts: 1 },
    });
  });
});

describe('what is not known of a format', () => {
  it.each([
    ['Droid', DROID, '"tool_use"', '"tool_request"'],
    ['Kiro', KIRO, '"toolUse"', '"toolRequest"'],
    ['VS Code', VSCODE_LOG, '"toolCallRounds"', '"rounds"'],
  ])('%s: without any call it is no good result', async (_, text, from, to) => {
    const { code, err } = await runCli(['scan', '-'], { stdin: text.replaceAll(from, to) });
    expect(code).toBe(2);
    expect(err).toContain('no tool call was read');
  });

  it.each([
    ['Droid', DROID, '"thinking","thinking"', '"musing","thinking"'],
    ['Kiro', KIRO, '"kind":"text","data":""', '"kind":"musing","data":""'],
  ])('%s: parts of a message are told of, and the rest is read', async (_, text, from, to) => {
    const { code, err } = await runCli(['scan', '-'], { stdin: text.replaceAll(from, to) });
    expect(code).toBe(1);
    expect(err).toContain('5 lines not understood');
  });

  it('opencode: parts of an unknown kind, and no call, are no good result', async () => {
    const parts = [{ type: 'step-start' }, { type: 'ask', tool: 'bash' }, { type: 'text', text: 'Done.' }];
    const messages = [{ info: { id: 'm', role: 'assistant' }, parts }];
    const { code, err } = await runCli(['scan', '-'], { stdin: lines({ info: { id: 's' }, messages }) });
    expect(code).toBe(2);
    expect(err).toContain('no tool call was read: 1 part of messages not understood');
  });

  it('a transcript of Windsurf, which documents no step but edits, is refused', async () => {
    const step = { status: 'done', type: 'planner_response', planner_response: { response: 'I look.' } };
    const { code, err } = await runCli(['scan', '-'], { stdin: lines(step, step) });
    expect(code).toBe(2);
    expect(err).toContain('error');
  });
});

describe('the folders of these agents', () => {
  const folder = folderOf({
    '.factory/sessions/-home-dev/0f3c2a10-0000-4000-8000-000000000001.jsonl': DROID,
    '.factory/sessions/-home-dev/0f3c2a10-0000-4000-8000-000000000001.settings.json': '{"model": "m"}',
    '.kiro/sessions/cli/0f3c2a10-0000-4000-8000-000000000002.jsonl': KIRO,
    '.kiro/sessions/cli/0f3c2a10-0000-4000-8000-000000000002.json': '{"session_state": {}}',
    '.config/Code/User/workspaceStorage/a1/chatSessions/s.jsonl': VSCODE_LOG,
    '.config/Code/User/workspaceStorage/a1/workspace.json': '{"folder": "file:///home/dev"}',
  });
  afterEach(() => folder.remove());

  it('are found, and read without the files beside the transcripts', async () => {
    const places = knownPlaces({ home: folder.path, folder: folder.path });
    expect(places.map(({ agent }) => agent)).toEqual(['Droid', 'Kiro', 'VS Code']);
    const { code, out, err } = await runCli(['scan', ...places.map(({ path }) => path)]);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(/3 looping/);
  });
});
