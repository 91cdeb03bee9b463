import { createGuard, type AgentEvent } from '@rutbreak/core';
import { describe, expect, it } from 'vitest';
import {
  answerTo,
  HOOK_AGENTS,
  HOOK_PROTOCOLS,
  type HookAgent,
  type HookAnswer,
  type HookCall,
} from './index.js';

/**
 * Inputs of the programs, with names and ids shortened. What their current versions send is in
 * `packages/cli/src/hooks/recorded`.
 */
const CLAUDE = {
  session_id: 'ff8f13f0',
  transcript_path: '/home/u/.claude/projects/-p/ff8f13f0.jsonl',
  cwd: '/p',
  prompt_id: 'fdd7187c',
  permission_mode: 'default',
  effort: { level: 'high' },
};
const BASH = {
  tool_name: 'Bash',
  tool_input: { command: 'cat a', description: 'look' },
  tool_use_id: 'toolu_1',
};
const CODEX = {
  ...{ session_id: '01a1e23c', turn_id: '01a1', transcript_path: '/h/.codex/sessions/r.jsonl', cwd: '/p' },
  ...{ model: 'gpt', permission_mode: 'bypassPermissions' },
};
const GEMINI = {
  ...{ session_id: 'dab72739', transcript_path: '/h/.gemini/tmp/p/chats/s.jsonl', cwd: '/p' },
  timestamp: '2026-11-16T02:44:00.308Z',
};
const SHELL = { tool_name: 'run_shell_command', tool_input: { command: 'cat a', description: 'look' } };
/** GitHub Copilot CLI 1.0.102, through the hooks in a project's .claude/settings.json. */
const COPILOT = {
  ...{ session_id: '9bcc4882', timestamp: '2026-11-16T21:18:24.788Z', cwd: '/p' },
  ...{ tool_name: 'Bash', tool_input: { command: 'cat a', description: 'look' } },
};
const copilotResult = (text: string, exit: number): object => ({
  result_type: 'success',
  text_result_for_llm: `${text}\n<shellId: 7 completed with exit code ${exit}>`,
});
const OPENCODE = {
  sessionID: 'ses_1',
  callID: 'call_1',
  tool: 'bash',
  args: { command: 'cat a', description: 'l' },
};

const attempt = (tool: string): AgentEvent => ({ kind: 'attempt', tool, args: { command: 'cat a' } });
const call = (tool: string, result: unknown, isError = false): AgentEvent => ({
  ...{ kind: 'call', tool, args: { command: 'cat a' } },
  ...{ result, isError },
});
const prompt: AgentEvent = { kind: 'turn', role: 'user', reason: 'prompt', text: 'go' };
const harness = (reason: 'compaction' | 'restart' | 'other'): AgentEvent => ({
  kind: 'turn',
  role: 'harness',
  reason,
});

type Row = [agent: HookAgent, what: string, input: object, event: AgentEvent | null];

