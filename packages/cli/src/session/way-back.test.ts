import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AGENTS, type AgentId } from '../agents/index.js';
import { answerHook } from '../hooks/answer.js';
import { DEFAULT_OPTIONS } from '../hooks/judge.js';
import { openStore } from '../store/store.js';
import { folderOf, type Ran, runCli } from '../testing/run-cli.js';
import { agentIn, wayBack } from './guarded-agent.js';

let folder: ReturnType<typeof folderOf>;
beforeEach(() => void (folder = folderOf({})));
afterEach(() => folder.remove());

const cli = (args: readonly string[], agent?: string): Promise<Ran> =>
  runCli(args, { home: folder.path, dataDir: folder.path, ...(agent !== undefined && { agent }) });
const send = async (agent: AgentId, input: object): Promise<string> => {
  const { stdout, stderr = '' } = await answerHook({
    ...{ agent, input: JSON.stringify(input), dataDir: folder.path, options: DEFAULT_OPTIONS },
    ...{ wait: 1000, onTrouble: () => undefined },
  });
  return stdout + stderr;
};
const attempt = (id: string, command: string): object => ({
  ...{ session_id: 'run-7', hook_event_name: 'PreToolUse', tool_use_id: id },
  ...{ tool_name: 'Bash', tool_input: { command } },
});

/** The session is blocked afterwards. */
async function loop(): Promise<void> {
  for (let step = 0; step < 8; step++) {
    await send('claude-code', AGENTS['claude-code'].trial(step, 'run-7'));
    await send('claude-code', { session_id: 'run-7', hook_event_name: 'PostToolBatch' });
  }
}
const isBlocked = async (id: string): Promise<boolean> =>
  (await send('claude-code', attempt(id, 'cat missing'))).includes('"deny"');

describe('the way back from a block', () => {
  it('`session show` names commands that a person can run, and each of them works', async () => {
    await loop();
    const { out } = await cli(['session', 'show', 'run-7']);
    const named = [...out.matchAll(/rutbreak (session (?:reset|override) .*)$/gm)].map(
      ([, text]) => text ?? '',
    );
    expect(named).toEqual([
      'session override claude-code/run-7 --for 30m',
      'session reset claude-code/run-7',
    ]);
    for (const command of named) expect((await cli(command.split(' '))).code).toBe(0);
    expect(await isBlocked('after')).toBe(false);
  });

  it('a name that a shell would split is quoted', () => {
    expect(wayBack("kiro/it's here")).toContain("session reset 'kiro/it'\\''s here'");
  });
});

describe('an agent that tries to lift its own block', () => {
  it('the hook denies the command, and records the attempt', async () => {
    await loop();
    const said = await send('claude-code', attempt('lift', 'npx rutbreak session reset claude-code/run-7'));
    expect(said).toContain('only a person can lift');
    expect(await isBlocked('after')).toBe(true);
    const record = await openStore(folder.path).load('claude-code/run-7');
    expect(record?.refusals).toMatchObject([{ command: 'reset', by: 'the agent of this session' }]);
    expect((await cli(['session', 'show', 'run-7'])).out).toMatch(
      /Refused\n.*reset, the agent of this session/,
    );
  });

  it.each(['reset', 'override'])('%s in the shell of an agent is refused and recorded', async (command) => {
    await loop();
    const { code, err } = await cli(
      ['session', command, 'run-7', '--yes'].slice(0, command === 'reset' ? 3 : 4),
      'Claude Code',
    );
    expect(code).toBe(2);
    expect(err).toContain('only a person can lift a block, and Claude Code runs this command');
    expect(await isBlocked('after')).toBe(true);
    const record = await openStore(folder.path).load('claude-code/run-7');
    expect(record?.refusals).toMatchObject([{ command, by: 'Claude Code' }]);
  });

  it.each([
    ['CLAUDECODE', 'Claude Code'],
    ['GEMINI_CLI', 'Gemini CLI'],
    ['CURSOR_AGENT', 'Cursor'],
  ])('%s in the environment means %s', (variable, title) => {
    expect(agentIn({ [variable]: '1' })).toBe(title);
    expect(agentIn({ [variable]: '' })).toBeUndefined();
  });
});
