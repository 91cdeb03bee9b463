/** What each coding agent sends to its hooks for a call, so that a recorded run can be replayed through them. */
import type { AgentEvent } from '@rutbreak/core';
import type { AgentId } from '../agents/index.js';

type Call = Extract<AgentEvent, { kind: 'call' }>;
type Inputs = (call: Call, step: number) => readonly object[];

const textOf = ({ result }: Call): string =>
  typeof result === 'string' ? result : JSON.stringify(result ?? null);
const base = (step: number): object => ({ session_id: 'live', tool_use_id: `t${step}`, cwd: '/live' });
const named = ({ tool, args }: Call): object => ({ tool_name: tool, tool_input: args });

/** The events of Claude Code. */
function claudeLike(before: string, after: string, outcome: (call: Call) => object): Inputs {
  return (call, step) => {
    const input = { ...base(step), ...named(call) };
    return [
      { ...input, hook_event_name: before },
      { ...input, hook_event_name: after, ...outcome(call) },
    ];
  };
}

/** Agents that report failures as an event of their own. */
function withFailures(outcome: (call: Call) => object): Inputs {
  return (call, step) => {
    const after = call.isError === true ? 'PostToolUseFailure' : 'PostToolUse';
    const result = call.isError === true ? { error: textOf(call) } : outcome(call);
    return [
      ...claudeLike('PreToolUse', after, () => result)(call, step),
      { ...base(step), hook_event_name: 'PostToolBatch' },
    ];
  };
}

const withTime =
  (inputs: Inputs): Inputs =>
  (call, step) =>
    inputs(call, step).map((input, i) => ({ ...input, timestamp: `2026-01-01T00:00:${step}.${i}Z` }));

const without =
  (inputs: Inputs, ...names: readonly string[]): Inputs =>
  (call, step) =>
    inputs(call, step).map((input) =>
      Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name))),
    );

export const HOOK_INPUTS: Readonly<Record<AgentId, Inputs>> = {
  'claude-code': withFailures(({ result }) => ({ tool_response: result })),
  codex: claudeLike('PreToolUse', 'PostToolUse', (call) => ({ tool_response: textOf(call) })),
  gemini: withTime(
    claudeLike('BeforeTool', 'AfterTool', (call) => ({
      tool_response: call.isError === true ? { error: textOf(call) } : { llmContent: textOf(call) },
    })),
  ),
  opencode: ({ tool, args, ...call }, step) => {
    const input = { sessionID: 'live', callID: `t${step}`, tool, args };
    const output = textOf({ ...call, tool });
    return [
      { ...input, event: 'tool.execute.before' },
      { ...input, event: call.isError === true ? 'tool.error' : 'tool.execute.after', output },
    ];
  },
  cursor: (call, step) => {
    const input = { ...base(step), ...named(call), conversation_id: 'live' };
    const failed = { hook_event_name: 'postToolUseFailure', error_message: textOf(call) };
    const done = { hook_event_name: 'postToolUse', tool_output: textOf(call) };
    return [
      { ...input, hook_event_name: 'preToolUse' },
      { ...input, ...(call.isError === true ? failed : done) },
    ];
  },
  copilot: without(
    withTime(
      claudeLike('PreToolUse', 'PostToolUse', (call) => ({
        tool_result: {
          result_type: call.isError === true ? 'failure' : 'success',
          text_result_for_llm: textOf(call),
        },
      })),
    ),
    'tool_use_id',
  ),
  vscode: withTime(claudeLike('PreToolUse', 'PostToolUse', (call) => ({ tool_response: textOf(call) }))),
  qwen: withFailures((call) => ({ tool_response: textOf(call) })),
  cline: (call, step) => {
    const { tool: toolName, args: parameters } = call;
    const input = { taskId: 'live', timestamp: `${step}` };
    const done = { toolName, parameters, result: textOf(call), success: call.isError !== true };
    return [
      { ...input, hookName: 'PreToolUse', preToolUse: { toolName, parameters } },
      { ...input, hookName: 'PostToolUse', postToolUse: done },
    ];
  },
  windsurf: (call, step) => {
    const info = { mcp_server_name: 'live', mcp_tool_name: call.tool, mcp_tool_arguments: call.args };
    const input = { trajectory_id: 'live', timestamp: `${step}` };
    return [
      { ...input, agent_action_name: 'pre_mcp_tool_use', tool_info: info },
      { ...input, agent_action_name: 'post_mcp_tool_use', tool_info: { ...info, mcp_result: textOf(call) } },
    ];
  },
  kiro: claudeLike('preToolUse', 'postToolUse', (call) => ({
    tool_response: { success: call.isError !== true, result: [textOf(call)] },
  })),
  droid: claudeLike('PreToolUse', 'PostToolUse', (call) => ({ tool_response: textOf(call) })),
};
