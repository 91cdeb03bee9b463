import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CharDemand, lastUnits, newCharPlace, newCharTables, RING_MASK, scanChars } from './char-run.js';

/** Any period that fills `length` characters is enough. */
const demand = (length: number, maxPeriod = 2000): CharDemand => ({
  maxPeriod,
  atLeast: (period) => length - period,
  forUnit: (unit) => length - unit.length,
});

/** The period that is found, and after how many characters. */
function found(text: string, needed: CharDemand): { period: number; at: number; unit: string } | undefined {
  const tables = newCharTables();
  const place = newCharPlace();
  for (let from = 0; from < text.length; from += 32) {
    const to = Math.min(text.length, from + 32);
    for (let i = from; i < to; i++) tables.ring[i & RING_MASK] = text.charCodeAt(i);
    scanChars(tables, place, to, needed);
    if (!place.repeats) continue;
    return {
      period: place.period,
      at: place.length,
      unit: lastUnits(tables.ring, place.length, place.period),
    };
  }
  return undefined;
}

/** No two places of it are alike. */
const unlike = (length: number, from = 0x4e00): string =>
  String.fromCharCode(...Array.from({ length }, (_, i) => from + i));

describe('scanChars', () => {
  it.each([1, 2, 3, 7, 8, 9, 16, 63, 64, 65, 500, 1999, 2000])('finds a period of %d', (period) => {
    const text = unlike(100, 0x100) + unlike(period).repeat(Math.ceil(4200 / period));
    const finding = found(text, demand(Math.max(40, 2 * period)));
    expect(finding?.period).toBe(period);
    expect(finding?.at).toBeLessThanOrEqual(100 + Math.max(40, 2 * period) + 8);
  });

  it.each<[string, string, CharDemand]>([
    ['a period that is too long', unlike(120).repeat(30), demand(300, 100)],
    ['too few copies', unlike(50).repeat(3), demand(200)],
    ['a text without any', unlike(6000), demand(40)],
    [
      'copies with another sign in each',
      Array.from({ length: 40 }, (_, i) => `${unlike(50)}${i}`).join(''),
      demand(200),
    ],
  ])('does not find %s', (_, text, needed) => {
    expect(found(text, needed)).toBeUndefined();
  });

  it('gives a unit that repeats to exactly what was written', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 60 }), fc.string({ maxLength: 90 }), (unit, lead) => {
        const text = lead + unit.repeat(Math.ceil(400 / unit.length));
        const finding = found(text, demand(300));
        expect(finding).toBeDefined();
        const { period, at } = finding!;
        expect(text.slice(at - period, at)).toBe(finding!.unit);
        expect(period).toBeLessThanOrEqual(unit.length);
      }),
      { numRuns: 200 },
    );
  });

  it('asks about the unit only where the run may be long enough', () => {
    const asked: string[] = [];
    const needed = { ...demand(200), forUnit: (unit: string): number => (asked.push(unit), 1e9) };
    found(`${unlike(500)}${'ab'.repeat(60)}${unlike(500, 0x5e00)}`, needed);
    expect(asked).toEqual([]);
    found('ab'.repeat(200), needed);
    expect(asked).toEqual(['ab']);
  });
});
