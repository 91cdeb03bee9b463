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
  expect(problemsOf(readme(...rows), BENCHMARK)).toEqual(problems);
});
