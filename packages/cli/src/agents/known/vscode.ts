import type { Fields } from '../../transcripts/fields.js';
import type { Agent } from '../agent.js';
import { claudeReply } from '../replies.js';
import { CLAUDE_MOMENTS, readWire, type Wire } from '../wire.js';
import { copilotFile, copilotPlaces } from './copilot.js';

/** https://code.visualstudio.com/docs/agents/reference/hooks-reference */
const WIRE: Wire = {
  agent: 'vscode',
  tellsPurpose: 'vscode',
  session: ['sessionId', 'session_id'],
  event: ['hookEventName', 'hook_event_name'],
  call: ['tool_use_id'],
  time: ['timestamp'],
  moments: CLAUDE_MOMENTS,
  before: { appendToResult: true, injectMessage: true, veto: true, endRun: true },
  after: { appendToResult: true, injectMessage: true, veto: true, endRun: true },
};

/** Other programs with a time field name a transcript in their own folder. */
const OTHER_HOME = /[\\/]\.(?:claude|qwen|copilot|gemini|factory|codex)[\\/]/;

export const vscode: Agent = {
  id: 'vscode',
  title: 'VS Code',
  support: {
    ...{ tested: 'by its documentation', date: '2026-11' },
    against: 'code.visualstudio.com/docs/agents/reference/hooks-reference',
  },
  read: (input) => readWire(input, WIRE),
  reply: claudeReply,
  hookName: 'copilot',
  alsoReadBy: ['copilot'],
  isSender,
  places: copilotPlaces,
  settings: copilotFile,
  trial: (step, session) => ({
    ...{ sessionId: session, hookEventName: 'PostToolUse', tool_use_id: `${step}` },
    ...{ timestamp: `2026-01-01T00:00:0${step}Z`, tool_name: 'run_in_terminal' },
    ...{ tool_input: { command: 'cat missing' }, tool_response: 'cat: missing: No such file or directory' },
  }),
  firstRun:
    'Let the agent in VS Code run one command; the output channel GitHub Copilot Chat Hooks shows it.',
};

function isSender(input: Fields): boolean {
  if (typeof input['hookEventName'] === 'string') return true;
  const { timestamp, transcript_path: path } = input;
  return typeof timestamp === 'string' && typeof path === 'string' && !OTHER_HOME.test(path);
}
