import { expect, it } from 'vitest';
import { problemsOf } from './figures.mjs';

const BENCHMARK = `# Benchmark

## Reported split

| detector  | recall in time | false alarms | of  | share | healthy blocked | delay | AUC |
| --------- | -------------- | ------------ | --- | ----- | --------------- | ----- | --- |
| default   | .91 (.84–.98)  | 0            | 55  | .00   | 0               |       | .98 |
| ping-pong | .18 (.09–.29)  | 1            | 55  | .02   | 1               |       | .58 |

## Development split
`;
const readme = (...rows) => `# Rutbreak

## How good is it?

| detector | loops found in time | false alarms | healthy runs blocked |
| -------- | ------------------- | ------------ | -------------------- |
${rows.map((row) => `| ${row} |`).join('\n')}

## Next
`;

it.each([
  ['the measured figures are fine', ['preset `default` | 91 % | 0 of 55 | 0'], []],
  [
    'another figure is told with the measured one',
    ['preset `default` | 95 % | 0 of 55 | 0'],
    ['README.md says 95 %, 0 of 55, 0 for default; docs/benchmark.md says 91 %, 0 of 55, 0'],
  ],
  [
    'a detector that nobody measured is told',
    ['`magic` | 100 % | 0 of 55 | 0'],
    ['README.md: docs/benchmark.md has no detector "magic"'],
  ],
  ['a missing table is told', [], ['README.md has no table of figures']],
])('%s', (_, rows, problems) => {
  expect(problemsOf('README.md', readme(...rows), BENCHMARK)).toEqual(problems);
});

it('the page that compares has the first two figures, and rows without a detector are left alone', () => {
  const page = `# Comparison

| way | finds | false alarms | what happens |
| --- | ----- | ------------ | ------------ |
| Rutbreak, \`default\` | 91 % | 0 of 55 | a note |
| two calls in turn (\`ping-pong\`) | 17 % | 1 of 55 | an end |
| a budget | not measured | not measured | an end |

## Choosing
`;
  expect(problemsOf('docs/comparison.md', page, BENCHMARK)).toEqual([
    'docs/comparison.md says 17 %, 1 of 55 for ping-pong; docs/benchmark.md says 18 %, 1 of 55',
  ]);
});
