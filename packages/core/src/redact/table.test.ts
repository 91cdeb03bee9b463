import { describe, expect, it } from 'vitest';
import { NAMES, SHAPES } from './table.js';

describe('the table of secrets', () => {
  it.each(SHAPES.map((shape) => [shape.start, shape] as const))(
    '%s names the source of its form',
    (_, { source }) => expect(source).toMatch(/\w{3}/),
  );

  it('searches each rest where the prefix ends, within a bounded number of characters', () => {
    for (const { rest } of SHAPES) {
      expect(rest.sticky).toBe(true);
      expect(rest.source).not.toMatch(/[*+](?![^[]*\])|\{\d+,\}/);
    }
  });

  it('has no prefix twice', () => {
    const starts = SHAPES.map(({ start }) => start);
    expect(new Set(starts).size).toBe(starts.length);
  });

  it('has names in lower case, without symbols', () => {
    for (const { ending } of NAMES) expect(ending).toMatch(/^[a-z]{3,}$/);
  });
});
