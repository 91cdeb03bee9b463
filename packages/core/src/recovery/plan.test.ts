import { describe, expect, it } from 'vitest';
import { CATEGORIES, type Category } from '../detection/category.js';
import { ABLE, type Capabilities } from '../escalation/capability.js';
import type { Rung } from '../escalation/ladder.js';
import { actOf, play } from '../testing/play.js';
import { decisionContextOf } from '../testing/test-strategy.js';
import { call, edit, times } from '../testing/trace.js';
import { planRecovery, STRATEGIES } from './plan.js';
import type { DecisionContext } from './message-renderer.js';
import { defaultTexts } from './texts/default.js';

const ids = (context: DecisionContext, abilities: Capabilities): readonly string[] =>
  planRecovery(context, abilities).map(({ strategy }) => strategy);

describe('R9 actions of an edge against a loop', () => {
  it.each<[Rung, Category, Partial<DecisionContext>, Capabilities, readonly string[]]>([
    ['observe', 'TOOL_REPETITION', {}, ABLE, []],
    ['nudge', 'TOOL_REPETITION', {}, ABLE, ['hint']],
    ['nudge', 'TOOL_REPETITION', {}, {}, []],
    ['redirect', 'TOOL_REPETITION', {}, ABLE, ['checkpoint', 'drop-loop-from-context', 'hint']],
    ['redirect', 'TOOL_REPETITION', {}, { injectMessage: true }, ['hint']],
    ['redirect', 'TOOL_REPETITION', { count: 2 }, { switchModel: true, veto: true }, ['switch-model']],
    ['redirect', 'GOAL_DRIFT', { count: 2 }, { injectMessage: true }, ['hint', 'decompose-task']],
    ['block', 'TOOL_REPETITION', {}, ABLE, ['checkpoint', 'forbid-call']],
    ['block', 'PHRASE_LOOP', {}, { injectMessage: true, haltStream: true }, ['hint']],
    ['block', 'STATE_REGRESSION', { files: ['a'] }, { rollBack: true }, ['checkpoint', 'rollback']],
    ['block', 'STATE_REGRESSION', {}, { rollBack: true }, ['checkpoint']],
    ['pause', 'ERROR_REPETITION', {}, { pause: true }, ['ask-a-person']],
    ['stop', 'ERROR_REPETITION', {}, {}, ['mark-blocked']],
    ['stop', 'ERROR_REPETITION', {}, { veto: false, pause: false }, ['mark-blocked']],
    [
      'stop',
      'FIX_REPETITION',
      { files: ['a'] },
      ABLE,
      ['checkpoint', 'rollback', 'switch-model', 'decompose-task', 'summarise-and-stop', 'mark-blocked'],
    ],
  ])('%s %s %j %j', (rung, category, more, abilities, expected) => {
    expect(ids(decisionContextOf(category, rung, more), abilities)).toEqual(expected);
  });

  it.each(CATEGORIES)(
    'R10 %s: every rung that acts has a strategy, for an edge with all capabilities',
    (category) => {
      for (const rung of ['nudge', 'redirect', 'block', 'pause', 'stop'] as const)
        expect(ids(decisionContextOf(category, rung), ABLE)).not.toEqual([]);
    },
  );

  it('no two have one name', () => {
    expect(new Set(STRATEGIES.map(({ meta }) => meta.id)).size).toBe(10);
  });
});

describe('the actions of the designs’ presets are strategies', () => {
  const known = STRATEGIES.map(({ meta }) => meta.id);

  it.each(['nudge', 'redirect', 'block', 'pause', 'stop'] as const)(
    'the actions in the default texts are strategies, too: %s',
    (rung) => {
      const places = ['append-to-result', 'user-message', 'halt-generation'];
      for (const category of CATEGORIES) {
        const { actions } = defaultTexts(decisionContextOf(category, rung));
        expect(actions).not.toEqual([]);
        expect([...known, ...places]).toEqual(expect.arrayContaining([...actions]));
      }
    },
  );

  it('D3 drift: warn the user, force a checkpoint, escalate to another model', () => {
    const swings = Array.from({ length: 12 }, (_, i) => edit('a.css', `h${i % 2}`, `h${(i + 1) % 2}`));
    const hard = actOf(play('drift', swings).findLast((one) => one.kind === 'act' && one.actions.length > 1));
    expect(hard.actions).toEqual(['warn-user', 'checkpoint', 'switch-model']);
    expect(known).toEqual(expect.arrayContaining(hard.actions.slice(1)));
    const plan = planRecovery({ ...hard, rung: 'redirect', count: 2 }, { rollBack: true, switchModel: true });
    expect(plan.map(({ action }) => action.kind)).toEqual(['checkpoint', 'switch-model']);
  });

  it('D3 drift: a soft alert only warns', () => {
    const reads = times(3, call('Read', { path: 'a.ts' }, 'A'));
    expect(actOf(play('drift', reads).at(-1)).actions).toEqual(['warn-user']);
  });

  it('R10 votes: switch model, decompose the task, mark it as blocked', () => {
    const status = call('Bash', { command: 'git status' }, 'clean');
    const last = actOf(play('votes', times(16, status)).at(-1));
    expect(known).toEqual(expect.arrayContaining(last.actions.slice(1)));
  });

  it('C3 cycles: the warning is a user message in the seed’s own form', () => {
    const lap = [call('edit_file', { path: 'src/auth.py' }, 'ok'), call('run_tests', {}, '1 failed')];
    const { rung, text, actions } = actOf(play('cycles', times(2, lap)).at(-1));
    expect([rung, actions]).toEqual(['nudge', ['user-message']]);
    expect(text).toBe(
      [
        '⚠️ Loop detected: You appear to be repeating the same sequence of tool calls',
        'without making progress. The following pattern has repeated 2 times:',
        '  1. edit_file(src/auth.py)',
        '  2. run_tests()',
        '',
        'Please try a different approach. Consider:',
        '- Re-reading error messages more carefully',
        '- Trying an alternative solution strategy',
        '- Breaking the problem into smaller steps',
      ].join('\n'),
    );
  });
});
