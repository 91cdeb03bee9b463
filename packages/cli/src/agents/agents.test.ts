import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerHook } from '../hooks/answer.js';
import { DEFAULT_OPTIONS } from '../hooks/judge.js';
import { openStore } from '../store/store.js';
import { REAL_AGENTS } from '../testing/e2e/agents/index.js';
import { folderOf, type Ran, runCli } from '../testing/run-cli.js';
import { AGENT_IDS, AGENTS, type AgentId, type Reply, senderOf } from './index.js';

let folder: ReturnType<typeof folderOf>;
beforeEach(() => void (folder = folderOf({})));
afterEach(() => folder.remove());
const at = (...names: string[]): string => join(folder.path, ...names);

const send = (agent: AgentId, input: object): Promise<Reply> =>
  answerHook({
    ...{ agent, input: JSON.stringify(input), dataDir: at('data'), options: DEFAULT_OPTIONS },
    ...{ wait: 1000, onTrouble: () => undefined },
  });
const said = ({ stdout, stderr = '' }: Reply): string => stdout + stderr;

describe('every agent', () => {
  it.each(AGENT_IDS)('%s: a call that fails the same way again and again gets a reply', async (id) => {
    let answer = '';
    for (let step = 0; step < 24 && answer === ''; step++)
      answer = said(await send(id, AGENTS[id].trial(step, 'run-1')));
    expect(answer).toContain('rutbreak');
    const [record] = await openStore(at('data')).list();
    const owner = id === 'copilot' ? 'copilot-cli' : id;
    expect(record?.id).toBe(`${owner}/run-1`);
  });

  it.each(AGENT_IDS)('%s: the guard ends the run exactly if a hook can end it', (id) => {
    const { capabilities, isEndless = false } = AGENTS[id].read(AGENTS[id].trial(1, 'run-1'))!;
    // Cline has no veto: there, a pause ends the run.
    expect(capabilities.endRun === true || capabilities.pause === true).toBe(!isEndless);
  });

  it.each(AGENT_IDS)('%s: unknown input is refused, not guessed', async (id) => {
    await expect(send(id, { hello: 'world' })).rejects.toThrow('standard input is not what a hook of');
  });
});

describe('the purpose that a model gives for a call', () => {
  it.each([
    ['kiro', { command: 'npm test', __tool_use_purpose: 'See whether they pass' }],
    ['vscode', { command: 'npm test', explanation: 'Runs the tests', goal: 'Pass' }],
  ] as const)('%s: is no part of the call', (id, args) => {
    const event = AGENTS[id].read({ ...AGENTS[id].trial(1, 'run-1'), tool_input: args })?.event;
    expect(event).toMatchObject({ args: { command: 'npm test' } });
    expect(JSON.stringify(event)).not.toMatch(/pass/i);
  });

  it('vscode: stays where it may be all that a tool is told', () => {
    const sent = { ...AGENTS.vscode.trial(1, 'run-1'), tool_input: { goal: 'A faster start' } };
    expect(AGENTS.vscode.read(sent)?.event).toMatchObject({ args: { goal: 'A faster start' } });
  });
});

describe('the table of supported agents in the guide', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/hooks.md'), 'utf8');
  const rows = guide.split('\n').filter((line) => line.startsWith('|'));
  const month = (date: string): string =>
    new Date(`${date}-15T00:00:00Z`).toLocaleDateString('en', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });

  it.each(AGENT_IDS)('%s: says how it was tested, against what, and when', (id) => {
    const { title, support } = AGENTS[id];
    const row = rows.find((line) => line.includes(`\`${id}\``)) ?? '';
    for (const part of [title, support.tested, support.against, month(support.date)])
      expect(row).toContain(part);
  });

  it.each(AGENT_IDS)('%s: a version that was run is the one that e2e:agents runs', (id) => {
    const { tested, against } = AGENTS[id].support;
    const run = REAL_AGENTS.find(({ agent }) => agent === id);
    expect(run?.version).toBe(tested === 'run with the real program' ? against : undefined);
  });
});

const init = (...args: string[]): Promise<Ran> =>
  runCli(['init', ...args], { home: folder.path, dataDir: at('data') });

