import { describe, expect, it } from 'vitest';
import { extractFeatures } from '../call-features.js';

const stems = (text: string): readonly number[] =>
  extractFeatures({ tool: 'note', args: { text }, result: 'ok' }).argStems;
/** The share of all beginnings that both have. */
function likeness(one: string, other: string): number {
  const [own, others] = [stems(one), stems(other)];
  const shared = own.filter((stem) => others.includes(stem)).length;
  return shared / (own.length + others.length - shared);
}

describe('the beginnings of words', () => {
  it.each<[string, string, string]>([
    ['an inflected word', 'invoice', 'invoices'],
    ['a longer form', 'herinner', 'herinnering'],
    ['another case ending', 'sıkıştırıyor', 'sıkışması'],
    ['capitals', 'Urenregistratie', 'urenregistratie'],
    ['Cyrillic capitals', 'Заказ', 'заказа'],
    ['a name in two spellings', 'totalPrice', 'total_price'],
  ])('%s begins with the same letters', (_, one, other) => {
    expect(likeness(one, other)).toBe(1);
  });

  it.each<[string, string, string, number]>([
    ['two names with one part in common', 'calculateCommission', 'computeCommission', 1 / 3],
    ['a name and its part', 'getCommission', 'commission', 1 / 2],
    ['other words', 'amber birch', 'cedar daisy', 0],
    ['numbers do not count', 'row 17', 'row 18', 1],
  ])('%s', (_, one, other, expected) => {
    expect(likeness(one, other)).toBeCloseTo(expected, 6);
  });

  it('there are at most 60', () => {
    const text = Array.from({ length: 200 }, (_, i) => `${i.toString(26).replaceAll(/\d/g, 'q')}word`).join(
      ' ',
    );
    expect(stems(text).length).toBeLessThanOrEqual(60);
  });
});
