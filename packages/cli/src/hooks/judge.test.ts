import {
  HOOK_PROTOCOLS,
  type HookAgent,
  type HookCall,
  NO_MEMORY,
  withNesting,
} from '@rutbreak/adapters/hooks';
import { describe, expect, it } from 'vitest';
import { newRecord, type LocalRecord } from '../store/record.js';
import { DEFAULT_OPTIONS, type HookOptions, judgeHook } from './judge.js';

const read = (input: object, agent: HookAgent = 'claude-code'): HookCall =>
  HOOK_PROTOCOLS[agent].read(input)!;
const base = { session_id: 's' };
const bash = (id: string, command = 'make'): object => ({
  ...{ ...base, tool_name: 'Bash', tool_input: { command }, tool_use_id: id },
});
const before = (id: string, command?: string): HookCall =>
  read({ hook_event_name: 'PreToolUse', ...bash(id, command) });
const after = (id: string, error = 'make: no rule', command?: string): HookCall =>
  read({ hook_event_name: 'PostToolUseFailure', ...bash(id, command), error });
const roundEnd = read({ ...base, hook_event_name: 'PostToolBatch', tool_calls: [] });
const prompt = read({ ...base, hook_event_name: 'UserPromptSubmit', prompt: 'another thing, please' });

interface Played {
  readonly record: LocalRecord;
  readonly said: readonly string[];
}

function play(
  calls: readonly HookCall[],
  {
    record = newRecord('s', 0),
    options = DEFAULT_OPTIONS,
    pause = 1000,
  }: { record?: LocalRecord; options?: HookOptions; pause?: number } = {},
): Played {
  const said: string[] = [];
  let now = 1000;
  for (const call of calls) {
    // After a round trip through a file.
    const judged = judgeHook(
      JSON.parse(JSON.stringify(record)) as LocalRecord,
      call,
      (now += pause),
      options,
    );
    ({ record } = judged);
    said.push(judged.answer.kind);
  }
  return { record, said };
}
const failing = (count: number): HookCall[] =>
  Array.from({ length: count }, (_, i) => [before(`t${i}`), after(`t${i}`)]).flat();
const spoken = ({ said }: Played): readonly string[] => said.filter((kind) => kind !== 'silent');

describe('an agent whose run no hook can end', () => {
  const codex = (name: string, command: string, id: string): HookCall =>
    read({ hook_event_name: name, ...bash(id, command), tool_response: 'make: no rule' }, 'codex');
  const loop = Array.from({ length: 12 }, (_, i) => [
    codex('PreToolUse', 'make', `t${i}`),
    codex('PostToolUse', 'make', `t${i}`),
  ]).flat();

  it('is denied only the calls of the loop, as long as it tries', () => {
    const { record, said } = play(loop);
    expect(said.filter((kind) => kind === 'deny').length).toBeGreaterThanOrEqual(4);
    expect(record.last?.rung).toBe('block');
    const cure = codex('PreToolUse', 'echo "all:" > Makefile', 'cure');
    expect(play([cure, codex('PreToolUse', 'make', 'again')], { record }).said).toEqual(['silent', 'deny']);
  });
});