describe('init for every agent', () => {
  it.each(AGENT_IDS)('%s: writes its files, is idempotent, and removes every byte of them', async (id) => {
    const { files } = AGENTS[id].places({ home: folder.path, folder: at('project') })[0] ?? { files: [] };
    expect((await init(id, '--yes', '--home')).code).toBe(0);
    for (const file of files) expect(readFileSync(file, 'utf8')).toContain('rutbreak');
    expect((await init(id, '--yes')).out).toContain('is guarded already');
    expect((await init(id, '--remove', '--yes')).code).toBe(0);
    for (const file of files) expect(existsSync(file)).toBe(false);
  });

  const SHARED = [
    ['cursor', '.cursor/hooks.json', 'beforeSubmitPrompt'],
    ['windsurf', '.codeium/windsurf/hooks.json', 'pre_user_prompt'],
  ] as const;
  it.each(SHARED)("%s: keeps the user's own hooks beside ours", async (id, name, event) => {
    const own = `{"version": 1, "hooks": {"${event}": [{"command": "./mine.sh"}]}} // mine\n`;
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), own);
    await init(id, '--yes');
    const text = readFileSync(at(name), 'utf8');
    expect(text).toContain('./mine.sh');
    expect(text).toContain(`hook ${id}`);
    expect(text).toContain('// mine');
    await init(id, '--remove', '--yes');
    expect(readFileSync(at(name), 'utf8')).toBe(own);
  });

  it('droid: uses hooks.json, with events at the top level, if the user has one', async () => {
    mkdirSync(at('.factory'));
    writeFileSync(at('.factory', 'hooks.json'), '{"Stop": []}');
    await init('droid', '--yes');
    const hooks = JSON.parse(readFileSync(at('.factory', 'hooks.json'), 'utf8')) as Record<string, unknown>;
    expect(Object.keys(hooks)).toContain('PreToolUse');
    expect(existsSync(at('.factory', 'settings.json'))).toBe(false);
  });

  it('cline: writes executable scripts, and never overwrites a script of the user', async () => {
    await init('cline', '--yes');
    expect(statSync(at('.cline', 'hooks', 'PreToolUse')).mode & 0o111).toBe(0o111);
    await init('cline', '--remove', '--yes');
    mkdirSync(at('.cline', 'hooks'), { recursive: true });
    writeFileSync(at('.cline', 'hooks', 'PreToolUse'), '#!/bin/sh\n');
    const { code, err } = await init('cline', '--yes');
    expect(code).toBe(2);
    expect(err).toContain('a file of that name exists');
    expect(readFileSync(at('.cline', 'hooks', 'PreToolUse'), 'utf8')).toBe('#!/bin/sh\n');
  });

  it('copilot and vscode share one file, which is written and removed once', async () => {
    const { out } = await init('copilot', 'vscode', '--yes');
    expect(out.match(/: written\./g)).toHaveLength(1);
    const removed = await init('copilot', 'vscode', '--remove', '--yes');
    expect(removed.code).toBe(0);
    expect(removed.out.match(/: taken out\./g)).toHaveLength(1);
  });
});

describe("an agent that runs another agent's hooks", () => {
  const senders: readonly (readonly [string, AgentId, object, AgentId])[] = [
    ['Claude Code itself', 'claude-code', AGENTS['claude-code'].trial(1, 's'), 'claude-code'],
    ['Copilot CLI, in the settings of Claude Code', 'claude-code', AGENTS.copilot.trial(1, 's'), 'copilot'],
    ['VS Code, in the settings of Claude Code', 'claude-code', AGENTS.vscode.trial(1, 's'), 'vscode'],
    ['Cursor, in the settings of Claude Code', 'claude-code', AGENTS.cursor.trial(1, 's'), 'cursor'],
    ['VS Code, in the file of Copilot CLI', 'copilot', AGENTS.vscode.trial(1, 's'), 'vscode'],
    ['Copilot CLI, in that file', 'copilot', AGENTS.copilot.trial(1, 's'), 'copilot'],
    [
      'VS Code with the names of Claude Code',
      'claude-code',
      {
        ...{ timestamp: '2026-01-01T00:00:00Z', hook_event_name: 'PreToolUse', session_id: 's' },
        ...{ tool_use_id: '1', transcript_path: '/home/me/.config/Code/User/workspaceStorage/t.json' },
      },
      'vscode',
    ],
  ];
  it.each(senders)('%s is recognised by its input', (_, named, input, sender) => {
    expect(senderOf(AGENTS[named], input).id).toBe(sender);
  });

  it('Cursor reports with the event names of Claude Code, and gets a reply in its own format', async () => {
    const input = { ...AGENTS.cursor.trial(1, 'run-2'), hook_event_name: 'PostToolUseFailure' };
    let answer = '';
    for (let step = 0; step < 12 && answer === ''; step++)
      answer = said(await send('claude-code', { ...input, tool_use_id: `${step}` }));
    expect(Object.keys(JSON.parse(answer) as object)).toEqual(['additional_context']);
  });
});

