import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Category } from '../detection/category.js';
import { RutbreakError } from '../error.js';
import { type HistoryStep, writeHistory } from '../testing/histories.js';
import { firstAct } from '../testing/loops.js';
import { actOf, play } from '../testing/play.js';
import { call, failure, message } from '../testing/trace.js';
import type { AgentEvent } from '../event/event.js';
import { HEALTHY } from '../verdict/verdict.js';
import type { Message } from './history/dialect.js';
import { insertNote } from './history/edit.js';
import { historyProblems } from './history/read.js';
import { HISTORY_SHAPES, type HistoryShape } from './history/shape.js';
import { planReset } from './reset.js';
import type { DecisionContext } from './message-renderer.js';

const task: HistoryStep = { kind: 'user', text: 'Make the build pass.' };
const rules: HistoryStep = { kind: 'system', text: 'Be brief.' };
const made = (tool: string, args: Readonly<Record<string, unknown>>, result: string): HistoryStep => ({
  kind: 'calls',
  calls: [{ tool, args, result }],
});
const status = made('Bash', { command: 'git status' }, 'nothing to commit');
const read = made('Read', { path: 'src/auth.ts' }, 'export const key = 1;');
const test = made('Bash', { command: 'npm test' }, '1 test failed: expects a token');
const says = (text: string): HistoryStep => ({ kind: 'says', text });
const times = (count: number, ...steps: HistoryStep[]): HistoryStep[] =>
  Array.from({ length: count }, () => steps).flat();

/** The events of a run with these steps. */
function eventsOf(steps: readonly HistoryStep[]): AgentEvent[] {
  return steps.flatMap((step): AgentEvent[] => {
    if (step.kind === 'says') return [message(step.text)];
    if (step.kind !== 'calls') return [];
    return step.calls.map(({ tool, args, result }) =>
      result.startsWith('E') ? failure(tool, args, result) : call(tool, args, result),
    );
  });
}

/** The guard's decision about a run. */
function contextOf(steps: readonly HistoryStep[]): DecisionContext {
  const found = play('default', eventsOf(steps)).findLast(
    (one) => one.kind === 'act' && one.rung !== 'observe',
  );
  return { ...actOf(found), rung: 'redirect', count: 1 };
}

const searches = [
  'refund rule',
  'rule refund',
  'refund the rule',
  'rule for refund',
  'the refund rule',
  'refund rule now',
  'rule of refund',
];
const failing = made('Bash', { command: 'make' }, 'E: undefined reference to crc32');
const promise = 'I will now open the config file and look for the wrong setting.';

/** A looping run, and its history after the reset. */
const RUNS: readonly (readonly [string, readonly HistoryStep[], readonly HistoryStep[]])[] = [
  ['one call again and again', [task, ...times(6, status)], [task, status]],
  ['two calls in turn', [task, ...times(4, read, test)], [task, read, test]],
  [
    'reworded calls',
    [task, ...searches.map((query) => made('search', { query }, 'no results'))],
    [task, made('search', { query: 'refund rule' }, 'no results')],
  ],
  ['one failing call', [task, ...times(4, failing)], [task, failing]],
  ['one message', [task, ...times(5, says(promise))], [task, says(promise)]],
  [
    'other work before and between stays',
    [task, read, status, test, ...times(5, status)],
    [task, read, status, test],
  ],
  [
    'the same call with another outcome stays',
    [task, made('Bash', { command: 'git status' }, 'two files changed'), ...times(6, status)],
    [task, made('Bash', { command: 'git status' }, 'two files changed'), status],
  ],
];

