import { describe, expect, it } from 'vitest';
import { NAMES, SHAPES } from './table.js';

describe('the table of secrets', () => {
  it.each(SHAPES.map((shape) => [shape.start, shape] as const))(
    '%s says where its form is written',
    (_, { source }) => expect(source).toMatch(/\w{3}/),
  );

  it('looks for every rest where the start ends, and no further than a bounded number of characters', () => {
    for (const { rest } of SHAPES) {
      expect(rest.sticky).toBe(true);
      expect(rest.source).not.toMatch(/[*+](?![^[]*\])|\{\d+,\}/);
    }
  });

  it('has no start twice', () => {
    const starts = SHAPES.map(({ start }) => start);
    expect(new Set(starts).size).toBe(starts.length);
  });

  it('has names in small letters, without signs', () => {
    for (const { ending } of NAMES) expect(ending).toMatch(/^[a-z]{3,}$/);
  });
});
