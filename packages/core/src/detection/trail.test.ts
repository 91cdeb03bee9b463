import { describe, expect, it } from 'vitest';
import { type Trail, visit } from './trail.js';

/** The number of returns at each visit of one key; `-` if the value is not a return. */
function returns(values: readonly number[]): string {
  let trails: readonly Trail[] = [];
  return values
    .map((value, seq) => {
      const step = visit(trails, 'a', value, seq);
      trails = step.trails;
      return step.isReturn ? String(step.trail.returns) : '-';
    })
    .join('');
}

describe('visit', () => {
  it.each([
    { name: 'new values are no returns', values: [1, 2, 3, 4], expected: '----' },
    { name: 'repeating the current value is no return', values: [1, 1, 1], expected: '---' },
    { name: 'back to the first', values: [1, 2, 1], expected: '--1' },
    { name: 'going back and forth counts up', values: [1, 2, 1, 2, 1], expected: '--123' },
    { name: 'a round of three counts up as well', values: [1, 2, 3, 1, 2, 3], expected: '---123' },
    { name: 'staying where it is does not end the count', values: [1, 2, 1, 1, 2], expected: '--1-2' },
    {
      name: 'a new value ends the count',
      values: [1, 2, 1, 2, 3, 1],
      expected: '--12-1',
    },
    { name: 'seven values back is remembered', values: [1, 2, 3, 4, 5, 6, 7, 8, 1], expected: '--------1' },
    {
      name: 'eight values back is forgotten',
      values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 1],
      expected: '----------',
    },
  ])('$name', ({ values, expected }) => {
    expect(returns(values)).toBe(expected);
  });

  it('keeps the numbers of the events that set the values', () => {
    const first = visit([], 'a', 1, 10);
    const second = visit(first.trails, 'a', 2, 12);
    expect(visit(second.trails, 'a', 1, 15).trail).toMatchObject({ values: [1, 2, 1], seqs: [10, 12, 15] });
  });

  it('keeps things apart', () => {
    const one = visit([], 'a', 1, 0);
    const two = visit(one.trails, 'b', 2, 1);
    const back = visit(two.trails, 'b', 1, 2);
    expect(back.isReturn).toBe(false);
    expect(back.trails).toHaveLength(2);
  });

  it('does not change what it was given', () => {
    const { trails } = visit([], 'a', 1, 0);
    const before = JSON.stringify(trails);
    visit(trails, 'a', 2, 1);
    expect(JSON.stringify(trails)).toBe(before);
  });

  it('keeps all parts of one snapshot, and drops the least recently seen ones', () => {
    const parts = Array.from({ length: 49 }, (_, i) => `part ${i}`);
    const round = (trails: readonly Trail[], value: number): readonly Trail[] =>
      parts.reduce((all, key) => visit(all, key, value, value).trails, trails);
    expect(visit(round(round([], 1), 2), parts[0]!, 1, 3).isReturn).toBe(true);

    let trails = round([], 1);
    for (let i = 0; i < 1000; i++) trails = visit(trails, `other ${i}`, 1, i).trails;
    expect(trails.length).toBeLessThanOrEqual(64);
    expect(trails.some(({ key }) => key === parts[0])).toBe(false);
  });
});
