import { describe, expect, it } from 'vitest';
import { problemsOf } from './promises.mjs';

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
