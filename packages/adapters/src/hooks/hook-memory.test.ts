import { describe, expect, it } from 'vitest';
import {
  beginHook,
  endHook,
  HOOK_PROTOCOLS,
  type HookAnswer,
  type HookCall,
  type HookMemory,
  NO_MEMORY,
  withNesting,
} from './index.js';

const CLAUDE = { session_id: 's', cwd: '/work' };
const SHELL = { tool_name: 'Bash', tool_input: { command: 'npm test' } };

function claude(hook_event_name: string, input: object = {}): HookCall {
  return HOOK_PROTOCOLS['claude-code'].read({ ...CLAUDE, hook_event_name, ...input })!;
}

function gemini(hook_event_name: string, tool_name: string, input: object = {}): HookCall {
  const timestamp = JSON.stringify([hook_event_name, tool_name, input]);
  return HOOK_PROTOCOLS.gemini.read({ session_id: 's', timestamp, hook_event_name, tool_name, ...input })!;
}

function codex(hook_event_name: string, command: string, tool_use_id: string): HookCall {
  const input = { tool_name: 'Bash', tool_input: { command }, tool_use_id };
  return HOOK_PROTOCOLS.codex.read({ session_id: 's', hook_event_name, ...input })!;
}

/** Processes hooks one after another. Returns the rounds of their calls and the final state. */
function play(
  hooks: readonly (readonly [call: HookCall, at: number])[],
  start: HookMemory = NO_MEMORY,
): { readonly memory: HookMemory; readonly rounds: readonly unknown[] } {
  let memory = start;
  const rounds: unknown[] = [];
  for (const [call, at] of hooks) {
    const begun = beginHook(memory, call, at);
    ({ memory } = begun);
    if (begun.event) rounds.push((begun.event as { readonly round?: number }).round);
  }
  return { memory, rounds };
}

const step = (calls: number, from: number, first: number): (readonly [HookCall, number])[] => [
  ...Array.from({ length: calls }, (_, i) => {
    const input = { ...SHELL, tool_use_id: `toolu_${first + i}` };
    return [
      [claude('PreToolUse', input), from + 100 * i] as const,
      [claude('PostToolUseFailure', { ...input, error: 'no' }), from + 100 * i + 50] as const,
    ];
  }).flat(),
  [claude('PostToolBatch'), from + 100 * calls] as const,
];

describe('calls of one step', () => {
  it('share a round, even if the agent runs them one after another', () => {
    const { rounds } = play([...step(9, 0, 0), ...step(1, 60_000, 9)]);
    expect(new Set(rounds.slice(0, 18))).toEqual(new Set([1]));
    expect(rounds.slice(18)).toEqual([2, 2]);
  });
});

describe('the time of a hook', () => {
  it.each([
    ['a call that starts', claude('PreToolUse', SHELL)],
    ['a call that ended', claude('PostToolUse', { ...SHELL, tool_response: 'pending' })],
    ['a prompt', claude('UserPromptSubmit', { prompt: 'Go.' })],
  ])('reaches detection with %s, so that waiting is measured', (_, call) => {
    expect(beginHook(NO_MEMORY, call, 1234).event).toMatchObject({ at: 1234 });
  });
});

describe('a Gemini sub-agent', () => {
  const started = play([[gemini('BeforeTool', 'invoke_agent', { tool_input: { agent: 'a' } }), 0]]).memory;
  const tool = gemini('BeforeTool', 'read_file', { tool_input: { path: 'a.ts' } });

  it('has its own session while its call is open, and cannot end the parent', () => {
    const nested = withNesting(started, tool);
    expect(nested.session).toMatch(/^gemini\/s\/\d+$/);
    expect(nested).toMatchObject({ isEndless: true, capabilities: { endRun: false } });
    expect(endHook(started, nested, { kind: 'end', text: 'T' }, 9).answer.kind).toBe('tell');
  });

  it('does not affect the session of its parent after its call', () => {
    const end = gemini('AfterTool', 'invoke_agent', { tool_input: { agent: 'a' }, tool_response: {} });
    expect(withNesting(play([[end, 9]], started).memory, tool)).toEqual(tool);
  });
});

describe('after a stop, an agent that no hook can end', () => {
  const stop: HookAnswer = { kind: 'deny', text: 'T', ends: true };
  const looping = codex('PreToolUse', 'npm test', '1');
  const { memory } = endHook(NO_MEMORY, looping, { ...stop, ends: false }, 9);

  it('is denied the calls of the loop', () => {
    expect(endHook(memory, codex('PreToolUse', 'npm test', '2'), stop, 9).answer).toEqual({
      ...stop,
      ends: false,
    });
  });

  it('may make any other call, such as the edit that fixes the problem', () => {
    expect(endHook(memory, codex('PreToolUse', 'edit a.ts', '3'), stop, 9).answer.kind).toBe('silent');
  });
});

describe('a run that must end', () => {
  it('gives the model one more turn to tell the user why, and then ends with the reason', () => {
    const denied = claude('PreToolUse', { ...SHELL, tool_use_id: 'toolu_1' });
    const wanted: HookAnswer = { kind: 'deny', text: 'LOOP_DETECTED', ends: true };
    const first = beginHook(endHook(NO_MEMORY, denied, wanted, 9).memory, claude('PostToolBatch'), 1);
    expect(first).toMatchObject({ answer: { kind: 'silent' } });
    const second = beginHook(first.memory, claude('PostToolBatch'), 2);
    expect(second).toMatchObject({ answer: { kind: 'end', text: 'LOOP_DETECTED' } });
  });
});
