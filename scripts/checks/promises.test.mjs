import { describe, expect, it } from 'vitest';
import { problemsOf, suitesOf } from './promises.mjs';

const titlesIn = (file) => (file === 'a.test.ts' ? new Set(['holds']) : undefined);
const page = (row) => `| Promise | Test |\n| --- | --- |\n${row}\n`;

describe('a promise of SECURITY.md', () => {
  it.each([
    ['whose test is there has no problem', '| safe | `a.test.ts`: "holds" |', []],
    ['without a test', '| safe | trust us |', ['"safe" names no test']],
    ['whose test was renamed', '| safe | `a.test.ts`: "held" |', ['"safe": a.test.ts has no test "held"']],
    ['whose file is gone', '| safe | `b.test.ts`: "holds" |', ['"safe": b.test.ts has no test "holds"']],
  ])('%s', (_, row, problems) => expect(problemsOf(page(row), titlesIn)).toEqual(problems));

  it('must be there', () => expect(problemsOf(page(''), titlesIn)).toEqual(['there is no promise']));
});

it('every file is named once, and parts without any are left out', () => {
  const rows = '| safe | `a.test.ts`: "holds", `b.test.mjs`: "x" |\n| sound | `a.test.ts`: "y" |';
  const more = page('| sane | `a.test.ts`: "z", `c.test.ts`: "x" |');
  expect(suitesOf(`# A\n\n## The agent\n\n${page(rows)}\n## Pages\n\n${more}\n## Rest\n\nNone.\n`)).toEqual([
    ['The agent', ['a.test.ts', 'b.test.mjs']],
    ['Pages', ['c.test.ts']],
  ]);
});