describe('R9 reset: the loop’s own messages go, everything else stays', () => {
  describe.each(HISTORY_SHAPES)('%s', (shape) => {
    it.each(RUNS)('R9 %s', (_, steps, left) => {
      const history = writeHistory([rules, ...steps], shape);
      const plan = planReset(history, shape, contextOf(steps));
      expect(historyProblems(plan.history, shape)).toEqual([]);
      const expected = insertNote(writeHistory([rules, ...left], shape), shape, 'x');
      const roles = (list: readonly Message[]): unknown[] => list.map(({ role, type }) => role ?? type);
      expect(roles(plan.history)).toEqual(roles(expected));
      expect(plan.dropped.length).toBe(history.length - writeHistory([rules, ...left], shape).length);
      expect(JSON.stringify(plan.history[plan.inserted])).toContain('<loop-recovery ');
    });

    it('R9 a second reset leaves one block', () => {
      const steps = [task, ...times(6, status)];
      const context = contextOf(steps);
      const first = planReset(writeHistory(steps, shape), shape, context).history;
      const grown = [...first, ...writeHistory([task, says('Hm.'), task], shape).slice(1)];
      const second = planReset(grown, shape, { ...context, count: 2 });
      expect(historyProblems(second.history, shape)).toEqual([]);
      const text = JSON.stringify(second.history);
      expect(text.split('</loop-recovery>').length).toBe(2);
      expect(text).toContain('Not again: ');
    });
  });

  it('R9 what a person said beside a result stays', () => {
    const steps = [task, ...times(6, status)];
    const said = [
      { type: 'text', text: 'Only look at src.' },
      { type: 'image', source: 'x' },
    ];
    const history = writeHistory(steps, 'anthropic').map((one, i) =>
      i === 6 ? { ...one, content: [...(one['content'] as unknown[]), ...said] } : one,
    );
    const plan = planReset(history, 'anthropic', contextOf(steps));
    expect(historyProblems(plan.history, 'anthropic')).toEqual([]);
    expect(JSON.stringify(plan.history)).toContain('Only look at src.');
    expect(JSON.stringify(plan.history)).toContain('image');
    expect(plan.history).toHaveLength(3);
  });

  it.each<[HistoryShape, unknown, string]>([
    ['openai-chat', { role: 'user', content: [{ type: 'hologram' }] }, 'a part of the kind hologram'],
    ['openai-responses', { type: 'hologram_call', id: 'h' }, 'a part of the kind hologram_call'],
    [
      'anthropic',
      { role: 'user', content: [{ type: 'text', text: 'a' }, { text: 'b' }] },
      'a part without a type',
    ],
    ['ai-sdk', { role: 'user', content: [{ type: 'hologram' }] }, 'a part of the kind hologram'],
  ])('R9 %s: unknown parts are an error, and nothing changes', (shape, strange, problem) => {
    const history = [strange];
    const before = JSON.stringify(history);
    const make = (): unknown => planReset(history, shape, firstAct('TOOL_REPETITION'));
    expect(make).toThrow(RutbreakError);
    expect(make).toThrow(problem);
    expect(JSON.stringify(history)).toBe(before);
  });

  it.each([undefined, null, {}, { kind: 'proceed' }])('R9 without a decision: %j', (context) => {
    expect(() => planReset([], 'ai-sdk', context as never)).toThrow(/OPTION_TYPE.*context\.verdict/);
  });

  it('R9 a step with an unknown part is left alone', () => {
    const steps = [task, ...times(6, status)];
    const unknown = { type: 'server_tool_use', id: 's1', name: 'web', input: {} };
    const history = writeHistory(steps, 'anthropic').map((one, i) =>
      i === 5 ? { ...one, content: [unknown, ...(one['content'] as unknown[])] } : one,
    );
    const plan = planReset(history, 'anthropic', contextOf(steps));
    expect(JSON.stringify(plan.history)).toContain('server_tool_use');
    expect(plan.dropped).not.toContain(5);
    expect(plan.dropped).toHaveLength(8);
  });

  it('R9 a step with several calls goes only if all are repeats', () => {
    const mixed: HistoryStep = {
      kind: 'calls',
      calls: [
        { tool: 'Bash', args: { command: 'git status' }, result: 'nothing to commit' },
        { tool: 'Read', args: { path: 'new.ts' }, result: 'something new' },
      ],
    };
    const steps = [task, ...times(5, status), mixed];
    const plan = planReset(writeHistory(steps, 'ai-sdk'), 'ai-sdk', contextOf(steps.slice(0, -1)));
    expect(JSON.stringify(plan.history)).toContain('something new');
  });

  it.each<Category>(['STATE_OSCILLATION', 'STATE_REGRESSION', 'GOAL_DRIFT', 'FIX_REPETITION'])(
    'R9 %s: completed work is not removed from the history',
    (category) => {
      const history = writeHistory([task, ...times(3, status)], 'openai-chat');
      const plan = planReset(history, 'openai-chat', { ...firstAct(category), rung: 'redirect' });
      expect(plan.dropped).toEqual([]);
      expect(plan.history.slice(0, -1)).toEqual(history);
    },
  );

  it.each<Category>(['TOKEN_REPETITION', 'PHRASE_LOOP'])(
    'R9 %s: the degenerate text is removed completely',
    (category) => {
      const text = category === 'PHRASE_LOOP' ? 'I will now check the logs again. ' : 'the ';
      const history = writeHistory([task, says(text.repeat(40)), task], 'anthropic');
      const plan = planReset(history, 'anthropic', { ...firstAct(category), rung: 'redirect' });
      expect(plan.dropped).toEqual([1]);
      expect(plan.history).toHaveLength(1);
      expect(historyProblems(plan.history, 'anthropic')).toEqual([]);
    },
  );

  it('R9 a decision without a loop is refused', () => {
    const make = (): unknown => planReset([], 'ai-sdk', { rung: 'redirect', verdict: HEALTHY, count: 1 });
    expect(make).toThrow('OPTION_TYPE');
  });
});

