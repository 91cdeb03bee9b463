import { HOOK_PROTOCOLS } from '@rutbreak/adapters/hooks';
import { join } from 'node:path';
import type { Agent } from '../agent.js';
import { type Door, groupedHooks } from '../settings.js';

const { read, write, title } = HOOK_PROTOCOLS['claude-code'];
const TIMEOUT = 10;

/** https://code.claude.com/docs/en/hooks */
export const claudeCode: Agent = {
  id: 'claude-code',
  title,
  support: { tested: 'run with the real program', against: '2.1.326', date: '2026-11' },
  read,
  reply: (call, answer) => ({ stdout: write(call, answer) }),
  alsoReadBy: ['cursor', 'vscode', 'copilot'],
  places: ({ home, folder, claude = join(home, '.claude') }) => [
    {
      ...{ scope: 'home', folder: claude, files: [join(claude, 'settings.json')] },
      others: [join(claude, 'settings.local.json')],
    },
    // The command names a path of this machine, so it does not belong into the file that a team shares.
    {
      ...{ scope: 'project', folder: join(folder, '.claude') },
      files: [join(folder, '.claude', 'settings.local.json')],
      others: [join(folder, '.claude', 'settings.json')],
    },
  ],
  settings: groupedHooks(
    {
      tools: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
      others: ['PostToolBatch', 'UserPromptSubmit', 'SessionStart', 'Stop'],
    },
    hookOf,
  ),
  trial: (step, session) => ({
    ...{ session_id: session, hook_event_name: 'PostToolUse', tool_use_id: `${step}` },
    ...{ tool_name: 'Bash', tool_input: { command: 'cat missing' } },
    tool_response: 'cat: missing: No such file or directory',
  }),
  firstRun: 'Restart Claude Code and let it run one command; /hooks lists the hooks that it knows.',
  switchedOff: ({ disableAllHooks }) =>
    disableAllHooks === true
      ? { text: 'all hooks are turned off', todo: 'Remove "disableAllHooks" from the settings.' }
      : undefined,
};

/** With a gateway, only the start of a session starts a program: it warns the user if the gateway does not answer. */
function hookOf({ command, gateway }: Door, event: string): object {
  if (gateway === undefined || event === 'SessionStart')
    return { type: 'command', command, timeout: TIMEOUT };
  return {
    ...{ type: 'http', url: `${gateway.replace(/\/+$/, '')}/v1/hooks/claude-code`, timeout: TIMEOUT },
    // The key stays in the environment; the settings only name it.
    ...{ headers: { Authorization: 'Bearer $RUTBREAK_TOKEN' }, allowedEnvVars: ['RUTBREAK_TOKEN'] },
  };
}
