// Similar agents, sub-agents and parallel calls must not be mistaken for one looping agent.
import { type HookMemory, NO_MEMORY, withNesting } from '@rutbreak/adapters/hooks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGENT_IDS, AGENTS, type AgentId } from '../agents/index.js';
import { newRecord, type LocalRecord } from '../store/record.js';
import { DEFAULT_OPTIONS, judgeHook } from './judge.js';

const JOBS = 8;
const STEPS = 7;

/** The caller: a run, and perhaps a sub-agent in it. */
interface Job {
  readonly run: string;
  readonly sub?: string;
}
interface Call {
  readonly job: Job;
  readonly id: string;
  readonly command: string;
  readonly at: number;
}
interface Form {
  readonly agent: AgentId;
  readonly before: (call: Call) => object;
  readonly after: (call: Call) => object;
}

const printed = (command: string): string =>
  `What ${command.slice(4)} says: ${'abcdefgh'.charAt(Number(command.at(-1)))}.`;

const claudeLike = (
  agent: AgentId,
  session: (job: Job) => object,
  output: (text: string) => object,
): Form => {
  const common = ({ job, id, command }: Call): object => ({
    ...{ ...session(job), tool_use_id: id, tool_name: 'Bash', tool_input: { command } },
  });
  return {
    agent,
    before: (call) => ({ ...common(call), hook_event_name: 'PreToolUse' }),
    after: (call) => ({ ...common(call), hook_event_name: 'PostToolUse', ...output(printed(call.command)) }),
  };
};
const withSubAgent = ({ run, sub }: Job): object => ({
  session_id: run,
  ...(sub !== undefined && { agent_id: sub }),
});
const response = (text: string): object => ({ tool_response: text });

const FORMS: readonly Form[] = [
  claudeLike('claude-code', withSubAgent, response),
  claudeLike('codex', withSubAgent, response),
  claudeLike('qwen', withSubAgent, response),
  claudeLike('droid', ({ run, sub = '' }) => ({ session_id: run + sub }), response),
  {
    agent: 'opencode',
    before: ({ job: { run, sub = '' }, id, command }) => ({
      ...{ event: 'tool.execute.before', sessionID: run + sub, callID: id, tool: 'bash', args: { command } },
    }),
    after: ({ job: { run, sub = '' }, id, command }) => ({
      ...{ event: 'tool.execute.after', sessionID: run + sub, callID: id, tool: 'bash', args: { command } },
      output: printed(command),
    }),
  },
  {
    agent: 'cursor',
    before: ({ job: { run, sub = '' }, id, command }) => ({
      ...{ conversation_id: run + sub, hook_event_name: 'preToolUse', tool_use_id: id, cursor_version: '2' },
      ...{ tool_name: 'Shell', tool_input: { command } },
    }),
    after: ({ job: { run, sub = '' }, id, command }) => ({
      ...{ conversation_id: run + sub, hook_event_name: 'postToolUse', tool_use_id: id, cursor_version: '2' },
      ...{ tool_name: 'Shell', tool_input: { command }, tool_output: printed(command) },
    }),
  },
  claudeLike('kiro', ({ run, sub = '' }) => ({ session_id: run + sub, cwd: '/project' }), response),
  {
    // It sends no ids of calls.
    agent: 'copilot',
    before: ({ job: { run, sub = '' }, command, at }) => ({
      ...{ session_id: run + sub, hook_event_name: 'PreToolUse', timestamp: new Date(at).toISOString() },
      ...{ tool_name: 'bash', tool_input: { command } },
    }),
    after: ({ job: { run, sub = '' }, command, at }) => ({
      ...{ session_id: run + sub, hook_event_name: 'PostToolUse', timestamp: new Date(at).toISOString() },
      ...{ tool_name: 'bash', tool_input: { command } },
      tool_result: {
        result_type: 'success',
        text_result_for_llm: `${printed(command)}\n<shellId: ${at} completed with exit code 0>`,
      },
    }),
  },
  {
    agent: 'vscode',
    before: ({ job: { run, sub = '' }, id, command, at }) => ({
      ...{ session_id: run + sub, hook_event_name: 'PreToolUse', timestamp: new Date(at).toISOString() },
      ...{ tool_use_id: id, tool_name: 'runInTerminal', tool_input: { command } },
    }),
    after: ({ job: { run, sub = '' }, id, command, at }) => ({
      ...{ session_id: run + sub, hook_event_name: 'PostToolUse', timestamp: new Date(at).toISOString() },
      ...{ tool_use_id: id, tool_name: 'runInTerminal', tool_input: { command } },
      tool_response: printed(command),
    }),
  },
  {
    agent: 'cline',
    before: ({ job: { run, sub = '' }, id, command }) => ({
      ...{ taskId: run + sub, hookName: 'tool_call' },
      tool_call: { id, name: 'run_commands', input: { commands: [command] } },
    }),
    after: ({ job: { run, sub = '' }, id, command }) => ({
      ...{ taskId: run + sub, hookName: 'tool_result' },
      tool_result: {
        ...{ id, name: 'run_commands', input: { commands: [command] } },
        output: [{ query: command, result: printed(command), success: true }],
      },
    }),
  },
  {
    // It sends results of MCP tools only.
    agent: 'windsurf',
    before: ({ job: { run, sub = '' }, command, at }) => ({
      ...{ trajectory_id: run + sub, agent_action_name: 'pre_mcp_tool_use', timestamp: `${at}` },
      tool_info: { mcp_server_name: 'sh', mcp_tool_name: 'run', mcp_tool_arguments: { command } },
    }),
    after: ({ job: { run, sub = '' }, command, at }) => ({
      ...{ trajectory_id: run + sub, agent_action_name: 'post_mcp_tool_use', timestamp: `${at}` },
      tool_info: {
        ...{ mcp_server_name: 'sh', mcp_tool_name: 'run', mcp_tool_arguments: { command } },
        mcp_result: printed(command),
      },
    }),
  },
];