describe('R9 any valid history', () => {
  const call = fc.record({
    tool: fc.constantFrom('Bash', 'Read', 'search'),
    args: fc.constantFrom({ command: 'git status' }, { path: 'src/auth.ts' }, { query: 'refund rule' }),
    result: fc.constantFrom('nothing to commit', 'no results', 'E: undefined reference to crc32', 'A'),
  });
  const step: fc.Arbitrary<HistoryStep> = fc.oneof(
    fc.record({
      kind: fc.constantFrom('user' as const, 'says' as const),
      text: fc.constantFrom(promise, 'Go on.', 'the '.repeat(40)),
    }),
    fc.record({
      kind: fc.constant('calls' as const),
      calls: fc.array(call, { minLength: 1, maxLength: 3 }),
      text: fc.constantFrom('', promise),
    }),
  );
  const steps = fc.array(step, { maxLength: 25 }).map((list) => [rules, task, ...list]);
  const contexts = RUNS.map(([, run]) => contextOf(run));
  const userTexts = (list: readonly HistoryStep[]): string[] =>
    list.flatMap((one) => (one.kind === 'user' ? [one.text] : []));

  it.each(HISTORY_SHAPES)('R9 %s: valid in, valid out; the task stays; the block is there once', (shape) => {
    fc.assert(
      fc.property(steps, fc.constantFrom(...contexts), (given, context) => {
        const history = writeHistory(given, shape);
        const before = JSON.stringify(history);
        const plan = planReset(history, shape, context);
        expect(historyProblems(plan.history, shape)).toEqual([]);
        const text = JSON.stringify(plan.history);
        expect(text.split('<loop-recovery ').length).toBe(2);
        const ofUser = JSON.stringify(plan.history.filter(({ role }) => role === 'user'));
        for (const said of userTexts(given)) expect(ofUser).toContain(said);
        if (shape !== 'anthropic') expect(text).toContain('Be brief.');
        expect(JSON.stringify(history)).toBe(before);
      }),
    );
  });
});

describe('which calls are removed', () => {
  it.each(HISTORY_SHAPES)('%s: not calls whose label merely starts like that of the loop', (shape) => {
    const long = 'grep -rn '.padEnd(70, 'x');
    const other = made('Bash', { command: `${long} src` }, 'nothing found');
    const own = made('Bash', { command: `${long} docs` }, 'nothing found');
    const before = [task, other, says('No trace in the sources.'), other];
    const context = contextOf(times(6, own));
    const { history } = planReset(writeHistory([...before, ...times(6, own)], shape), shape, context);
    const text = JSON.stringify(history);
    expect(text.split(`${long} src`).length - 1).toBe(2);
    expect(text.split(`${long} docs`).length - 1).toBe(1);
  });
});