describe('Qwen Code', () => {
  it('an empty prompt, which it sends after each step, is not a new task', () => {
    const input = { session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: '' };
    expect(AGENTS.qwen.read(input)?.event).toBeNull();
    expect(AGENTS.qwen.read({ ...input, prompt: 'Go on.' })?.event).toMatchObject({
      kind: 'turn',
      role: 'user',
    });
  });
});

/** A call of the shell tool and its output, as two events of an agent that repeats the command in the output. */
const REPEATING: readonly [AgentId, (id: string, command: string, output: string) => readonly object[]][] = [
  [
    'qwen',
    (id, command, output) => {
      const call = {
        ...{ session_id: 'frame', tool_use_id: id },
        ...{ tool_name: 'run_shell_command', tool_input: { command } },
      };
      const frame = [
        ...[`Command: ${command}`, 'Directory: (root)', `Output: ${output}`, 'Error: (none)', 'Exit Code: 0'],
        ...['Signal: (none)', 'Process Group PGID: (none)'],
      ];
      return [
        { ...call, hook_event_name: 'PreToolUse' },
        { ...call, hook_event_name: 'PostToolUse', tool_response: { llmContent: frame.join('\n') } },
      ];
    },
  ],
  [
    'cline',
    (id, command, result) => {
      const call = { id, name: 'run_commands', input: { commands: [command] } };
      const output = [{ query: command, result, success: true }];
      return [
        { taskId: 'frame', hookName: 'tool_call', tool_call: call },
        { taskId: 'frame', hookName: 'tool_result', tool_result: { ...call, output } },
      ];
    },
  ],
];

describe('an agent that repeats the command in its output', () => {
  const WORDS = ['river', 'stone', 'cloud', 'apple', 'glass', 'horse', 'paper', 'tower', 'night', 'field'];

  it.each(REPEATING)('%s: healthy calls do not look equal because of it', async (agent, eventsOf) => {
    const said: string[] = [];
    const play = async (...call: Parameters<typeof eventsOf>): Promise<void> => {
      for (const event of eventsOf(...call)) said.push((await send(agent, event)).stdout);
    };
    for (const [i, word] of WORDS.entries()) {
      await play(`cat-${i}`, `cat part-${i}.txt`, `The ${word} is ${word.length * 7 + i} long.`);
      await play(`wc-${i}`, `wc -c part-${i}.txt`, `22 part-${i}.txt`);
    }
    expect(said.join('')).toBe('');
  });
});

describe('a shell report of Qwen Code that says `Error: (none)` and `Exit Code: 0`', () => {
  const [, eventsOf] = REPEATING.find(([agent]) => agent === 'qwen')!;

  it('is no failure', () => {
    const [, done] = eventsOf('1', 'gh run view 7', 'in_progress');
    expect(AGENTS.qwen.read(done)?.event).toMatchObject({ kind: 'call', isError: false });
  });

  it('so a poll whose answer moves is left alone', async () => {
    const said: string[] = [];
    for (let i = 1; i <= 14; i++)
      for (const event of eventsOf(`poll-${i}`, 'cat progress.txt', `${i * 7} of 100 files are done`))
        said.push((await send('qwen', event)).stdout);
    expect(said.join('')).toBe('');
  });
});
