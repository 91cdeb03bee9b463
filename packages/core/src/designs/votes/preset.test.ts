import { describe, expect, it } from 'vitest';
import { CATEGORIES, type Category } from '../../detection/category.js';
import type { AgentEvent, CallEvent } from '../../event/event.js';
import { growingAlike as alikeTexts, LIST } from '../../testing/made-up-text.js';
import { acts, actOf, play } from '../../testing/play.js';
import { call, delta, edit, error, message, state, times } from '../../testing/trace.js';
import { patternOf } from '../../verdict/explain.js';

const status = call('Bash', { command: 'git status' }, 'clean');

const growingAlike = alikeTexts.map((text) => message(text));
const lines = delta(LIST);
/** Events that neither of these two detectors listens to. */
const quiet = (count: number) =>
  Array.from({ length: count }, (_, i) => state({ goal: `goal ${i}`, error: i }));

describe('R6 aggregation', () => {
  it.each([
    ['R6 one detector above 0.9 is enough', times(3, status), [[2, 'nudge', 'TOOL_REPETITION']]],
    ['R6 one detector at 0.75 is only noted', growingAlike, [[3, 'observe', 'OUTPUT_PARAPHRASE']]],
    ['R6 one detector at 0.8 is only noted', [lines], [[0, 'observe', 'STRUCTURAL_LOOP']]],
    [
      'R6 two detectors above 0.7 are enough',
      [...growingAlike, lines],
      [
        [3, 'observe', 'OUTPUT_PARAPHRASE'],
        [4, 'nudge', 'STRUCTURAL_LOOP'],
      ],
    ],
    [
      'R6 a word of 9 events ago still counts',
      [...growingAlike, ...quiet(8), lines],
      [
        [3, 'observe', 'OUTPUT_PARAPHRASE'],
        [12, 'nudge', 'STRUCTURAL_LOOP'],
      ],
    ],
    [
      'R6 a word of 10 events ago counts no longer',
      [...growingAlike, ...quiet(9), lines],
      [
        [3, 'observe', 'OUTPUT_PARAPHRASE'],
        [13, 'observe', 'STRUCTURAL_LOOP'],
      ],
    ],
    [
      'R6 a detector that has since found nothing no longer counts',
      [...growingAlike, message('Done, all is well.'), lines],
      [
        [3, 'observe', 'OUTPUT_PARAPHRASE'],
        [5, 'observe', 'STRUCTURAL_LOOP'],
      ],
    ],
  ])('%s', (_, events, expected) => {
    expect(acts(play('votes', events))).toEqual(expected);
  });
});

