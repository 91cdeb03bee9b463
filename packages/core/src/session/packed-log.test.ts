import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sketch, type Sketch } from '../fingerprint/sketch.js';
import {
  anyAt,
  bitsAt,
  countAt,
  hasPrint,
  packHashes,
  printAt,
  putAny,
  putBits,
  putCount,
  putPrint,
  pushPrint,
  unpackHashes,
} from './packed.js';
import { EMPTY_LOG, type RowCodec, append, type PackedLog, readAll } from './packed-log.js';

interface Item {
  readonly count: number;
  readonly print: number;
  readonly any: number;
  readonly bits: number;
  readonly label: string;
  readonly words: Sketch;
  readonly others: Sketch;
}

const codec = (labels: number): RowCodec<Item> => ({
  labels,
  width: 11,
  write(into, { count, print, any, bits }) {
    putCount(into, count);
    putPrint(into, print);
    putAny(into, any);
    putBits(into, bits);
  },
  read: (rows, at, label, [words = '', others = '']) => ({
    count: countAt(rows, at),
    print: printAt(rows, at + 2),
    any: anyAt(rows, at + 6),
    bits: bitsAt(rows, at + 10),
    ...{ label, words, others },
  }),
  sketches: ({ words, others }) => [words, others],
  count: 2,
});

const words = fc.array(fc.integer(), { maxLength: 20 }).map((hashes) => sketch(hashes));
const item: fc.Arbitrary<Item> = fc.record({
  count: fc.nat(2 ** 30 - 1),
  print: fc.maxSafeNat(),
  any: fc.integer(),
  bits: fc.nat(2 ** 15 - 1),
  label: fc.string().map((text) => text.replaceAll('\n', ' ')),
  words,
  others: words,
});

function logOf(items: readonly Item[], labels: number, max: number): PackedLog {
  return items.reduce((log, one) => append(log, one, codec(labels), max), EMPTY_LOG);
}

describe('a packed log', () => {
  it('returns the last records unchanged, with labels for the newest only', () => {
    const sizes = { max: fc.integer({ min: 1, max: 8 }), labels: fc.integer({ min: 1, max: 8 }) };
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), fc.record(sizes), (items, { max, labels }) => {
        const last = items.slice(-max);
        const expected = last.map((one, i) => (i < last.length - labels ? { ...one, label: '' } : one));
        expect(readAll(logOf(items, labels, max), codec(labels))).toEqual(expected);
      }),
    );
  });

  it('continues if fewer records are wanted than before', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 6, maxLength: 8 }), item, (items, next) => {
        const smaller = append(logOf(items, 5, 8), next, codec(5), 3);
        expect(readAll(smaller, codec(5))).toEqual([...items.slice(-2), next]);
      }),
    );
  });

  it('survives JSON', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 4 }), (items) => {
        const log = logOf(items, 2, 4);
        expect(JSON.parse(JSON.stringify(log))).toEqual(log);
        expect(JSON.stringify(log.rows)).toBe(`"${log.rows}"`);
      }),
    );
  });
});

describe('packed numbers', () => {
  it.each([0, 1, -1, 0.5, -2.75, 1e14, -Infinity, Infinity, 2 ** 40 + 1])('any number: %d', (value) => {
    const units: number[] = [];
    putAny(units, value);
    expect(anyAt(String.fromCharCode(...units), 0)).toBe(value);
  });

  it('a list of digests keeps the last', () => {
    const prints = [1, 2 ** 52, 3, 2 ** 53 - 1].reduce((list, print) => pushPrint(list, print, 3), '');
    expect([1, 2 ** 52, 3, 2 ** 53 - 1].map((print) => hasPrint(prints, print))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

describe('packed hashes', () => {
  it('come back unchanged, also from JSON', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0x7fffffff)), (hashes) => {
        expect(unpackHashes(JSON.parse(JSON.stringify(packHashes(hashes))) as string)).toEqual(hashes);
      }),
    );
  });
});
