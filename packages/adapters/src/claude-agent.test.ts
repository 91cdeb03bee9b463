import { describe, expect, it } from 'vitest';
import { type AdapterOptions, CAPABILITIES, guarded, stopsOf } from './claude-agent.js';
import { ASKING } from './testing/actions.js';
import { callOf, recordingGuard, runTool, type ScriptedCall } from './testing/script.js';

type Answer = Readonly<Record<string, never>> & {
  readonly continue?: boolean;
  readonly stopReason?: string;
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: {
    readonly permissionDecisionReason?: string;
    readonly additionalContext?: string;
  };
};
type Hooks = Readonly<Record<string, readonly { hooks: readonly ((input: object) => Promise<Answer>)[] }[]>>;

/** Imitates Claude Code: which hooks it calls, when, and how it reacts to their output. */
async function play(
  options: { readonly hooks?: object },
  rounds: readonly (readonly ScriptedCall[])[],
  agent?: string,
  hear: (answer: Answer) => void = () => undefined,
): Promise<{ readonly read: readonly string[]; readonly ran: number; readonly end: string | undefined }> {
  const common = { session_id: 'one', ...(agent !== undefined && { agent_id: agent }) };
  const fire = async (hook_event_name: string, input: object): Promise<readonly Answer[]> => {
    const matchers = (options.hooks as Hooks)[hook_event_name] ?? [];
    const answers = await Promise.all(
      matchers.flatMap(({ hooks }) => hooks.map((hook) => hook({ ...common, hook_event_name, ...input }))),
    );
    answers.forEach(hear);
    return answers;
  };
  const read: string[] = [];
  let ran = 0;
  if (agent === undefined) await fire('UserPromptSubmit', { prompt: 'Find x.' });
  for (const calls of rounds) {
    for (const { tool, args } of calls) {
      const input = { tool_name: tool, tool_input: args };
      const [before] = await fire('PreToolUse', input);
      const denied = before?.hookSpecificOutput?.permissionDecisionReason;
      if (denied !== undefined) read.push(denied);
      if (before?.continue === false) return { read, ran, end: before.stopReason };
      if (denied !== undefined) continue;
      ran++;
      const [after] = await fire(...outcome(tool, args, input));
      read.push(after?.hookSpecificOutput?.additionalContext ?? '');
    }
    await fire('PostToolBatch', {});
  }
  return { read, ran, end: undefined };
}

function outcome(tool: string, args: ScriptedCall['args'], input: object): [name: string, input: object] {
  try {
    return ['PostToolUse', { ...input, tool_response: runTool(tool, { q: String(args['q']) }) }];
  } catch (error) {
    return ['PostToolUseFailure', { ...input, error: (error as Error).message }];
  }
}

const stuck = (rounds: number) => Array.from({ length: rounds }, () => [callOf('x')]);

describe('Claude Agent SDK: a looping run', () => {
  it.each([
    ['a nudge behind the fifth result', 5, 'called 5x with the same'],
    ['a redirect behind the sixth', 6, '<loop-recovery '],
    ['the announcement of a block behind the seventh', 7, 'From here on, the calls of this loop are not run'],
    ['the veto of the eighth', 8, 'This call was not run: the loop guard blocked it'],
    ['the stop at the tenth', 10, 'Stopped: LOOP_DETECTED'],
  ])('the model reads %s', async (_, call, words) => {
    const { read } = await play(guarded({}), stuck(20));
    expect(read[call - 1]).toContain(words);
    expect(read.slice(0, call - 1).join()).not.toContain(words);
  });

  it('is ended, and says why', async () => {
    const options = guarded({});
    const { ran, end } = await play(options, stuck(20));
    expect(ran).toBe(7);
    expect(end).toContain('Stopped: LOOP_DETECTED');
    expect(stopsOf(options)).toMatchObject([
      { status: 'LOOP_DETECTED', category: 'TOOL_REPETITION', session: 'one' },
    ]);
  });

  it.each([
    ['another call alone does not lift its block', 1, 0],
    ['new content, call after call, lifts its block', 3, 1],
  ])('%s', async (_, others, again) => {
    const topics = Array.from({ length: others }, (_other, i) => [callOf(`topic ${i}`)]);
    const { ran } = await play(guarded({}), [...stuck(7), ...topics, ...stuck(1)]);
    expect(ran).toBe(7 + others + again);
  });

  it('shows the user why it ended, as a system message', async () => {
    const shown: (string | undefined)[] = [];
    await play(guarded({}), stuck(20), undefined, ({ systemMessage }) => shown.push(systemMessage));
    expect(shown.filter((message) => message !== undefined)).toEqual([
      expect.stringContaining('Stopped: LOOP_DETECTED'),
    ]);
  });

  it('arrives in core event by event', async () => {
    const { guard, recorded } = recordingGuard();
    await play(guarded({}, { guard }), [[callOf('x'), callOf('a', 'fail')], [callOf('y')]]);
    const first = { tool: 'search', args: { q: 'x' }, round: 1 };
    const second = { tool: 'fail', args: { q: 'a' }, round: 1 };
    const third = { tool: 'search', args: { q: 'y' }, round: 2 };
    expect(recorded.get('one')).toEqual([
      { kind: 'turn', role: 'user', reason: 'prompt', text: 'Find x.' },
      { kind: 'attempt', ...first },
      { kind: 'call', ...first, result: 'no results' },
      { kind: 'attempt', ...second },
      { kind: 'call', ...second, result: 'no access to a', isError: true },
      { kind: 'attempt', ...third },
      { kind: 'call', ...third, result: 'found y' },
    ]);
  });

  it.each<[name: string, ask: AdapterOptions['ask'], words: string]>([
    ['a person may leave the step out', () => 'skip', 'decided to leave this step out'],
    ['a person may give a hint', () => ({ hint: 'Look for y.' }), 'says: Look for y.'],
  ])('%s', async (_, ask, words) => {
    const { read } = await play(guarded({}, { ...(ask && { ask }) }), stuck(8));
    expect(read.at(-1)).toContain(words);
  });
});