/** Its sub-agents have no id, and are told apart below. */
const WITHOUT_FORM: readonly AgentId[] = ['gemini'];

/** All sessions of a machine, in memory. */
function machine(agent: AgentId): {
  readonly send: (input: object, at: number) => string;
  readonly sessions: () => number;
} {
  const { read, nestsAgents } = AGENTS[agent];
  const records = new Map<string, LocalRecord>();
  return {
    sessions: () => records.size,
    send(input, at) {
      const told = read(input);
      if (!told) throw new Error(`${agent} does not send ${JSON.stringify(input)}`);
      const memoryOf = (session: string): HookMemory => records.get(session)?.hook ?? NO_MEMORY;
      const call = nestsAgents === true ? withNesting(memoryOf(told.session), told, memoryOf) : told;
      const before = records.get(call.session) ?? newRecord(call.session, at);
      const { record, answer } = judgeHook(before, call, at, DEFAULT_OPTIONS);
      records.set(call.session, record);
      return answer.kind;
    },
  };
}

/** For each turn: the caller, and its number of parallel calls. */
const turns = fc.array(fc.tuple(fc.nat({ max: JOBS - 1 }), fc.integer({ min: 1, max: 3 })), {
  ...{ minLength: 40, maxLength: 90 },
});

describe.each(FORMS)('healthy jobs with the same start, in $agent', ({ agent, before, after }) => {
  it('raise no alarm in any order, as runs, as sub-agents and with parallel calls', () => {
    fc.assert(
      fc.property(turns, (order) => {
        const { send, sessions } = machine(agent);
        const done = new Map<number, number>();
        const said: string[] = [];
        let at = 0;
        for (const [n, parallel] of order) {
          // Half of the jobs are sub-agents of one run.
          const job: Job = n % 2 === 0 ? { run: `run-${n}` } : { run: 'run-0', sub: `sub-${n}` };
          const from = done.get(n) ?? 0;
          if (from + parallel > STEPS) continue;
          done.set(n, from + parallel);
          const calls = Array.from({ length: parallel }, (_, i): Call => {
            const id = `${n}-${from + i}`;
            return { job, id, command: `cat part-${from + i}`, at: (at += 5) };
          });
          for (const call of calls) said.push(send(before(call), call.at));
          for (const call of calls) said.push(send(after(call), (at += 5)));
          at += 3000;
        }
        expect(said.filter((kind) => kind !== 'silent')).toEqual([]);
        expect(sessions()).toBe(done.size);
      }),
      { numRuns: 15 },
    );
  });
});

it('every agent is checked here', () => {
  expect([...FORMS.map(({ agent }) => agent), ...WITHOUT_FORM].sort()).toEqual([...AGENT_IDS].sort());
});

describe('sub-agents of Gemini CLI, whose hooks name only the run', () => {
  const event = (name: string, tool: string, args: object, at: number, llmContent?: string): object => ({
    ...{ session_id: 'run', hook_event_name: name, timestamp: new Date(at).toISOString() },
    ...{
      tool_name: tool,
      tool_input: args,
      ...(llmContent !== undefined && { tool_response: { llmContent } }),
    },
  });

  it('raise no alarm if they do the same healthy work, one after another or at once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        turns,
        (together, rounds, order) => {
          const { send } = machine('gemini');
          const said: string[] = [];
          let at = 0;
          for (let round = 0; round < rounds; round++) {
            const agents = Array.from({ length: together }, (_, i) => ({
              agent_name: 'generalist',
              prompt: `part ${round}-${i}`,
            }));
            for (const args of agents)
              said.push(send(event('BeforeTool', 'invoke_agent', args, (at += 5)), at));
            const done = agents.map(() => 0);
            for (const [n] of order) {
              const job = n % together;
              const step = done[job] ?? 0;
              if (step >= STEPS) continue;
              done[job] = step + 1;
              const args = { command: `cat part-${step}` };
              said.push(send(event('BeforeTool', 'run_shell_command', args, (at += 5)), at));
              said.push(
                send(event('AfterTool', 'run_shell_command', args, (at += 5), printed(args.command)), at),
              );
              at += 3000;
            }
            for (const args of agents)
              said.push(send(event('AfterTool', 'invoke_agent', args, (at += 5), 'done'), at));
          }
          expect(said.filter((kind) => kind !== 'silent')).toEqual([]);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('get a message if one of several loops', () => {
    const { send } = machine('gemini');
    const said: string[] = [];
    let at = 0;
    for (const prompt of ['one', 'two', 'three'])
      send(event('BeforeTool', 'invoke_agent', { agent_name: 'generalist', prompt }, (at += 5)), at);
    for (let step = 0; step < 24; step++) {
      const args = { command: 'cat missing' };
      said.push(send(event('BeforeTool', 'run_shell_command', args, (at += 5)), at));
      said.push(
        send(event('AfterTool', 'run_shell_command', args, (at += 3000), 'cat: missing: No such file'), at),
      );
    }
    expect(said).toContain('tell');
    expect(said).toContain('deny');
  });
});
