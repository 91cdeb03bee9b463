import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOf } from '../testing/run-cli.js';
import { costOf, readPrices } from './prices.js';

const prices = { small: { input: 1, output: 4 }, 'small-fast': { input: 2, cached: 1, output: 10 } };
const usage = { input: 1_000_000, cached: 500_000, output: 100_000 };

describe('costs', () => {
  it.each<[string, string, number | undefined]>([
    ['by the beginning of the name', 'small-2026', 1.4],
    ['by the longest beginning that fits', 'small-fast-2026', 2 * 0.5 + 1 * 0.5 + 1],
    ['are unknown for an unknown model', 'large', undefined],
  ])('%s', (_, model, cost) => {
    expect(costOf({ ...usage, model }, prices)).toBe(cost);
  });

  it('are unknown if the model is', () => expect(costOf(usage, prices)).toBeUndefined());
});

describe('a price table', () => {
  const { path, remove } = folderOf({
    'good.json': JSON.stringify(prices),
    'list.json': '[]',
    'text.json': '{',
    'half.json': '{"m": {"input": 1}}',
    'debt.json': '{"m": {"input": 1, "output": -1}}',
  });
  afterAll(remove);
  it('is read', () => expect(readPrices(join(path, 'good.json'))).toEqual(prices));
  it.each([
    ['list.json', /is not an object\. A price table is/],
    ['text.json', /is not JSON: /],
    ['gone.json', /there is no file .*Check the path/],
    ['half.json', /the price of "m" is not made of numbers/],
    ['debt.json', /the price of "m"/],
  ])('%s is refused by name', (file, message) => {
    expect(() => readPrices(join(path, file))).toThrow(message);
  });
});