describe('Claude Agent SDK: healthy runs and your own options', () => {
  it('hooks are silent in a healthy run', async () => {
    const rounds = Array.from({ length: 12 }, (_, i) => [callOf(`topic ${i}`)]);
    expect(await play(guarded({}), rounds)).toEqual({ read: rounds.map(() => ''), ran: 12, end: undefined });
  });

  it('your own hooks and options are kept, and run after the guard’s', () => {
    const mine = { hooks: [async () => Promise.resolve({})] };
    const options = guarded({ model: 'sonnet', hooks: { PreToolUse: [mine], Stop: [mine] } });
    expect(options.model).toBe('sonnet');
    expect(options.hooks.PreToolUse).toHaveLength(2);
    expect(options.hooks.PreToolUse[1]).toBe(mine);
    expect(options.hooks.Stop).toEqual([mine]);
  });

  it('each sub-agent has its own session', async () => {
    const { guard, recorded } = recordingGuard();
    const options = guarded({}, { guard });
    await Promise.all([play(options, stuck(4)), play(options, stuck(4), 'a'), play(options, stuck(4), 'b')]);
    expect([...recorded.keys()].sort()).toEqual(['one', 'one/a', 'one/b']);
    expect(stopsOf(options)).toEqual([]);
  });

  it('the same call, made once by each of five sub-agents, is not a loop', async () => {
    const options = guarded({});
    const played = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map(async (agent) => play(options, stuck(1), agent)),
    );
    expect(played).toEqual(played.map(() => ({ read: [''], ran: 1, end: undefined })));
  });

  it('a loop in one sub-agent is ended, without affecting the other agents', async () => {
    const options = guarded({});
    const [first, looping, other] = await Promise.all([
      play(options, stuck(3)),
      play(options, stuck(20), 'a'),
      play(options, stuck(3), 'b'),
    ]);
    expect([first, other]).toEqual(
      [first, first].map(() => ({ read: ['', '', ''], ran: 3, end: undefined })),
    );
    expect([looping.ran, looping.end]).toEqual([7, expect.stringContaining('LOOP_DETECTED')]);
    expect(stopsOf(options).map(({ session }) => session)).toEqual(['one/a']);
    expect((await play(options, [[callOf('x')]])).ran).toBe(1);
  });

  it('a warning to the user is a system message, unless your program shows it itself', async () => {
    const shown: unknown[] = [];
    const seen = async (settings: AdapterOptions) => {
      const messages: unknown[] = [];
      await play(guarded({}, { preset: ASKING, ...settings }), stuck(5), undefined, (answer) =>
        messages.push(answer.systemMessage),
      );
      return messages.filter((message) => message !== undefined);
    };
    expect((await seen({}))[0]).toContain('Possible drift');
    expect(await seen({ actions: { warnUser: ({ text }) => shown.push(text) } })).toEqual([]);
    expect(shown[0]).toContain('Possible drift');
  });

  it('it declares only the capabilities that hooks have', () => {
    expect(CAPABILITIES).toEqual({ appendToResult: true, injectMessage: true, veto: true, endRun: true });
  });
});
