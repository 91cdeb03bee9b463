import { HOOK_PROTOCOLS } from '@rutbreak/adapters/hooks';
import { join } from 'node:path';
import type { Agent } from '../agent.js';
import { groupedHooks } from '../settings.js';

const { read, write, title } = HOOK_PROTOCOLS.codex;

export const codex: Agent = {
  id: 'codex',
  title,
  support: { tested: 'run with the real program', against: '0.169.0', date: '2026-11' },
  read,
  reply: (call, answer) => ({ stdout: write(call, answer) }),
  places: ({ home, folder, codex: own = join(home, '.codex') }) => [
    { scope: 'home', folder: own, files: [join(own, 'hooks.json')] },
    { scope: 'project', folder: join(folder, '.codex'), files: [join(folder, '.codex', 'hooks.json')] },
  ],
  settings: groupedHooks(
    { tools: ['PreToolUse', 'PostToolUse'], others: ['UserPromptSubmit', 'SessionStart', 'Stop'] },
    ({ command }) => ({ type: 'command', command, timeout: 10 }),
  ),
  trial: (step, session) => ({
    ...{ session_id: session, hook_event_name: 'PostToolUse', tool_use_id: `${step}` },
    ...{ tool_name: 'Bash', tool_input: { command: 'cat missing' } },
    tool_response: 'cat: missing: No such file or directory',
  }),
  firstRun: 'Restart codex, type /hooks, trust the hooks of rutbreak, and let it run one command.',
  afterInit:
    'Codex runs no hook that you have not trusted: start codex, type /hooks, and trust those of rutbreak.',
};
