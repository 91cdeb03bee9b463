import { join } from 'node:path';
import type { Agent } from '../agent.js';
import { exitCodeReply } from '../replies.js';
import { ownJson } from '../settings.js';
import { type Moment, readWire, type Wire } from '../wire.js';

const BEFORE: Moment = { kind: 'attempt', tool: 'tool_name', args: 'tool_input' };
const AFTER: Moment = {
  ...{ kind: 'call', tool: 'tool_name', args: 'tool_input' },
  outcome: ({ tool_response: response }) => ({
    result: response,
    isError: (response as { success?: unknown } | undefined)?.success === false,
  }),
};
const PROMPT: Moment = { kind: 'prompt', text: 'prompt' };

/** https://kiro.dev/docs/cli/hooks. Versions without a session id are distinguished by their folder. */
const WIRE: Wire = {
  agent: 'kiro',
  tellsPurpose: 'kiro',
  session: ['session_id', 'cwd'],
  event: ['hook_event_name'],
  call: ['tool_use_id'],
  moments: {
    ...{ preToolUse: BEFORE, PreToolUse: BEFORE, postToolUse: AFTER, PostToolUse: AFTER },
    ...{ userPromptSubmit: PROMPT, UserPromptSubmit: PROMPT },
    agentSpawn: { kind: 'restart', reason: 'restart' },
  },
  before: { veto: true },
  after: { veto: true },
  always: { isEndless: true },
};

const TRIGGERS = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit'];

export const kiro: Agent = {
  id: 'kiro',
  title: 'Kiro',
  support: { tested: 'by its documentation', against: 'kiro.dev/docs/cli/v3/hooks', date: '2026-11' },
  read: (input) => readWire(input, WIRE),
  reply: exitCodeReply,
  places: ({ home, folder }) => [
    { scope: 'home', folder: join(home, '.kiro'), files: [join(home, '.kiro', 'hooks', 'rutbreak.json')] },
    {
      ...{ scope: 'project', folder: join(folder, '.kiro') },
      files: [join(folder, '.kiro', 'hooks', 'rutbreak.json')],
    },
  ],
  settings: ownJson(({ command }) => ({
    version: 'v1',
    hooks: TRIGGERS.map((trigger) => ({
      ...{ name: `rutbreak ${trigger}`, trigger, action: { type: 'command', command } },
      ...{ timeout: 10, enabled: true },
    })),
  })),
  trial: (step, session) => ({
    ...{ session_id: session, hook_event_name: step % 2 === 0 ? 'preToolUse' : 'postToolUse', cwd: '/' },
    ...{ tool_name: 'shell', tool_input: { command: 'cat missing' } },
    tool_response: { success: false, result: ['cat: missing: No such file or directory'] },
  }),
  firstRun: 'Restart Kiro and let it run one command.',
};
