import { join } from 'node:path';
import { type Fields, parsed, textOf } from '../../transcripts/fields.js';
import type { Agent } from '../agent.js';
import { cursorReply } from '../replies.js';
import { listedHooks } from '../settings.js';
import { type Moment, readWire, type Wire } from '../wire.js';

const BEFORE: Moment = { kind: 'attempt', tool: 'tool_name', args: 'tool_input' };
const shell = { tool: () => 'Shell', args: ({ command }: Fields) => ({ command }) };

/**
 * https://cursor.com/docs/agent/hooks. Older versions report only shell commands and MCP tools, as separate
 * events.
 */
const WIRE: Wire = {
  agent: 'cursor',
  session: ['conversation_id', 'session_id'],
  event: ['hook_event_name'],
  call: ['tool_use_id'],
  model: 'model',
  moments: {
    preToolUse: BEFORE,
    postToolUse: {
      ...{ kind: 'call', tool: 'tool_name', args: 'tool_input' },
      outcome: ({ tool_output: output }) => ({ result: parsed(output), isError: false }),
    },
    postToolUseFailure: {
      ...{ kind: 'call', tool: 'tool_name', args: 'tool_input' },
      outcome: (input) => ({ result: textOf(input['error_message']), isError: true }),
    },
    beforeShellExecution: { kind: 'attempt', ...shell },
    afterShellExecution: {
      ...{ kind: 'call', ...shell },
      outcome: ({ output }) => ({ result: output, isError: false }),
    },
    beforeMCPExecution: BEFORE,
    afterMCPExecution: {
      ...{ kind: 'call', tool: 'tool_name', args: 'tool_input' },
      outcome: ({ result_json: result }) => ({ result: parsed(result), isError: false }),
    },
    beforeSubmitPrompt: { kind: 'prompt', text: 'prompt' },
    preCompact: { kind: 'restart', reason: 'compaction' },
  },
  // Before a call, a message reaches the model only together with a veto.
  before: { veto: true },
  after: { appendToResult: true, injectMessage: true, veto: true },
  always: { isEndless: true },
};

export const cursor: Agent = {
  id: 'cursor',
  title: 'Cursor',
  support: { tested: 'by its documentation', against: 'cursor.com/docs/agent/hooks', date: '2026-11' },
  read: (input) => readWire(withClaudeEvents(input as Fields), WIRE),
  reply: cursorReply,
  isSender: (input) => 'cursor_version' in input || 'conversation_id' in input,
  places: ({ home, folder }) => [
    { scope: 'home', folder: join(home, '.cursor'), files: [join(home, '.cursor', 'hooks.json')] },
    { scope: 'project', folder: join(folder, '.cursor'), files: [join(folder, '.cursor', 'hooks.json')] },
  ],
  settings: listedHooks(
    ['preToolUse', 'postToolUse', 'postToolUseFailure', 'beforeSubmitPrompt', 'preCompact'],
    ({ command }) => ({ command, timeout: 10 }),
    { version: 1 },
  ),
  trial: (step, session) => ({
    ...{ conversation_id: session, hook_event_name: 'postToolUseFailure', cursor_version: '2.4.0' },
    ...{ tool_name: 'Shell', tool_input: { command: 'cat missing' }, tool_use_id: `${step}` },
    error_message: 'cat: missing: No such file or directory',
  }),
  firstRun:
    'Restart Cursor and let its agent run one command; Settings, Hooks lists the hooks that it knows.',
};

const CURSOR_NAMES: Readonly<Record<string, string>> = {
  PreToolUse: 'preToolUse',
  PostToolUse: 'postToolUse',
  PostToolUseFailure: 'postToolUseFailure',
  UserPromptSubmit: 'beforeSubmitPrompt',
  PreCompact: 'preCompact',
};

/** Cursor also runs the hooks in Claude Code's settings, with Claude Code's event names. */
function withClaudeEvents(input: Fields): Fields {
  const name = CURSOR_NAMES[textOf(input['hook_event_name'])];
  return name === undefined ? input : { ...input, hook_event_name: name };
}
