import { describe, expect, it } from 'vitest';
import { hear, type Memory, newMemory } from './memory.js';

const range = (count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, i) => hashOf(from + i));

/** Spread over all bits, as hashes are. */
function hashOf(i: number): number {
  return Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(i + 7, 0x85ebca6b);
}

function afterAll(...parts: readonly (readonly number[])[]): Memory {
  return parts.reduce((memory, hashes) => hear(memory, hashes).memory, newMemory());
}

describe('hear', () => {
  it('all is new at first', () => {
    expect(hear(newMemory(), range(20)).share).toBe(1);
  });

  it('what was heard is not new', () => {
    expect(hear(afterAll(range(20)), range(20)).share).toBe(0);
  });

  it('the share of what is new', () => {
    expect(hear(afterAll(range(15)), range(20)).share).toBe(0.25);
  });

  it('nothing at all is news, and changes nothing', () => {
    const memory = afterAll(range(3));
    expect(hear(memory, [])).toEqual({ memory, share: 1 });
  });

  it('what comes twice in one go counts twice as new: nothing of it was heard before', () => {
    expect(hear(newMemory(), [5, 5, 5]).share).toBe(1);
  });

  it('the memory that was given stays as it was', () => {
    const memory = afterAll(range(10));
    hear(memory, range(10, 100));
    expect(memory).toBe(afterAll(range(10)));
  });

  it('where nothing is new, the memory is the very same', () => {
    const memory = afterAll(range(10));
    expect(hear(memory, range(10)).memory).toBe(memory);
  });

  it('JSON carries it', () => {
    const memory = afterAll(range(600), range(50, 1000));
    expect(JSON.parse(JSON.stringify(memory))).toEqual(memory);
    expect(hear(JSON.parse(JSON.stringify(memory)) as Memory, range(50, 1000)).share).toBe(0);
  });

  it('hundreds of things are remembered, and few are mistaken for them', () => {
    const memory = afterAll(range(400));
    expect(hear(memory, range(400)).share).toBe(0);
    expect(hear(memory, range(400, 10_000)).share).toBeGreaterThan(0.9);
  });

  it('a full generation grows old and is still known', () => {
    const memory = afterAll(range(600));
    expect(memory.length).toBe(2 + 265);
    expect(hear(memory, range(600)).share).toBe(0);
  });

  it('a generation that is full of few things grows old too', () => {
    const memory = afterAll(Array<number>(600).fill(5), range(20, 100));
    expect(hear(memory, [5, ...range(20, 100)]).share).toBe(0);
    expect(hear(memory, range(100, 10_000)).share).toBeGreaterThan(0.9);
  });

  it('the one before it is forgotten', () => {
    const memory = afterAll(range(600), range(600, 10_000));
    expect(hear(memory, range(600)).share).toBeGreaterThan(0.9);
    expect(hear(memory, range(600, 10_000)).share).toBe(0);
  });

  it('little takes little room, and nothing is lost where the list of bits becomes the bits themselves', () => {
    const parts = Array.from({ length: 30 }, (_, i) => range(10, 10 * i));
    expect(afterAll(parts[0]!).length).toBeLessThanOrEqual(22);
    for (let count = 1; count <= parts.length; count++) {
      const memory = afterAll(...parts.slice(0, count));
      expect(hear(memory, parts.slice(0, count).flat()).share).toBe(0);
      expect(memory.length).toBeLessThanOrEqual(267);
    }
  });

  it('it does not grow', () => {
    const parts = Array.from({ length: 40 }, (_, i) => range(100, 1000 * i));
    expect(JSON.stringify(afterAll(...parts)).length).toBeLessThan(4000);
  });

  it.each([0, -1, 0x7fffffff, -0x80000000, 0xffffffff])('any hash will do: %d', (hash) => {
    expect(hear(newMemory(), [hash]).share).toBe(1);
    expect(hear(afterAll([hash]), [hash]).share).toBe(0);
  });

  it('one at a time is remembered as among others that are known', () => {
    let memory = afterAll([hashOf(0)]);
    let compared = 0;
    for (let i = 1; i < 1300; i++) {
      const known = Array<number>(4).fill(hashOf(i - 1));
      const { memory: next, share } = hear(memory, [hashOf(i)]);
      // Just after a generation was full, the last one is no longer of the young one.
      if (hear(memory, known).memory === memory) {
        expect(hear(memory, [hashOf(i), ...known])).toEqual({ memory: next, share: share / 5 });
        compared++;
      }
      memory = next;
    }
    expect(compared).toBeGreaterThan(1290);
  });
});
