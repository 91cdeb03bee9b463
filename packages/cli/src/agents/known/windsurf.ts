import { join } from 'node:path';
import { type Fields, fieldsOf } from '../../transcripts/fields.js';
import type { Agent } from '../agent.js';
import { exitCodeReply } from '../replies.js';
import { listedHooks } from '../settings.js';
import { type Moment, readWire, type Wire } from '../wire.js';

const info = (input: Fields): Fields => fieldsOf(input['tool_info']);

/** The events before and after each kind of call. Windsurf sends results of MCP tools only. */
const TOOLS: Readonly<Record<string, Pick<Extract<Moment, { kind: 'attempt' }>, 'tool' | 'args'>>> = {
  run_command: { tool: () => 'run_command', args: (input) => ({ command: info(input)['command_line'] }) },
  write_code: { tool: () => 'write_code', args: (input) => info(input) },
  mcp_tool_use: {
    tool: (input) => `${String(info(input)['mcp_server_name'])}/${String(info(input)['mcp_tool_name'])}`,
    args: 'tool_info.mcp_tool_arguments',
  },
};

/** https://docs.windsurf.com/windsurf/cascade/hooks */
const WIRE: Wire = {
  agent: 'windsurf',
  session: ['trajectory_id'],
  event: ['agent_action_name'],
  time: ['timestamp'],
  moments: {
    ...Object.fromEntries(
      Object.entries(TOOLS).flatMap(([name, tool]): readonly (readonly [string, Moment])[] => [
        [`pre_${name}`, { kind: 'attempt', ...tool }],
        [`post_${name}`, { kind: 'call', ...tool, outcome }],
      ]),
    ),
    pre_user_prompt: { kind: 'prompt', text: 'tool_info.user_prompt' },
  },
  before: { veto: true },
  after: { veto: true },
  always: { isEndless: true },
};

function outcome(input: Fields): { readonly result?: unknown; readonly isError: boolean } {
  const { mcp_result: result } = info(input);
  return { ...(result !== undefined && { result }), isError: false };
}

export const windsurf: Agent = {
  id: 'windsurf',
  title: 'Windsurf',
  support: {
    ...{
      tested: 'by its documentation',
      against: 'docs.windsurf.com/windsurf/cascade/hooks',
      date: '2026-11',
    },
  },
  read: (input) => readWire(input, WIRE),
  reply: exitCodeReply,
  places: ({ home, folder }) => [
    {
      ...{ scope: 'home', folder: join(home, '.codeium', 'windsurf') },
      files: [join(home, '.codeium', 'windsurf', 'hooks.json')],
    },
    { scope: 'project', folder: join(folder, '.windsurf'), files: [join(folder, '.windsurf', 'hooks.json')] },
  ],
  settings: listedHooks(
    [...Object.keys(TOOLS).flatMap((name) => [`pre_${name}`, `post_${name}`]), 'pre_user_prompt'],
    ({ command }) => ({ command, show_output: false }),
  ),
  trial: (step, session) => ({
    ...{
      trajectory_id: session,
      agent_action_name: step % 2 === 0 ? 'pre_mcp_tool_use' : 'post_mcp_tool_use',
    },
    timestamp: `${step}`,
    tool_info: {
      ...{ mcp_server_name: 'files', mcp_tool_name: 'read', mcp_tool_arguments: { path: 'missing' } },
      mcp_result: 'Error: missing: No such file or directory',
    },
  }),
  firstRun: 'Restart Windsurf and let Cascade run one command.',
};