describe('reading hook input', () => {
  it.each<Row>([
    ['claude-code', 'a call to come', { ...CLAUDE, hook_event_name: 'PreToolUse', ...BASH }, attempt('Bash')],
    [
      'claude-code',
      'a call that worked',
      {
        ...CLAUDE,
        ...BASH,
        ...{ hook_event_name: 'PostToolUse', duration_ms: 92 },
        tool_response: {
          stdout: 'hi',
          stderr: '',
          interrupted: false,
          isImage: false,
          noOutputExpected: false,
        },
      },
      call('Bash', 'hi'),
    ],
    [
      'claude-code',
      'both outputs of a command',
      { ...CLAUDE, ...BASH, hook_event_name: 'PostToolUse', tool_response: { stdout: 'a', stderr: 'b' } },
      call('Bash', 'a\nb'),
    ],
    [
      'claude-code',
      'a call that failed',
      {
        ...CLAUDE,
        ...BASH,
        ...{
          hook_event_name: 'PostToolUseFailure',
          error: 'Exit code 1\ncat: a: No such file',
          duration_ms: 36,
        },
        is_interrupt: false,
      },
      call('Bash', 'Exit code 1\ncat: a: No such file', true),
    ],
    [
      'claude-code',
      'a call that the person broke off',
      { ...CLAUDE, ...BASH, hook_event_name: 'PostToolUseFailure', error: 'x', is_interrupt: true },
      null,
    ],
    [
      'claude-code',
      'what another tool brought',
      {
        ...CLAUDE,
        ...{
          hook_event_name: 'PostToolUse',
          tool_name: 'Read',
          tool_use_id: 't',
          tool_input: { file_path: '/a' },
        },
        tool_response: { type: 'text', file: { filePath: '/a', content: 'x' } },
      },
      {
        ...{ kind: 'call', tool: 'Read', args: { file_path: '/a' }, isError: false },
        result: { type: 'text', file: { filePath: '/a', content: 'x' } },
      },
    ],
    ['claude-code', 'a prompt', { ...CLAUDE, hook_event_name: 'UserPromptSubmit', prompt: 'go' }, prompt],
    [
      'claude-code',
      'a notice in the place of a prompt',
      {
        ...CLAUDE,
        hook_event_name: 'UserPromptSubmit',
        prompt: '<task-notification>done</task-notification>',
      },
      harness('other'),
    ],
    ['claude-code', 'a start', { ...CLAUDE, hook_event_name: 'SessionStart', source: 'startup' }, null],
    [
      'claude-code',
      'a compaction',
      { ...CLAUDE, hook_event_name: 'SessionStart', source: 'compact' },
      harness('compaction'),
    ],
    [
      'claude-code',
      'a run that is taken up again',
      { ...CLAUDE, hook_event_name: 'SessionStart', source: 'resume' },
      harness('restart'),
    ],
    [
      'claude-code',
      'an end',
      { ...CLAUDE, hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'done' },
      null,
    ],
    [
      'claude-code',
      'an end that a hook does not allow',
      { ...CLAUDE, hook_event_name: 'Stop', stop_hook_active: true, last_assistant_message: 'done' },
      { kind: 'message', text: 'done' },
    ],
    ['claude-code', 'an event of tomorrow', { ...CLAUDE, hook_event_name: 'TeaTime' }, null],
    [
      'claude-code',
      'a call to come in Copilot CLI',
      { ...COPILOT, hook_event_name: 'PreToolUse' },
      attempt('Bash'),
    ],
    [
      'claude-code',
      'a command that failed in Copilot CLI, without the number of its shell',
      { ...COPILOT, hook_event_name: 'PostToolUse', tool_result: copilotResult('cat: a: No such file', 1) },
      call('Bash', 'cat: a: No such file\n<exit code 1>', true),
    ],
    [
      'claude-code',
      'a command that worked in Copilot CLI',
      { ...COPILOT, hook_event_name: 'PostToolUse', tool_result: copilotResult('hi', 0) },
      call('Bash', 'hi\n<exit code 0>'),
    ],
    ['codex', 'a call to come', { ...CODEX, hook_event_name: 'PreToolUse', ...BASH }, attempt('Bash')],
    [
      'codex',
      'what a call brought',
      { ...CODEX, ...BASH, hook_event_name: 'PostToolUse', tool_response: 'cat: a: No such file\n' },
      call('Bash', 'cat: a: No such file\n'),
    ],
    ['codex', 'a prompt', { ...CODEX, hook_event_name: 'UserPromptSubmit', prompt: 'go' }, prompt],
    [
      'gemini',
      'a call to come',
      { ...GEMINI, hook_event_name: 'BeforeTool', ...SHELL },
      attempt('run_shell_command'),
    ],
    [
      'gemini',
      'a command that failed, without the number of its process',
      {
        ...GEMINI,
        ...SHELL,
        hook_event_name: 'AfterTool',
        tool_response: {
          llmContent:
            '<untrusted_context>\nOutput: cat: a: No such file\nExit Code: 1\nProcess Group PGID: 12398\n</untrusted_context>',
          returnDisplay: 'cat: a: No such file',
        },
      },
      call('run_shell_command', 'Output: cat: a: No such file\nExit Code: 1\n', true),
    ],
    [
      'gemini',
      'an error of the tool itself',
      {
        ...GEMINI,
        ...SHELL,
        hook_event_name: 'AfterTool',
        tool_response: { llmContent: 'x', error: { message: 'no such tool', type: 'unknown' } },
      },
      call('run_shell_command', 'no such tool', true),
    ],
    ['gemini', 'a prompt', { ...GEMINI, hook_event_name: 'BeforeAgent', prompt: 'go' }, prompt],
    [
      'gemini',
      'an end',
      { ...GEMINI, hook_event_name: 'AfterAgent', prompt_response: 'done', stop_hook_active: false },
      null,
    ],
    ['opencode', 'a call to come', { ...OPENCODE, event: 'tool.execute.before' }, attempt('bash')],
    [
      'opencode',
      'a command that failed',
      {
        ...OPENCODE,
        event: 'tool.execute.after',
        output: 'cat: a\n',
        metadata: { output: 'cat: a\n', exit: 1 },
      },
      call('bash', 'cat: a\n', true),
    ],
    [
      'opencode',
      'a tool that threw',
      { ...OPENCODE, event: 'tool.error', output: 'File not found' },
      call('bash', 'File not found', true),
    ],
    ['opencode', 'a prompt', { sessionID: 'ses_1', event: 'chat.message', text: 'go' }, prompt],
    ['opencode', 'a compaction', { sessionID: 'ses_1', event: 'session.compacted' }, harness('compaction')],
  ])('%s: %s', (agent, _, input, event) => {
    expect(HOOK_PROTOCOLS[agent].read(input)?.event).toEqual(event);
  });

  it.each(HOOK_AGENTS)('%s: unknown input is rejected', (agent) => {
    const { read } = HOOK_PROTOCOLS[agent];
    for (const input of [null, undefined, 1, 'x', [], {}, { session_id: 's' }, { hook_event_name: 'Stop' }])
      expect(read(input)).toBeUndefined();
    const strange = {
      hook_event_name: 'PreToolUse',
      event: 'tool.execute.before',
      session_id: 's',
      sessionID: 's',
    };
    expect(read({ ...strange, tool_name: 7, tool_input: [null], tool_use_id: {}, callID: 3 })).toBeDefined();
  });

  it.each<[string, HookAgent, object, Partial<HookCall>]>([
    [
      'a call has its id',
      'claude-code',
      { ...CLAUDE, hook_event_name: 'PreToolUse', ...BASH },
      { call: 'toolu_1' },
    ],
    [
      'an agent and its sub-agent are told apart',
      'claude-code',
      { ...CLAUDE, hook_event_name: 'PreToolUse', ...BASH, agent_id: 'a7', agent_type: 'Explore' },
      { session: 'claude-code/ff8f13f0/a7' },
    ],
    [
      'two hooks are told of one event',
      'gemini',
      { ...GEMINI, hook_event_name: 'BeforeTool', ...SHELL },
      { key: 'BeforeTool 2026-11-16T02:44:00.308Z run_shell_command' },
    ],
    [
      'at the end of a run nothing can be said, only ended',
      'claude-code',
      { ...CLAUDE, hook_event_name: 'Stop', stop_hook_active: true, last_assistant_message: 'x' },
      { capabilities: { pause: true } },
    ],
    [
      'Copilot CLI is known by what it sends',
      'claude-code',
      { ...COPILOT, hook_event_name: 'PreToolUse' },
      { session: 'copilot-cli/9bcc4882', isEndless: true },
    ],
    [
      'the end of a round is known',
      'claude-code',
      { ...CLAUDE, hook_event_name: 'PostToolBatch', tool_calls: [] },
      { event: null, isRoundEnd: true },
    ],
    [
      'Codex cannot even be ended',
      'codex',
      { ...CODEX, hook_event_name: 'Stop', stop_hook_active: true, last_assistant_message: 'x' },
      { capabilities: {} },
    ],
  ])('%s', (_, agent, input, part) => expect(HOOK_PROTOCOLS[agent].read(input)).toMatchObject(part));
});

