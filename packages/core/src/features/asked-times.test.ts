import { expect, it } from 'vitest';
import { askedTimes, namedCount } from './asked-times.js';

it.each<[string, number]>([
  ['Run it 20 times and tell me the failure rate.', 20],
  ['Take 12 x 120 s in R.', 12],
  ['12×', 12],
  ['Schreib bitte 30-mal den Satz.', 30],
  ['Repite la prueba 8 veces.', 8],
  ['把这个测试运行10次', 10],
  ['First 3 times, then 9 times.', 9],
  ['Fix issue 20 of version 1.5.', 0],
  ['Resize it to 120x80.', 0],
  ['Order grey trays 60x40.', 0],
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

it.each<[string, number]>([
  ['Uruchom go u siebie 20 razy i powiedz, ile razy padł.', 20],
  ['Запусти тест 15 раз, потом ещё 8.', 15],
  ['هذا الاختبار 30 مرة من فضلك', 30],
  ['Take 12 exposures of 300 s.', 12],
  ['Roll a die, 40 rolls.', 40],
  ['Show the first 3 pages.', 0],
  ['Update from 1.20 to 1.21.5 before 10:30 on 2026-11-19.', 0],
  ['Fix #412 in file-20 and part7.', 0],
  ['It must cost less than $150 or €99, and use 80% at most.', 0],
  ['Wait 30s, or 500ms.', 0],
  ['Sell 12,000 of them, or 5000.', 0],
  ['', 0],
])('%j names %i', (prompt, count) => {
  expect(namedCount(prompt)).toBe(count);
});