describe('R7 the 15 categories, each from raw events', () => {
  const words = Array.from({ length: 60 }, (_, i) => `word${i}`);
  const nearly = (size: number, i: number) =>
    words.slice(0, size).map((word, k) => (k === 6 ? `other${i}` : word));
  const reflowed = (i: number): string =>
    [0, 10, 20, 30, 40, 50]
      .map(
        (from) =>
          `${from === 20 ? ' '.repeat(i) : ''}${nearly(60, i)
            .slice(from, from + 10)
            .join(' ')}`,
      )
      .join('\n');
  const search = (i: number): CallEvent =>
    call(
      'search',
      { ...Object.fromEntries(words.slice(0, 9).map((word) => [word, 1])), page: i },
      `hits ${i}`,
    );
  const pair = [call('Read', { path: 'a' }, 'A'), call('Edit', { path: 'a' }, 'done')];

  const reached: Record<Category, readonly [events: readonly AgentEvent[], rung: string]> = {
    TOOL_REPETITION: [times(3, status), 'nudge'],
    TOOL_PING_PONG: [times(2, pair), 'nudge'],
    TOOL_PARAMETER_DRIFT: [[1, 2, 3, 4].map(search), 'nudge'],
    OUTPUT_VERBATIM: [times(2, message('Let me check the file once more.')), 'nudge'],
    OUTPUT_PARAPHRASE: [[1, 2, 3].map((i) => message(reflowed(i))), 'nudge'],
    OUTPUT_STRUCTURAL: [[1, 2, 3].map((i) => message(nearly(14, i).join(' '))), 'nudge'],
    STATE_OSCILLATION: [times(4, state({ error: 'red' })), 'nudge'],
    STATE_REGRESSION: [[edit('a', 'h1', 'h2'), edit('a', 'h2', 'h1'), edit('a', 'h1', 'h2')], 'nudge'],
    GOAL_DRIFT: [['ship', 'refactor', 'ship', 'refactor'].map((goal) => state({ goal })), 'nudge'],
    ERROR_REPETITION: [times(3, error('TypeError', 'x is undefined')), 'nudge'],
    ERROR_WHACK_A_MOLE: [[error('TypeError'), error('ImportError'), error('TypeError')], 'nudge'],
    FIX_REPETITION: [[error('A', '', { fix: 'add await' }), error('B', '', { fix: 'add await' })], 'nudge'],
    TOKEN_REPETITION: [[delta('the '.repeat(8))], 'block'],
    PHRASE_LOOP: [[delta('I will now check the logs again. '.repeat(3))], 'block'],
    STRUCTURAL_LOOP: [[lines], 'observe'],
  };

  it.each(CATEGORIES)('R7 %s', (category) => {
    const [events, rung] = reached[category];
    const [first, ...rest] = acts(play('votes', events));
    expect(first).toEqual([events.length - 1, rung, category]);
    expect(rest).toEqual([]);
  });
});

