import { expect, it } from 'vitest';
import { askedTimes } from './asked-times.js';

it.each<[string, number]>([
  ['Run it 20 times and tell me the failure rate.', 20],
  ['Take 12 x 120 s in R.', 12],
  ['12×', 12],
  ['Schreib bitte 30-mal den Satz.', 30],
  ['Repite la prueba 8 veces.', 8],
  ['把这个测试运行10次', 10],
  ['First 3 times, then 9 times.', 9],
  ['Fix issue 20 of version 1.5.', 0],
  ['Resize it to 120x80.', 120],
  ['It fails sometimes.', 0],
  ['Wash the plate six times.', 6],
  ['Run it exactly five times.', 5],
  ['Measure standard S2 eight times.', 8],
  ['Flip the coin Ten times.', 10],
  ['Write the sentence twelve times, one per line.', 12],
  ['Run the test twenty times, one at a time.', 20],
  ['Switch it on and off thirty times.', 30],
  ['Improve the response times.', 0],
  ['We had often times like that.', 0],
  ['', 0],
])('%j asks for %i', (prompt, times) => {
  expect(askedTimes(prompt)).toBe(times);
});