describe('writing hook output', () => {
  const tell: HookAnswer = { kind: 'tell', text: 'T' };
  const deny: HookAnswer = { kind: 'deny', text: 'T', ends: false };
  const denyAndEnd: HookAnswer = { kind: 'deny', text: 'T', ends: true };
  const end: HookAnswer = { kind: 'end', text: 'T' };
  const context = (hookEventName: string): object => ({
    hookSpecificOutput: { hookEventName, additionalContext: 'T' },
  });
  const vetoed = {
    hookSpecificOutput: {
      ...{ hookEventName: 'PreToolUse', permissionDecision: 'deny' },
      permissionDecisionReason: 'T',
    },
  };
  const stopped = { continue: false, stopReason: 'T' };
  const lastWords = expect.stringMatching(/^T\n\nMake no further tool call.* Tell the user/) as string;
  const vetoedForGood = {
    hookSpecificOutput: { ...vetoed.hookSpecificOutput, permissionDecisionReason: lastWords },
  };
  const shown = { ...stopped, systemMessage: 'T' };

  it.each<[HookAgent, string, HookAnswer, object]>([
    ['claude-code', 'PostToolUse', tell, context('PostToolUse')],
    ['claude-code', 'PreToolUse', deny, vetoed],
    ['claude-code', 'PreToolUse', denyAndEnd, vetoedForGood],
    ['claude-code', 'PostToolBatch', end, shown],
    ['claude-code', 'PostToolUseFailure', end, shown],
    ['codex', 'PostToolUse', tell, context('PostToolUse')],
    ['codex', 'PreToolUse', deny, vetoed],
    ['codex', 'PreToolUse', denyAndEnd, vetoed],
    ['codex', 'PostToolUse', end, context('PostToolUse')],
    ['gemini', 'AfterTool', tell, context('AfterTool')],
    ['gemini', 'BeforeTool', deny, { decision: 'deny', reason: 'T' }],
    ['gemini', 'BeforeTool', denyAndEnd, { decision: 'deny', reason: 'T', ...stopped }],
    ['gemini', 'AfterTool', end, { reason: 'T', ...stopped }],
    ['opencode', 'tool.execute.after', tell, { tell: 'T' }],
    ['opencode', 'tool.execute.before', deny, { deny: 'T' }],
    ['opencode', 'tool.execute.before', denyAndEnd, { deny: 'T', abort: true }],
    ['opencode', 'tool.execute.after', end, { tell: 'T', abort: true }],
  ])('%s, %s: $2.kind', (agent, name, answer, output) => {
    const hookCall: HookCall = { name, session: 's', key: '', event: null, capabilities: {} };
    expect(JSON.parse(HOOK_PROTOCOLS[agent].write(hookCall, answer))).toEqual(output);
    expect(HOOK_PROTOCOLS[agent].write(hookCall, { kind: 'silent' })).toBe('');
  });

  const warned: HookAnswer = { kind: 'tell', text: 'T', user: 'T' };
  const both: HookAnswer = { kind: 'deny', text: 'T', ends: false, user: 'U' };

  it.each<[HookAgent, string, HookAnswer, object]>([
    ['claude-code', 'PostToolUse', warned, { systemMessage: 'T' }],
    ['claude-code', 'PreToolUse', both, { ...vetoed, systemMessage: 'U' }],
    ['codex', 'PostToolUse', warned, { systemMessage: 'T' }],
    ['codex', 'PreToolUse', both, { ...vetoed, systemMessage: 'U' }],
    ['gemini', 'AfterTool', warned, { systemMessage: 'T' }],
    ['gemini', 'BeforeTool', both, { decision: 'deny', reason: 'T', systemMessage: 'U' }],
    ['opencode', 'tool.execute.after', warned, { show: 'T' }],
    ['opencode', 'tool.execute.before', both, { deny: 'T', show: 'U' }],
  ])('%s, %s: what is meant for the user goes to the user: %j', (agent, name, answer, output) => {
    const hookCall: HookCall = { name, session: 's', key: '', event: null, capabilities: {} };
    expect(JSON.parse(HOOK_PROTOCOLS[agent].write(hookCall, answer))).toEqual(output);
  });

  it.each<[agent: HookAgent, end: string, then: string]>([
    ['claude-code', 'ended', 'end'],
    ['gemini', 'ended', 'end'],
    ['opencode', 'ended', 'end'],
    ['codex', 'refused for as long as it tries, since no hook can end the run', 'deny'],
  ])('%s: a stubborn model gets advice, more advice, a refusal, and %s', (agent, _, then) => {
    const { read } = HOOK_PROTOCOLS[agent];
    const hooked = (before: boolean): HookCall =>
      read(
        agent === 'opencode'
          ? {
              ...OPENCODE,
              event: before ? 'tool.execute.before' : 'tool.execute.after',
              output: 'no',
              metadata: { exit: 1 },
            }
          : agent === 'gemini'
            ? {
                ...GEMINI,
                ...SHELL,
                hook_event_name: before ? 'BeforeTool' : 'AfterTool',
                tool_response: { error: 'no' },
              }
            : {
                ...CODEX,
                ...BASH,
                hook_event_name: before ? 'PreToolUse' : 'PostToolUse',
                tool_response: 'no',
              },
      )!;
    const session = createGuard({ capabilities: hooked(true).capabilities }).session('s');
    const said: string[] = [];
    for (let step = 0; step < 20; step++) {
      const before = hooked(true);
      const asked = answerTo(before, session.observe(before.event));
      if (asked.kind === 'deny') said.push(asked.ends ? 'end' : 'deny');
      if (asked.kind === 'deny') continue;
      const after = hooked(false);
      const told = answerTo(after, session.observe(after.event));
      if (told.kind !== 'silent') said.push(told.kind);
    }
    expect(said.slice(0, 7)).toEqual(['tell', 'tell', 'tell', 'deny', 'deny', then, then]);
  });
});
