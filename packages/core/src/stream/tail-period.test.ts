import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Demand, emptyTail, feed, type Repeat, type Tail } from './tail-period.js';

/** Short units must fill at least eight characters more than one copy; shorter runs are not searched. */
const copiesFor = (period: number): number => (period === 1 ? 20 : period < 20 ? 6 : 3);
const runFor = (period: number): number => (copiesFor(period) - 1) * period;

function demand(maxPeriod = 200, forUnit = (unit: string): number => runFor(unit.length)): Demand {
  return { maxPeriod, atLeast: runFor, forUnit };
}

/** The repeat, if any, at each character. */
function repeatsIn(text: string, wanted = demand(), start = emptyTail()): (Repeat | undefined)[] {
  let tail = start;
  return Array.from(text, (_, i) => {
    const step = feed(tail, text.charAt(i), wanted);
    tail = step.tail;
    return step.repeat;
  });
}

const atEnd = (text: string, wanted = demand()): Repeat | undefined => {
  const before = feed(emptyTail(), text.slice(0, -1), wanted);
  return feed(before.tail, text.slice(-1), wanted).repeat;
};

const asJson = (tail: Tail): Tail => JSON.parse(JSON.stringify(tail)) as Tail;

/** Letters in an order that does not repeat soon. */
function scramble(length: number, seed = 1): string {
  let value = seed;
  return Array.from({ length }, () => {
    value = (Math.imul(value, 1103515245) + 12345) >>> 0;
    return String.fromCharCode(97 + ((value >>> 16) % 26));
  }).join('');
}

const isPrimitive = (unit: string): boolean => (unit + unit).indexOf(unit, 1) === unit.length;

/** How many characters at the end equal the one a period earlier. */
function naiveRun(text: string, period: number): number {
  let run = 0;
  while (run + period < text.length && text.at(-1 - run) === text.at(-1 - run - period)) run++;
  return run;
}

describe('feed', () => {
  const periods = [1, 2, 3, 7, 8, 9, 19, 20, 21, 64, 199, 200, 500, 1024, 1999, 2000];

  it.each(periods)('finds a unit of %i characters at the last required character, not before', (period) => {
    const unit = scramble(period);
    const text = `${scramble(50, 7)}.${unit.repeat(copiesFor(period))}`;
    const found = repeatsIn(text, demand(2000));
    expect(found.slice(0, -1).every((repeat) => repeat === undefined)).toBe(true);
    expect(found.at(-1)).toMatchObject({ period, copies: copiesFor(period) });
  });

  it('counts the copies as they come', () => {
    const found = repeatsIn('abc '.repeat(9));
    expect(found.flatMap((repeat, i) => (repeat ? [[i, repeat.copies]] : []))).toEqual([
      // The sixth copy is complete before the space that leads to the seventh.
      ...[22, 23, 24, 25, 26].map((i) => [i, 6]),
      ...[27, 28, 29, 30].map((i) => [i, 7]),
      ...[31, 32, 33, 34].map((i) => [i, 8]),
      [35, 9],
    ]);
  });

  it('does not search for units longer than allowed', () => {
    expect(repeatsIn(scramble(201).repeat(10)).some(Boolean)).toBe(false);
  });

  it('ignores repetition inside the unit', () => {
    for (const unit of [
      'the same words the same the same the same words ',
      'the same words abcabcabcabcabcabcthe same words abcabcabc',
      'aaaaaaaaaaaaaaaaaabaaaaaaaaabaaaaaaaaab',
      `${'a'.repeat(18)}the same ${'abc'.repeat(6)}aaaaaaaaax`,
    ]) {
      expect(atEnd(`so: ${unit.repeat(3)}`)).toMatchObject({ period: unit.length, copies: 3 });
    }
  });

  it('finds the next repeat after one that broke off', () => {
    const text = `${'ab'.repeat(10)} well ${scramble(30).repeat(3)}`;
    expect(atEnd(text)).toMatchObject({ period: 30, copies: 3 });
  });

  it('never counts a unit with a demand of 0', () => {
    const noDividers = demand(200, (unit) => (unit.includes('=') ? 0 : runFor(unit.length)));
    expect(repeatsIn('='.repeat(500), noDividers).some(Boolean)).toBe(false);
    expect(atEnd('='.repeat(500) + 'a'.repeat(20), noDividers)?.period).toBe(1);
  });

  it('demands more for some units', () => {
    const patient = demand(200, (unit) => 9 * unit.length);
    expect(atEnd('abc '.repeat(9), patient)).toBeUndefined();
    expect(atEnd('abc '.repeat(10), patient)).toMatchObject({ copies: 10 });
  });

  it('names one unit, whatever the chunk boundaries', () => {
    const found = repeatsIn('Let me check the file again. '.repeat(5)).flatMap(
      (repeat) => repeat?.unit ?? [],
    );
    expect(new Set(found)).toEqual(new Set([' Let me check the file again.']));
  });

  it('handles CJK text and emoji like any other', () => {
    expect(atEnd('この手順をもう一度確認してから次に進みます。'.repeat(3))?.period).toBe(22);
    expect(atEnd('😀'.repeat(20))).toMatchObject({ period: 2, unit: '😀' });
  });

  it('an empty chunk changes nothing', () => {
    const { tail } = feed(emptyTail(), 'abc '.repeat(5), demand());
    const idle = feed(tail, '', demand());
    expect(idle.repeat).toBeUndefined();
    expect(feed(idle.tail, 'abc ', demand()).repeat).toEqual(feed(tail, 'abc ', demand()).repeat);
  });
});

