import { describe, expect, it } from 'vitest';
import { isRecord, listOf, numberOf, parseJson, recordOf, textOf } from './json.js';
import { addRecent, setRecent } from './recent.js';

describe('readers for JSON', () => {
  const rows: readonly (readonly [name: string, value: unknown, expected: readonly unknown[]])[] = [
    ['an object', { a: 1 }, [true, { a: 1 }, [], '', undefined]],
    ['a list', [1], [false, {}, [1], '', undefined]],
    ['null', null, [false, {}, [], '', undefined]],
    ['a text', 'a', [false, {}, [], 'a', undefined]],
    ['a number', 0, [false, {}, [], '', 0]],
    ['an infinite number', Infinity, [false, {}, [], '', undefined]],
    ['nothing', undefined, [false, {}, [], '', undefined]],
  ];
  it.each(rows)('%s reads as its own type only', (_, value, expected) => {
    const read = [isRecord(value), recordOf(value), listOf(value), textOf(value), numberOf(value)];
    expect(read).toEqual(expected);
  });

  it('a text that is not JSON is a missing value', () => {
    expect([parseJson('[1]'), parseJson('[1'), parseJson('')]).toEqual([[1], undefined, undefined]);
  });
});

describe('a bounded map', () => {
  it('drops the least recently set entry, and reports it', () => {
    const entries = new Map<string, number>();
    const dropped: unknown[] = [];
    const onDrop = (key: string, value: number): unknown => dropped.push([key, value]);
    for (const key of ['a', 'b', 'a', 'c']) setRecent(entries, key, entries.size, 2, onDrop);
    expect([...entries]).toEqual([
      ['a', 2],
      ['c', 2],
    ]);
    expect(dropped).toEqual([['b', 1]]);
  });

  it('drops as many as needed when its limit has become smaller', () => {
    const entries = new Map([1, 2, 3].map((key) => [key, key]));
    setRecent(entries, 4, 4, 1);
    expect([...entries.keys()]).toEqual([4]);
  });

  it('a set works the same', () => {
    const values = new Set<string>();
    for (const value of ['a', 'b', 'a', 'c']) addRecent(values, value, 2);
    expect([...values]).toEqual(['a', 'c']);
  });
});