describe('R10 the preset votes asks a person', () => {
  const options: HookOptions = { ...DEFAULT_OPTIONS, preset: 'votes' };
  const { record } = play(failing(11), { options });
  const asking = [before('t11'), after('t11')];
  const asked = play(asking, { record, options }).record;
  const last = judgeHook(play([before('t11')], { record, options }).record, after('t11'), 99_000, options);

  it('R10 in the words of the design, with the commands for the user', () => {
    expect(last.answer).toMatchObject({ kind: 'tell', text: expect.stringContaining('How would you like') });
    const { user = '' } = last.answer as { user?: string };
    expect(user).toMatch(/^I've tried 3 approaches and keep looping\.\n/);
    expect(user).toContain('rutbreak session reset s');
    expect(asked.resets).toBe(3);
  });

  it('R10 all calls wait for the answer, which is the next prompt', () => {
    expect(play([before('x', 'ls')], { record: asked, options }).said).toEqual(['deny']);
    expect(play([prompt, before('x', 'ls')], { record: asked, options }).said).toEqual(['silent', 'silent']);
  });
});

it('a budget holds at the call that exceeds it, and nobody calls it a loop', () => {
  const options: HookOptions = { ...DEFAULT_OPTIONS, budgets: { calls: 3 } };
  const calls = [1, 2, 3].flatMap((n) => [
    before(`t${n}`, `part ${n}`),
    after(`t${n}`, `no part ${n}`, `part ${n}`),
  ]);
  const { record, said } = play(calls, { options });
  expect(new Set(said)).toEqual(new Set(['silent']));
  const { answer } = judgeHook(record, before('t4', 'part 4'), 99_000, options);
  expect(answer).toMatchObject({
    kind: 'deny',
    text: expect.stringContaining('The budget for calls is used up (3 of 3)') as string,
    user: expect.stringMatching(/^\[rutbreak\] Not run: the budget for calls is used up\.\n/) as string,
  });
  expect(JSON.stringify(answer)).not.toMatch(/loop/i);
});

describe('sub-agents of Gemini CLI', () => {
  const gemini = (name: string, tool: string, args: object, at: number, response?: object): HookCall =>
    read(
      {
        ...{ session_id: 's', hook_event_name: name, timestamp: `2026-11-16T10:00:00.${at}Z` },
        ...{ tool_name: tool, tool_input: args, tool_response: response },
      },
      'gemini',
    );
  const agent = { agent_name: 'generalist', prompt: 'go' };
  const start = gemini('BeforeTool', 'invoke_agent', agent, 1);
  const end = gemini('AfterTool', 'invoke_agent', agent, 900, { llmContent: 'done' });
  const inside = gemini('BeforeTool', 'run_shell_command', { command: 'ls' }, 2);

  it('have their own session, in which nothing ends the run', () => {
    const { hook = NO_MEMORY } = play([start]).record;
    expect(withNesting(hook, inside)).toMatchObject({
      session: expect.stringMatching(/^gemini\/s\/\d+$/) as string,
      isEndless: true,
      capabilities: { endRun: false },
    });
    expect(withNesting(hook, end).session).toBe('gemini/s');
  });

  it('end with the call that started them', () => {
    const { hook = NO_MEMORY } = play([start, end]).record;
    expect(withNesting(hook, inside)).toEqual(inside);
  });
});

describe('a wait that can still end', () => {
  const MINUTE = 60_000;
  const wait = (command: string, count: number): readonly HookCall[] =>
    Array.from({ length: count }, (_, i) => [
      before(`w${i}`, command),
      read({ hook_event_name: 'PostToolUse', ...bash(`w${i}`, command), tool_response: 'in_progress' }),
      roundEnd,
    ]).flat();

  // Three hooks a look.
  it.each([
    ['a command that sleeps', 'sleep 60; gh run view 7', 21_000],
    ['looks a minute apart', 'gh run view 7', 22_000],
    ['looks every few seconds', 'gh run view 7', 3000],
  ])('is neither denied nor ended in its first half hour: %s', (_, command, pause) => {
    const looks = Math.floor((30 * MINUTE) / (3 * pause));
    const said = spoken(play(wait(command, looks), { pause }));
    expect(new Set(said)).toEqual(new Set(['tell']));
  });

  it('is not spoken of for seven minutes, if the looks are a minute apart', () => {
    expect(spoken(play(wait('gh run view 7', 7), { pause: 20_000 }))).toEqual([]);
  });
});

describe('a hook between processes', () => {
  it('processes a call together with its changes, and replies once', () => {
    const todo = (id: string, status: string): HookCall =>
      read({
        ...{ ...base, hook_event_name: 'PostToolUse', tool_name: 'TodoWrite', tool_use_id: id },
        ...{ tool_input: { todos: [{ content: 'Port the job', status }] }, tool_response: 'ok' },
      });
    const flips = Array.from({ length: 6 }, (_, i) => [
      before(`b${i}`, `./job ${'abcdef'.charAt(i)}`),
      todo(`t${i}`, i % 2 === 0 ? 'in_progress' : 'completed'),
    ]).flat();
    const { record, said } = play(flips);
    expect(said).toHaveLength(12);
    expect(said).toContain('tell');
    expect(record.snapshot).toMatchObject({ state: { session: { seq: 18, made: 6 } } });
  });

  it('escalates from one process to the next', () => {
    const { said, record } = play([...failing(5), before('t6'), before('t7'), before('t8')]);
    expect(said).toEqual([
      ...Array<string>(5).fill('silent'),
      'tell',
      'silent',
      'tell',
      'silent',
      'tell',
      'deny',
      'deny',
      'deny',
    ]);
    expect(record.last).toMatchObject({ status: 'looping', rung: 'stop' });
    expect(record.hook?.interventions).toBe(6);
  });

  it('a stopped run gets one more turn for a last message, and ends with the next round', () => {
    const { record } = play([...failing(5), before('t6'), before('t7'), roundEnd]);
    expect(record.last?.rung).not.toBe('stop');
    const { record: stopped } = play([before('t8')], { record });
    expect(stopped.last?.rung).toBe('stop');
    expect(play([roundEnd, before('t9'), roundEnd, roundEnd], { record: stopped }).said).toEqual([
      ...['silent', 'deny', 'end', 'silent'],
    ]);
    expect(play([prompt, roundEnd], { record: stopped }).said).toEqual(['silent', 'silent']);
    expect(play([roundEnd], { record: { ...stopped, off: 'reset' } }).said).toEqual(['silent']);
  });

  it('sequential calls of one step form one round', () => {
    const once = Array.from({ length: 9 }, (_, i) => [
      before(`p${i}`, `cat ${i}.yaml`),
      after(`p${i}`),
    ]).flat();
    const first = play(once, { pause: 100 });
    expect(first.record.hook?.rounds).toBe(1);
    expect(first.said).not.toContain('deny');
    const { record } = play([prompt, roundEnd], { record: first.record });
    const again = once.map((call) => ({ ...call, key: `${call.key} again` }));
    expect(play(again, { record }).record.hook?.rounds).toBe(2);
  });

  it('if the end of a step is not reported, a pause ends it', () => {
    expect(play(failing(3)).record.hook?.rounds).toBe(3);
  });

  it('counts an event once, however many hooks report it', () => {
    const twice = failing(5).flatMap((call) => [call, call]);
    expect(spoken(play(twice))).toEqual(spoken(play(failing(5))));
  });

  it('a prompt lifts a block', () => {
    const blocked = play([...failing(5), before('t6'), before('t7')]).record;
    expect(play([prompt, before('t8')], { record: blocked }).said).toEqual(['silent', 'silent']);
  });

  it.each([
    ['another call alone', ['cat a.txt'], 'deny'],
    ['new content, call after call', ['cat a.txt', 'cat b.txt', 'cat c.txt'], 'silent'],
  ])('%s before a blocked call: %s', (_, commands, expected) => {
    const blocked = play([...failing(5), before('t6')]);
    expect(blocked.said.at(-1)).toBe('deny');
    const others = commands.flatMap((command, i) => [
      before(`o${i}`, command),
      read({
        hook_event_name: 'PostToolUse',
        ...bash(`o${i}`, command),
        tool_response: `${command}: row ${i}`,
      }),
    ]);
    expect(play([...others, before('t7')], { record: blocked.record }).said.at(-1)).toBe(expected);
  });

  it('a change of any file lifts the block of a loop that names none', () => {
    const { record } = play([...failing(5), before('t6')]);
    const edit = {
      tool_name: 'Edit',
      tool_input: { file_path: 'Makefile', old_string: 'a', new_string: 'b' },
    };
    const change = ['PreToolUse', 'PostToolUse'].map((hook_event_name) =>
      read({ ...base, hook_event_name, ...edit, tool_use_id: 'e', tool_response: 'Makefile was updated' }),
    );
    expect(play([...change, before('t7')], { record }).said.at(-1)).toBe('silent');
  });

  it('ignores the result of a denied call', () => {
    const { record } = play([...failing(5), before('t6')]);
    expect(play([after('t6', 'Tool execution blocked: …')], { record }).record.revision).toBe(
      record.revision,
    );
    expect(play([after('t6', 'blocked')], { record }).record.snapshot).toEqual(record.snapshot);
  });

  it('calls that start together form one round', () => {
    const three = ['a', 'b', 'c'].map((id) => before(id));
    const { record } = play([...three, ...['a', 'b', 'c'].map((id) => after(id)), before('d')]);
    expect(record.hook).toMatchObject({ rounds: 2, open: [{ round: 2 }] });
  });

  it('stays within its limit of interventions per task', () => {
    const options = { ...DEFAULT_OPTIONS, maxInterventions: 2 };
    const calls = [...failing(5), ...failing(5).map((call, i) => ({ ...call, key: `again ${i}` }))];
    expect(spoken(play(calls, { options }))).toEqual(['tell', 'tell']);
    const { record } = play(calls, { options });
    expect(play([prompt], { record, options }).record.hook?.interventions).toBe(0);
  });

  it.each<[string, Partial<HookOptions>]>([
    ['in shadow mode', { mode: 'shadow' }],
    ['switched off', { mode: 'off' }],
  ])('says nothing %s', (_, options) => {
    expect(spoken(play(failing(9), { options: { ...DEFAULT_OPTIONS, ...options } }))).toEqual([]);
  });

  it('leaves an overridden session alone', () => {
    const record: LocalRecord = { ...newRecord('s', 0), off: 'reset' };
    const played = play(failing(9), { record });
    expect(spoken(played)).toEqual([]);
    expect(played.record).toEqual(record);
  });

  it.each([
    ['another preset', { version: 2, preset: 'votes', state: {} }],
    ['a newer version', { version: 99, preset: 'default', state: {} }],
  ])('starts afresh if the stored state belongs to %s', (_, snapshot) => {
    const record = { ...newRecord('s', 0), snapshot } as unknown as LocalRecord;
    expect(spoken(play(failing(3), { record }))).toEqual(['tell']);
  });

  it('keeps bounded memory, however long the run', () => {
    const calls = Array.from({ length: 300 }, (_, i) => before(`t${i}`, `step ${i}`));
    const { hook } = play(calls).record;
    expect(hook?.seen.length).toBeLessThanOrEqual(64);
    expect(hook?.open.length).toBeLessThanOrEqual(32);
  });

  it.each([
    ['tests after edits', true],
    ['the same file, which others change, read again', false],
  ])('leaves healthy work alone: %s', (_, isEdited) => {
    const done = (id: string, tool: string, args: object, response: object): HookCall =>
      read({
        ...{ ...base, hook_event_name: 'PostToolUse', tool_name: tool, tool_use_id: id },
        ...{ tool_input: { file_path: '/a', ...args }, tool_response: response },
      });
    // Real words: numbered names (v1, v2, …) look like ids, and their errors like one and the same.
    const names = 'total parse width cache token queue index scope frame block table input'.split(' ');
    const work = names.flatMap((name, i) => [
      before(`m${i}`),
      after(`m${i}`, `error in line ${i * 7}: undefined name ${name}`),
      done(`r${i}`, 'Read', {}, { type: 'text', file: { content: `version ${i}` } }),
      ...(isEdited
        ? [done(`e${i}`, 'Edit', { old_string: name, new_string: `my_${name}` }, { filePath: '/a' })]
        : []),
    ]);
    expect(spoken(play(work))).toEqual([]);
  });
});
