// Rows of the designs through `rutbreak hook`: each reply is written by the program that the agents start.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEvent } from '@rutbreak/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AGENT_IDS, type AgentId } from '../agents/index.js';
import type { LocalRecord } from '../store/record.js';
import { HOOK_INPUTS } from '../testing/hook-inputs.js';
import { folderOf, ioFor, runCli } from '../testing/run-cli.js';
import { runHook } from './run.js';

type Row = Readonly<Record<'row' | 'name' | 'preset', string>> & {
  readonly acts: readonly { readonly at: number; readonly category: string; readonly told: string }[];
  readonly events: readonly AgentEvent[];
  readonly options?: Readonly<Record<string, Readonly<Record<string, number>>>>;
};
type Setting = Pick<Row, 'preset' | 'options'>;
const LIST = join(import.meta.dirname, '../../../../quality/design-rows.json');
const ROWS = JSON.parse(readFileSync(LIST, 'utf8')) as readonly Row[];

let folder: ReturnType<typeof folderOf>;
beforeEach(() => {
  folder = folderOf({});
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
  folder.remove();
});

/** One hook, a second after the one before it. */
async function fire(agent: AgentId, { preset, options = {} }: Setting, input: object): Promise<string> {
  vi.setSystemTime(Date.now() + 1000);
  const { io, out, err } = ioFor({ stdin: JSON.stringify(input), dataDir: folder.path });
  const around = { folder: folder.path, env: {}, deadline: 60_000 };
  const set = Object.entries(options).flatMap(([part, values]) =>
    Object.entries(values).flatMap(([name, value]) => ['--set', `${part}.${name}=${value}`]),
  );
  await runHook([agent, '--preset', preset, ...set], { ...io, ...around });
  return out.text() + err.text();
}

const PROMPTS: Readonly<Partial<Record<AgentId, (prompt: string) => object>>> = {
  gemini: (prompt) => ({ session_id: 'live', hook_event_name: 'BeforeAgent', prompt }),
  opencode: (text) => ({ sessionID: 'live', event: 'chat.message', text }),
  cursor: (prompt) => ({ conversation_id: 'live', hook_event_name: 'beforeSubmitPrompt', prompt }),
  copilot: (prompt) => ({ ...claudePrompt(prompt), timestamp: '2026-01-01T00:01:00.0Z' }),
  cline: (prompt) => ({ taskId: 'live', hookName: 'UserPromptSubmit', userPromptSubmit: { prompt } }),
};
const claudePrompt = (prompt: string): object => ({
  ...{ session_id: 'live', hook_event_name: 'UserPromptSubmit', prompt },
});
const promptOf = (agent: AgentId, text: string): object => (PROMPTS[agent] ?? claudePrompt)(text);

/** Of the only session. */
const categoryOf = (): string | undefined => {
  const sessions = join(folder.path, 'sessions');
  const file = readdirSync(sessions).find((name) => name.endsWith('.json'));
  return (JSON.parse(readFileSync(join(sessions, file!), 'utf8')) as LocalRecord).last?.category;
};

/** Their hooks can refuse a call, and say nothing else. */
const MUTE: readonly AgentId[] = ['windsurf', 'kiro'];
/** Their hooks do not say that a call failed. */
const UNMARKED: readonly AgentId[] = ['codex', 'vscode', 'droid'];

function isCarried(agent: AgentId, { events }: Row): boolean {
  return !UNMARKED.includes(agent) || !events.some((event) => event.kind === 'call' && event.isError);
}

describe.each(AGENT_IDS.filter((agent) => !MUTE.includes(agent)))('%s', (agent) => {
  it.each(ROWS.filter((row) => isCarried(agent, row)))('$row $name', async (row) => {
    const { acts, events } = row;
    const heard: object[] = [];
    let calls = 0;
    for (const event of events) {
      if (event.kind === 'turn') await fire(agent, row, promptOf(agent, event.text ?? ''));
      if (event.kind !== 'call') continue;
      calls += 1;
      let told = '';
      for (const input of HOOK_INPUTS[agent](event, calls)) told += await fire(agent, row, input);
      const category = categoryOf();
      if (told !== '') heard.push({ at: calls, ...(category !== undefined && { category }), told });
    }
    const expected = acts.map(({ at, category, told }) => ({
      ...{ at, ...(row.row !== 'C6' && { category }) },
      told: expect.stringContaining(JSON.stringify(told).slice(1, -1)) as string,
    }));
    expect(heard).toEqual(expected);
    if (row.row !== 'C6') return;
    const { out } = await runCli(['session', 'show', 'live'], { dataDir: folder.path });
    expect(out).toContain('No loops detected.');
    expect(out).toMatch(/event \d+: (?:stop|nudge|block)\. 4 rounds without a user turn\n/);
    expect(`${JSON.stringify(heard)} ${out.replace('No loops', '')}`).not.toMatch(/loop|_REPETITION/i);
  });
});

describe('M3 a block of matrix', () => {
  const matrix = { preset: 'matrix' };
  const bash = (hook_event_name: string, command: string, id: string, more = {}): object => ({
    ...{ session_id: 'live', hook_event_name, tool_name: 'Bash', tool_input: { command }, tool_use_id: id },
    ...more,
  });
  const block = async (): Promise<void> => {
    for (let i = 1; i <= 6; i++)
      await fire(
        'claude-code',
        matrix,
        bash('PostToolUse', 'make check', `t${i}`, { tool_response: 'same' }),
      );
  };
  const other = (id: string): Promise<string> => fire('claude-code', matrix, bash('PreToolUse', 'ls', id));
  const denied = '"permissionDecision":"deny"';

  it('M3 refuses every call, also after a prompt and after a day', async () => {
    await block();
    expect(await other('a')).toContain(denied);
    await fire('claude-code', matrix, promptOf('claude-code', 'Go on.'));
    vi.setSystemTime(Date.now() + 86_400_000);
    expect(await other('b')).toContain(denied);
  });

  it('M3 the user reads commands that lift it, each of them does, and the model reads none', async () => {
    await block();
    const reply = JSON.parse(await other('a')) as {
      readonly systemMessage: string;
      readonly hookSpecificOutput: object;
    };
    const commands = [...reply.systemMessage.matchAll(/rutbreak (session .+)/g)].map(([, one = '']) => one);
    expect(commands.map((command) => command.split(' ')[1])).toEqual(['override', 'reset']);
    expect(JSON.stringify(reply.hookSpecificOutput)).not.toContain('rutbreak session');
    for (const [i, command] of commands.toReversed().entries()) {
      const { code } = await runCli(command.split(' '), { dataDir: folder.path });
      expect([command, code, await other(`free ${i}`)]).toEqual([command, 0, '']);
      await block();
    }
  });
});
