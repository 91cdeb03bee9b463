import { readShellText } from '@rutbreak/core/edge';
import { join } from 'node:path';
import { type Fields, fieldsOf, textOf } from '../../transcripts/fields.js';
import type { Agent } from '../agent.js';
import { claudeReply } from '../replies.js';
import { groupedHooks } from '../settings.js';
import { readWire, type Wire } from '../wire.js';

/** https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks: events of Claude Code, results of Gemini CLI. */
const WIRE: Wire = {
  agent: 'qwen',
  session: ['session_id'],
  event: ['hook_event_name'],
  call: ['tool_use_id'],
  time: ['timestamp'],
  subagent: ['agent_id'],
  model: 'model',
  moments: {
    PreToolUse: { kind: 'attempt', tool: 'tool_name', args: 'tool_input' },
    PostToolUse: { kind: 'call', tool: 'tool_name', args: 'tool_input', outcome: resultOf },
    PostToolUseFailure: {
      ...{ kind: 'call', tool: 'tool_name', args: 'tool_input' },
      outcome: (input) => ({ result: readShellText(textOf(input['error'])).result, isError: true }),
    },
    PostToolBatch: { kind: 'round-end' },
    UserPromptSubmit: { kind: 'prompt', text: 'prompt' },
    SessionStart: { kind: 'start', source: 'source' },
  },
  before: { appendToResult: true, injectMessage: true, veto: true },
  after: { appendToResult: true, injectMessage: true, veto: true },
  // `continue: false` does not end its run.
  always: { marksRounds: true, isEndless: true },
};

function resultOf(input: Fields): { readonly result: unknown; readonly isError: boolean } {
  const response = input['tool_response'];
  const { llmContent, output } = fieldsOf(response);
  const text = [response, llmContent, output].find((one) => typeof one === 'string');
  return typeof text === 'string' ? readShellText(text) : { result: llmContent ?? response, isError: false };
}

export const qwen: Agent = {
  id: 'qwen',
  title: 'Qwen Code',
  support: { tested: 'run with the real program', against: '0.24.4', date: '2026-11' },
  read: (input) => readWire(input, WIRE),
  reply: claudeReply,
  places: ({ home, folder }) => [
    { scope: 'home', folder: join(home, '.qwen'), files: [join(home, '.qwen', 'settings.json')] },
    { scope: 'project', folder: join(folder, '.qwen'), files: [join(folder, '.qwen', 'settings.json')] },
  ],
  settings: groupedHooks(
    {
      tools: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
      others: ['PostToolBatch', 'UserPromptSubmit', 'SessionStart'],
    },
    // In milliseconds here.
    ({ command }) => ({ name: 'rutbreak', type: 'command', command, timeout: 10_000 }),
  ),
  trial: (step, session) => ({
    ...{ session_id: session, hook_event_name: 'PostToolUseFailure', tool_use_id: `${step}` },
    ...{ tool_name: 'run_shell_command', tool_input: { command: 'cat missing' } },
    error: 'Command: cat missing\nOutput: cat: missing: No such file or directory\nExit Code: 1',
  }),
  firstRun: 'Restart qwen and let it run one command; /hooks lists the hooks that it knows.',
  switchedOff: ({ disableAllHooks }) =>
    disableAllHooks === true
      ? { text: 'all hooks are turned off', todo: 'Remove "disableAllHooks" from the settings.' }
      : undefined,
};
