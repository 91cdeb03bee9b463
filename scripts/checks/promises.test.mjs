import { describe, expect, it } from 'vitest';
import { problemsOf, suitesOf } from './promises.mjs';

const titlesIn = (file) => (file === 'a.test.ts' ? new Set(['holds', 'and holds']) : undefined);
const page = (promises, tests) => `# A\n\n## The agent\n\n${promises}\n\n## Tests\n\n${tests}\n`;

describe('a promise of SECURITY.md', () => {
  it.each([
    ['whose test is there has no problem', '`a.test.ts`: "holds"', []],
    ['may name several tests of a file', '`a.test.ts`: "holds", "and holds"', []],
    ['without a test', 'trust us', ['A1 names no test']],
    ['whose test was renamed', '`a.test.ts`: "holds", "held"', ['A1: a.test.ts has no test "held"']],
    [
      'whose second file is gone',
      '`a.test.ts`: "holds"; `b.test.ts`: "x"',
      ['A1: b.test.ts has no test "x"'],
    ],
  ])('%s', (_, tests, problems) =>
    expect(problemsOf(page('- **A1** Safe.', `- **A1** ${tests}`), titlesIn)).toEqual(problems),
  );

  const test = '- **A1** `a.test.ts`: "holds"';
  it.each([
    ['must be there', page('', ''), ['there is no promise']],
    ['must be in the list of tests', page('- **A1** Safe.\n- **A2** Sound.', test), ['A2 names no test']],
    ['has its number alone', page('- **A1** Safe.\n- **A1** Sound.', test), ['A1 stands twice']],
    [
      'must stand on the page',
      page('- **A1** Safe.', `${test}\n${test.replace('A1', 'A2')}`),
      ['A2 is no promise'],
    ],
  ])('%s', (_, text, problems) => expect(problemsOf(text, titlesIn)).toEqual(problems));
});

it('every file is named once, and sections without any are left out', () => {
  const sections = '## The agent\n\n- **A1** a\n- **A2** b\n\n## Pages\n\n- **W1** c\n\n## Rest\n\nNone.';
  const tests = [
    '- **A1** `a.test.ts`: "holds"; `b.test.mjs`: "x"',
    '- **A2** `a.test.ts`: "y"',
    '- **W1** `a.test.ts`: "z"; `c.test.ts`: "x", "y"',
  ];
  expect(suitesOf(`# A\n\n${sections}\n\n## Tests\n\n${tests.join('\n')}\n`)).toEqual([
    ['The agent', ['a.test.ts', 'b.test.mjs']],
    ['Pages', ['c.test.ts']],
  ]);
});
