import { HOOK_PROTOCOLS } from '@rutbreak/adapters/hooks';
import { join } from 'node:path';
import type { Agent } from '../agent.js';
import { groupedHooks } from '../settings.js';

const { read, write, title } = HOOK_PROTOCOLS.gemini;

export const gemini: Agent = {
  id: 'gemini',
  title,
  support: { tested: 'run with the real program', against: '0.61.0', date: '2026-11' },
  read,
  reply: (call, answer) => ({ stdout: write(call, answer) }),
  nestsAgents: true,
  places: ({ home, folder }) => [
    { scope: 'home', folder: join(home, '.gemini'), files: [join(home, '.gemini', 'settings.json')] },
    { scope: 'project', folder: join(folder, '.gemini'), files: [join(folder, '.gemini', 'settings.json')] },
  ],
  settings: groupedHooks(
    { tools: ['BeforeTool', 'AfterTool'], others: ['BeforeAgent', 'SessionStart', 'AfterAgent'] },
    // In milliseconds here.
    ({ command }) => ({ name: 'rutbreak', type: 'command', command, timeout: 10_000 }),
  ),
  trial: (step, session) => ({
    ...{ session_id: session, hook_event_name: 'AfterTool', timestamp: `${step}` },
    ...{ tool_name: 'run_shell_command', tool_input: { command: 'cat missing' } },
    tool_response: { error: 'cat: missing: No such file or directory' },
  }),
  firstRun:
    'Restart gemini in a folder that it trusts, and let it run one command; /hooks lists the hooks that it knows.',
  switchedOff({ hooksConfig }) {
    const { enabled, disabled } = (hooksConfig ?? {}) as { enabled?: unknown; disabled?: unknown };
    if (enabled === false)
      return { text: 'all hooks are turned off', todo: 'Remove "hooksConfig.enabled" from the settings.' };
    return Array.isArray(disabled) && disabled.includes('rutbreak')
      ? { text: 'the hook is turned off', todo: 'Type: /hooks enable rutbreak' }
      : undefined;
  },
};
