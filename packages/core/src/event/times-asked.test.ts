import { expect, it } from 'vitest';
import { timesAsked } from './times-asked.js';

it.each([
  ['Run test_ws 20 times and tell me how often it fails', 20],
  ['Starte den Test 12 mal.', 12],
  ['fuzz the decoder with seeds 1–24', 24],
  ['check pages 3 to 12', 10],
  ['Tell me every minute how far it is', 60],
  ['look each 30 seconds', 60],
  ['run it 20x', 20],
  ['make it 10x faster', 0],
  ['a 4x speedup', 0],
  ['Fix the bug in line 20.', 0],
  ['Upgrade from 1.2 to 1.3', 0],
  ['Meet me on 2026-11-16 at 10:30', 0],
  ['', 0],
  ['run it 999 times', 200],
  [`${'a story '.repeat(500)} run it 7 times ${'and more '.repeat(500)}`, 0],
])('%j: %d', (prompt, expected) => {
  expect(timesAsked(prompt)).toBe(expected);
});