describe('R10 the ladder by resets', () => {
  const rungs = (count: number) =>
    acts(play('votes', times(count, status))).map(([at, rung]) => `${at} ${rung}`);
  const resets = (count: number): number =>
    play('votes', times(count, status)).filter((one) => one.kind === 'act' && one.actions.includes('reset'))
      .length;

  it('R10 the first detection warns, the next resets, and the windows are empty again', () => {
    expect(rungs(7)).toEqual(['2 nudge', '3 redirect', '6 nudge']);
  });

  it.each([
    [3, 0],
    [4, 1],
    [5, 1],
    [7, 1],
    [8, 2],
    [12, 3],
    [15, 3],
    [16, 4],
  ])('R10 %i identical calls make %i resets', (calls, expected) => {
    expect(resets(calls)).toBe(expected);
  });

  it('R10 1 hint, 2 constraints, 3 a person, 4 and more the last resorts', () => {
    const all = play('votes', times(20, status))
      .filter((one) => one.kind === 'act' && one.rung !== 'nudge')
      .map(actOf);
    expect(all.map(({ rung, count, needsPerson }) => [rung, count, needsPerson])).toEqual([
      ['redirect', 1, false],
      ['redirect', 2, false],
      ['pause', 3, true],
      ['stop', 4, true],
      ['stop', 5, true],
    ]);
    const [hint, constraints, person, wayOut] = all.map(({ text }) => text);
    expect(hint).toContain('3. Try a different tool or approach');
    expect(constraints).toContain('🚫 Do NOT use Bash in this pattern in any form');
    expect(constraints).toContain('1. Use the outcome that is already there');
    expect(person).toBe(
      "I've tried 3 approaches and keep looping.\nHere's what I attempted: Bash(git status) called 4x.\nHow would you like me to proceed?",
    );
    expect(wayOut).toContain('4 resets and still looping');
    expect(all.map(({ actions }) => actions.join(' '))).toEqual([
      'reset',
      'reset',
      'reset ask-a-person',
      'reset switch-model decompose-task mark-blocked',
      'reset switch-model decompose-task mark-blocked',
    ]);
  });

  it('R8 a reset sends the block of the design, with its headings', () => {
    const redirect = play('votes', times(4, status)).at(-1);
    expect(actOf(redirect).text).toBe(`<loop-recovery reset="1" urgency="warning">

## Loop Detected: Tool Repetition

**Pattern**: \`Bash(git status) called 4x\`
**Arguments**: \`git status\`
**Result**: \`clean\`

---

## Constraints for This Attempt

🚫 Do not call Bash with \`git status\` again

## Suggestions

1. The result will not change if you call this again
2. Consider what information you actually need
3. Try a different tool or approach

</loop-recovery>`);
  });

  it('R10 the second reset suggests alternatives for the category', () => {
    const second = (event: AgentEvent): string =>
      actOf(play('votes', times(8, event)).findLast((one) => one.kind === 'act' && one.rung === 'redirect'))
        .text;
    const [calls, errors] = [second(status), second(error('TypeError'))].map((text) =>
      text.slice(text.indexOf('## Suggestions'), text.indexOf('## Previous')),
    );
    expect(calls).not.toBe(errors);
  });

  it('R10 after three different loops the text for the person names each of them', () => {
    const other = (tool: string) => call(tool, { path: 'a' }, 'A');
    const events = [status, other('Read'), other('Grep')].flatMap((event) => times(5, event));
    const asked = play('votes', events).find((one) => one.kind === 'act' && one.rung === 'pause');
    for (const name of ['Bash(git status)', 'Read(a)', 'Grep(a)']) expect(actOf(asked).text).toContain(name);
  });

  it('R10 only a reset clears a warning: another loop resets', () => {
    const events = [...times(3, status), ...times(3, error('TypeError'))];
    expect(acts(play('votes', events))).toEqual([
      [2, 'nudge', 'TOOL_REPETITION'],
      [5, 'redirect', 'ERROR_REPETITION'],
    ]);
  });

  it('R10 a reset empties the windows of all detectors', () => {
    const events = [...times(2, error('TypeError')), ...times(4, status), ...times(2, error('TypeError'))];
    expect(acts(play('votes', events))).toEqual([
      [4, 'nudge', 'TOOL_REPETITION'],
      [5, 'redirect', 'TOOL_REPETITION'],
    ]);
  });

  it('R10 halted streams and notes do not count as detections', () => {
    const events = [delta('a'.repeat(30)), message('ok'), lines, message('well'), ...times(3, status)];
    expect(acts(play('votes', events)).at(-1)).toEqual([6, 'nudge', 'TOOL_REPETITION']);
  });

  it('R10 without warnFirst the first detection resets', () => {
    expect(acts(play('votes', times(3, status), { ladder: { warnFirst: false } }))).toEqual([
      [2, 'redirect', 'TOOL_REPETITION'],
    ]);
  });
});

describe('R11 evidence', () => {
  it('R11 the evidence says what repeats, how often, in which window, from where to where, with examples', () => {
    const events = [call('Read', { path: 'a' }, 'A'), ...times(3, status)];
    expect(actOf(play('votes', events).at(-1)).verdict.primary?.signal.evidence).toMatchObject({
      events: [1, 2, 3],
      elements: ['Bash(git status)'],
      count: 3,
      window: 10,
      first: 1,
      last: 3,
      examples: ['Bash(git status)'],
      variations: [],
    });
  });

  it('R11 the evidence says how the repeats differ', () => {
    const queries = ['login', 'log in', 'sign-in'].map((query) => call('find', { query }, 'no hits'));
    expect(actOf(play('votes', queries).at(-1)).verdict.primary?.signal.evidence).toMatchObject({
      elements: ['find(login)', 'find(log in)', 'find(sign-in)'],
      count: 3,
      first: 0,
      last: 2,
      examples: ['find(login)', 'find(sign-in)'],
      variations: ['find(log in)', 'find(sign-in)'],
    });
  });

  it.each([
    [
      'R11 of errors',
      times(3, error('TypeError', 'x')),
      { window: 10, count: 3, elements: ['TypeError'], first: 0, last: 2 },
    ],
    ['R11 of snapshots', times(4, state({ error: 'x' })), { window: 10, count: 4, first: 0, last: 3 }],
    [
      'R11 of messages',
      times(2, message('Same.')),
      { window: 10, count: 2, elements: ['Same.'], first: 0, last: 1 },
    ],
    ['R11 of a stream', [delta('the '.repeat(8))], { count: 8, elements: ['the'], first: 0, last: 0 }],
  ])('%s', (_, events, expected) => {
    const { evidence } = actOf(play('votes', events).at(-1)).verdict.primary!.signal;
    expect(evidence).toMatchObject(expected);
    expect(evidence.examples.length).toBeGreaterThan(0);
  });
});