describe('the state of a stream', () => {
  const text = `${scramble(300, 3)}${'on and '.repeat(8)}${scramble(60, 5).repeat(4)}${'z'.repeat(30)}`;

  it('survives JSON at any point', () => {
    let whole = emptyTail();
    let restored = emptyTail();
    for (const sign of text) {
      const a = feed(whole, sign, demand());
      const b = feed(asJson(restored), sign, demand());
      expect(b.repeat).toEqual(a.repeat);
      expect(asJson(b.tail)).toEqual(asJson(a.tail));
      whole = a.tail;
      restored = b.tail;
    }
  });

  it('survives JSON after much more text than is kept', () => {
    const unit = scramble(2000, 9);
    const { tail } = feed(emptyTail(), scramble(50_000, 11) + unit + unit, demand(2000));
    expect(feed(asJson(tail), unit, demand(2000)).repeat).toMatchObject({ period: 2000, copies: 3 });
    expect(feed(tail, unit, demand(2000)).repeat).toMatchObject({ period: 2000, copies: 3 });
  });

  it('can be stepped again with the same result', () => {
    const tails = [emptyTail()];
    for (const sign of text) tails.push(feed(tails.at(-1)!, sign, demand()).tail);
    for (let i = 0; i < text.length; i += 13) {
      const again = feed(tails[i]!, text.slice(i, i + 1), demand());
      expect(asJson(again.tail)).toEqual(asJson(tails[i + 1]!));
    }
  });

  it('can be continued in two independent ways', () => {
    const { tail } = feed(emptyTail(), 'abc '.repeat(5), demand());
    const other = feed(tail, 'xyz '.repeat(5), demand());
    const same = feed(tail, 'abc ', demand());
    expect(same.repeat).toMatchObject({ period: 4, copies: 6 });
    expect(feed(other.tail, 'xyz ', demand()).repeat).toMatchObject({ period: 4, copies: 6 });
  });

  it('does not grow with the stream', () => {
    let tail = emptyTail();
    for (let i = 0; i < 2000; i++) {
      tail = feed(tail, scramble(40, i + 1), demand()).tail;
      expect(tail.text.length).toBeLessThanOrEqual(16_384);
    }
    expect(feed(tail, scramble(1_000_000), demand()).tail.text.length).toBeLessThanOrEqual(16_384);
  });
});

describe('against a naive search', () => {
  const some = (signs: string, maxLength: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...signs.split('')), maxLength });
  const block = fc.constantFrom(
    'aaaaaaaaa',
    'aaaaaaaaab',
    'abcabcabc',
    'the same ',
    'the same again ',
    'x',
    'ab',
  );
  const unit = fc.oneof(
    some('ab', 200),
    some('abc ', 200),
    fc.array(block, { maxLength: 20 }).map((blocks) => blocks.join('').slice(0, 200)),
  );

  it('reports everything that ends in enough copies of a primitive unit', () => {
    fc.assert(
      fc.property(some('ab ', 300), unit, (prefix, one) => {
        fc.pre(one !== '' && isPrimitive(one));
        const found = atEnd(prefix + one.repeat(copiesFor(one.length)));
        expect(found?.period).toBe(one.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('never reports a period that the text does not have, or one twice too long', () => {
    const parts = fc.array(fc.tuple(some('ab', 30), fc.integer({ min: 1, max: 8 })), { maxLength: 12 });
    fc.assert(
      fc.property(parts, (list) => {
        const text = list.map(([part, count]) => part.repeat(count)).join('');
        repeatsIn(text).forEach((repeat, i) => {
          if (!repeat) return;
          const run = naiveRun(text.slice(0, i + 1), repeat.period);
          expect(run).toBeGreaterThanOrEqual(runFor(repeat.period));
          expect(repeat.copies).toBeLessThanOrEqual(Math.floor(run / repeat.period) + 1);
          expect(isPrimitive(repeat.unit)).toBe(true);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same result for any chunk boundaries', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(some('ab ', 60), unit, cuts, (prefix, one, sizes) => {
        fc.pre(one !== '');
        const text = prefix + one.repeat(copiesFor(one.length) + 1);
        let tail = emptyTail();
        let repeat: Repeat | undefined;
        for (let from = 0, i = 0; from < text.length; i++) {
          const size = sizes[i % sizes.length]!;
          ({ tail, repeat } = { repeat: undefined, ...feed(tail, text.slice(from, from + size), demand()) });
          from += size;
        }
        const whole = feed(emptyTail(), text, demand());
        const { text: kept, pieces, ...rest } = asJson(tail);
        expect(asJson(whole.tail)).toMatchObject({ ...rest, text: kept });
        expect(pieces).toBeGreaterThanOrEqual(0);
        expect(repeat?.unit).toBe(whole.repeat?.unit);
      }),
    );
  });
});
