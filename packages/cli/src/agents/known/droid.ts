import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Agent, Place } from '../agent.js';
import { claudeReply } from '../replies.js';
import { groupedHooks } from '../settings.js';
import { CLAUDE_MOMENTS, readWire, type Wire } from '../wire.js';

/** https://docs.factory.ai/harness/hooks */
const WIRE: Wire = {
  agent: 'droid',
  session: ['session_id'],
  event: ['hook_event_name'],
  call: ['tool_use_id'],
  moments: CLAUDE_MOMENTS,
  before: { veto: true, endRun: true },
  after: { appendToResult: true, injectMessage: true, veto: true, endRun: true },
};

const HOOKS = 'hooks.json';

/** An event in `hooks.json` replaces the same event in `settings.json`: ours must not replace those of the user. */
function placeIn(scope: Place['scope'], folder: string): Place {
  const own = join(folder, HOOKS);
  const settings = join(folder, 'settings.json');
  return existsSync(own)
    ? { scope, folder, files: [own], others: [settings] }
    : { scope, folder, files: [settings], others: [own] };
}

export const droid: Agent = {
  id: 'droid',
  title: 'Droid',
  support: { tested: 'by its documentation', against: 'docs.factory.ai/harness/hooks', date: '2026-11' },
  read: (input) => readWire(input, WIRE),
  reply: claudeReply,
  places: ({ home, folder }) => [
    placeIn('home', join(home, '.factory')),
    placeIn('project', join(folder, '.factory')),
  ],
  settings: groupedHooks(
    {
      tools: ['PreToolUse', 'PostToolUse'],
      others: ['UserPromptSubmit', 'SessionStart', 'PreCompact'],
    },
    ({ command }) => ({ type: 'command', command, timeout: 10 }),
    (file) => (basename(file) === HOOKS ? [] : ['hooks']),
  ),
  trial: (step, session) => ({
    ...{ session_id: session, hook_event_name: 'PostToolUse', tool_use_id: `${step}` },
    ...{ tool_name: 'Execute', tool_input: { command: 'cat missing' } },
    tool_response: 'cat: missing: No such file or directory',
  }),
  firstRun: 'Restart droid and let it run one command; /hooks lists the hooks that it knows.',
};