describe('R17 the design’s own examples', () => {
  const bash = call('Bash', { args_hash: 'abc123' });
  const verdictOf = (events: readonly AgentEvent[]) => actOf(play('votes', events).at(-1)).verdict;

  it('R17 test_tool_repetition_exact_match: 3+ identical tool calls should trigger', () => {
    const verdict = verdictOf(times(3, bash));
    expect(verdict.status).toBe('looping');
    expect(verdict.score).toBeGreaterThan(0.9);
  });

  it('R17 test_tool_repetition_below_threshold: 2 identical calls should NOT trigger', () => {
    expect(acts(play('votes', times(2, bash)))).toEqual([]);
  });

  it('R17 test_ping_pong_detection: A→B→A→B pattern should trigger', () => {
    const verdict = verdictOf(times(2, [call('Read', { args_hash: 'a' }), call('Edit', { args_hash: 'b' })]));
    expect(verdict.status).toBe('looping');
    expect(patternOf(verdict.primary!).toLowerCase()).toContain('ping_pong');
  });

  it('R17 test_output_similarity_verbatim: identical outputs should trigger', () => {
    const verdict = verdictOf(times(3, message('Here is my response about the topic.')));
    expect(verdict.status).toBe('looping');
    expect(verdict.score).toBeGreaterThan(0.95);
  });

  it('R17 test_error_whack_a_mole: A→B→A error pattern should trigger', () => {
    const verdict = verdictOf(times(2, [error('TypeError'), error('ImportError')]));
    expect(verdict.status).toBe('looping');
    expect(patternOf(verdict.primary!).toLowerCase()).toContain('whack_a_mole');
  });

  const gitStatus = call('Bash', { command: 'git status' });
  const resetsOf = (events: readonly AgentEvent[]) =>
    play('votes', events)
      .filter((one) => one.kind === 'act' && one.actions.includes('reset'))
      .map(actOf);

  it('R17 test_full_reset_flow: 5 identical calls make one reset, with constraints', () => {
    const resets = resetsOf(times(5, gitStatus));
    expect(resets.map(({ count }) => count)).toEqual([1]);
    expect(resets[0]!.text).toContain('Do not call Bash with');
    expect(resets[0]!.text).toContain('git status');
  });

  it('R17 test_escalation_to_user: after 3 resets, should require user intervention', () => {
    const resets = resetsOf(times(15, gitStatus));
    expect(resets.map(({ count }) => count)).toEqual([1, 2, 3]);
    expect(resets.map(({ needsPerson }) => needsPerson)).toEqual([false, false, true]);
  });

  it('R17 test_no_false_positive_on_legitimate_repetition: results differ', () => {
    const events = [0, 1, 2].map((i) => call('Bash', { command: 'npm test' }, `PASS tests ${i}`));
    expect(acts(play('votes', events))).toEqual([]);
  });

  it('R17 test_no_false_positive_on_similar_reads: reading related files is normal', () => {
    const files = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts'];
    expect(
      acts(
        play(
          'votes',
          files.map((path) => call('Read', { file_path: path })),
        ),
      ),
    ).toEqual([]);
  });
});
