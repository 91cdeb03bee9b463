import { describe, expect, it } from 'vitest';
import { demandOf, type StreamLimits } from './demand.js';
import { newCharTables } from './char-run.js';
import { newReadingTables, newWordPlace, readWords } from './words.js';

const LIMITS: StreamLimits = {
  maxPeriod: 2000,
  tokenCopies: 22,
  phraseLength: 360,
  passageCopies: 3,
  numberLength: 600,
  markLength: 1000,
  counterCopies: 6,
  echoWords: 120,
  staleWords: 250,
  saidSentences: 10,
  codeFactor: 2,
};

const text = demandOf(LIMITS, false);
const code = demandOf(LIMITS, true);
/** How many characters copies of the unit may fill. */
const allowed = (unit: string, { chars } = text): number => chars.forUnit(unit) + unit.length;

describe('copies', () => {
  it.each<[string, string, number]>([
    ['a short unit 22 times', 'ha ha ', 132],
    ['a very short unit 80 characters', 'ny', 80],
    ['one letter 200', 'a', 200],
    ['a phrase 360', 'Let me look at that file again. ', 360],
    ['a sentence four times, but not more than 600', `${'w'.repeat(119)} `, 480],
    ['a paragraph nearly three times', `${'w'.repeat(499)} `, 1450],
    ['ideographs three fifths', '我先读取配置文件，然后检查数据库连接。', 216],
    ['an array twice', 'null, ', 264],
    ['packed code three times', 'AAkACQ', 396],
    ['numbers 600', '12, 6, -1, ', 600],
    ['one value 1500', '0, ', 1500],
    ['a digit without an end 600', '3', 600],
    ['marks 1000', '+ - ', 1000],
    ['one mark 2000', '=', 2000],
    ['an outcry 400', '?!', 400],
  ])('%s', (_, unit, length) => {
    expect(allowed(unit)).toBe(length);
    expect(allowed(unit, code)).toBe(2 * length);
    expect(text.chars.atLeast(unit.length)).toBeLessThanOrEqual(text.chars.forUnit(unit));
  });

  it('a unit that has fences in it is not inside of one', () => {
    expect(allowed('```python\n\n```\n\n', code)).toBe(allowed('```python\n\n```\n\n'));
  });
});

/** How many copies it takes; Infinity if no number of them is too much. */
function copiesOf(row: (i: number) => string, demand = text): { copies: number; by: string | undefined } {
  const tables = newReadingTables();
  const place = newWordPlace();
  const { ring } = newCharTables();
  for (let i = 0, length = 0; i < 400; i++) {
    for (const sign of row(i).split('')) {
      ring[length % ring.length] = sign.charCodeAt(0);
      const by = readWords(tables, place, ring, length, ++length, demand.words);
      if (by !== undefined) return { copies: i + 1, by };
    }
  }
  return { copies: Infinity, by: undefined };
}

/** Nothing said before counts, so that only the counters speak. */
const deaf = (isCode: boolean): typeof text => {
  const far = 1_000_000;
  return demandOf({ ...LIMITS, echoWords: far, staleWords: far, saidSentences: far }, isCode);
};
const WORDS =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma'.split(' ');
const words = (count: number): string => WORDS.slice(0, count).join(' ');
const fall = (i: number): number => 9000 - 2 * i;
const dice = (i: number): number => (i * i * 7919) % 1009;

describe('counters', () => {
  it.each<[string, (i: number) => string, number]>([
    ['four words', (i) => `${words(3)} ${i} `, 24],
    ['eight words', (i) => `${words(7)} ${i} `, 14],
    ['fourteen words', (i) => `${words(13)} ${i} `, 8],
    ['with a mark to every third word', (i) => `(${words(3)}): ${i} `, 72],
    ['two numbers, each with a step of its own', (i) => `${words(7)} ${i} of ${3 * i} `, 56],
    ['a wait that doubles', (i) => `${words(6)} ${i} ${words(2)} ${2 ** (i % 20)} `, 56],
    ['values that take turns', (i) => `${words(6)} ${i} eta ${2 + (i % 3)} `, 56],
    ['a number in a name', (i) => `${words(6)} test_${i} `, 56],
    ['a counter beside a clock', (i) => `10:${i % 60}:${dice(i) % 60} ${words(5)} ${i} `, 56],
    ['nothing but a clock', (i) => `10:${i % 60}:${dice(i) % 60} ${words(6)} `, 84],
    ['a number without a rule in eight words', (i) => `${words(7)} ${dice(i)} `, 84],
    ['a duration in ms without a rule', (i) => `${words(8)} ${dice(i)}ms `, 84],
    ['records of more marks than words', (i) => `{"alpha": "beta", "gamma": ${i}, "n_${i}": ""}, `, 168],
    ['a number without a rule in four words', (i) => `${words(3)} ${dice(i)} `, Infinity],
    ['a number that goes down', (i) => `${words(7)} ${fall(i)} `, Infinity],
    ['one word and numbers', (i) => `alpha ${i} alpha ${i} `, Infinity],
    [
      'another word each time',
      (i) => `${words(7)} ${'abcdefghijklmnopqrst'.charAt(i % 20)}${dice(i)}x ${i} `,
      Infinity,
    ],
  ])('%s', (_, row, copies) => {
    const { copies: found } = copiesOf(row, deaf(false));
    expect(found).toBeGreaterThanOrEqual(copies);
    expect(found).toBeLessThanOrEqual(copies + 3);
    expect(copiesOf(row, deaf(true)).copies).toBeGreaterThanOrEqual(2 * copies);
  });

  it('are blocks if they have several lines', () => {
    expect(copiesOf((i) => `${words(7)}\n${words(5)} ${i}\n`, deaf(false)).by).toBe('block');
    expect(copiesOf((i) => `${words(13)} ${i}\n`, deaf(false)).by).toBe('counter');
  });
});
