import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../testing/stream-levels.js';
import { findingIn, readChunk, newStream, type TextStream } from './text-stream.js';

interface Told {
  /** The findings by chunk, identified by the end of the chunk. */
  readonly found: readonly (readonly [end: number, identity: number | string, level: number])[];
  readonly state: string;
}

/** Feeds a text in chunks; `isReborn` says after which of them the state goes through JSON. */
function tell(
  text: string,
  sizes: readonly number[],
  isReborn: (chunk: number) => boolean = () => false,
): Told {
  let stream = newStream(false);
  const found: [number, number | string, number][] = [];
  for (let chunk = 0, from = 0; from < text.length; chunk++) {
    const to = Math.min(text.length, from + sizes[chunk % sizes.length]!);
    const next = readChunk(stream, text.slice(from, to), LIMITS);
    const finding = findingIn(next);
    if (finding) found.push([to, finding.identity, finding.level]);
    stream = isReborn(chunk) ? (JSON.parse(JSON.stringify(next)) as TextStream) : next;
    from = to;
  }
  return { found, state: JSON.stringify(stream) };
}

/** Texts that repeat themselves more or less, over several blocks. */
const texts = fc
  .array(
    fc.record({
      unit: fc.oneof(
        fc.string({ minLength: 1, maxLength: 40 }),
        fc.constantFrom(
          'Let me see. ',
          'ha ',
          '```\n',
          'x = 1;\n',
          '{"a b c d e": 1} ',
          'Step 1 of the plan is done.\n',
          '我去修复。',
        ),
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', '\n', '7'), minLength: 1, maxLength: 300 }),
      ),
      copies: fc.integer({ min: 1, max: 60 }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((parts) => parts.map(({ unit, copies }, i) => `${unit.repeat(copies)}${i}`).join(''));
const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 8 });

describe('listen', () => {
  it('finds the same at the same position for any chunk boundaries', () => {
    fc.assert(
      fc.property(texts, sizes, (text, cut) => {
        const exact = tell(text, [1]);
        const other = tell(text, cut);
        expect(other.state).toBe(exact.state);
        for (const least of [1, 2]) {
          const first = ({ found }: Told) => found.find(([, , level]) => level >= least)?.[0];
          const at = first(exact);
          const to = first(other);
          expect(to === undefined).toBe(at === undefined);
          if (at !== undefined) expect(to! >= at && to! < at + Math.max(...cut)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('tells a cut that is over by the end of a chunk, whatever was found after it', () => {
    const text = `${'a'.repeat(204)}0${'{"a b c d e": 1} '.repeat(10)}`;
    expect(tell(text, [text.length]).found.map(([, , level]) => level)).toEqual([2]);
  });

  it('continues from a restored state as if nothing had happened', () => {
    fc.assert(
      fc.property(texts, sizes, fc.integer({ min: 1, max: 20 }), (text, cut, every) => {
        expect(tell(text, cut, (chunk) => chunk % every === 0)).toEqual(tell(text, cut));
      }),
      { numRuns: 40 },
    );
  });

  it('continues with other limits', () => {
    const unit = 'I will look at that file again. ';
    const stream = readChunk(newStream(false), unit.repeat(3), LIMITS);
    expect(findingIn(readChunk(stream, unit.repeat(2), LIMITS))).toBeUndefined();
    expect(findingIn(readChunk(stream, unit.repeat(2), { ...LIMITS, counterLines: 4 }))).toBeDefined();
  });

  it('reports a loop with one identity while it lasts, and no longer', () => {
    const text = `Here we go. ${'I will look at that file again. '.repeat(30)}Then the other thing is done, and it is fine.`;
    const { found } = tell(text, [10]);
    const ends = found.map(([end]) => end);
    expect(new Set(found.map(([, identity]) => identity)).size).toBe(1);
    expect(ends).toEqual(Array.from({ length: ends.length }, (_, i) => ends[0]! + 10 * i));
    expect(ends.at(-1)).toBeGreaterThan(12 + 32 * 30 - 10);
    expect(ends.at(-1)).toBeLessThan(12 + 32 * 30 + 30);
  });

  it('remembers text up to one block back', () => {
    const words = (from: number): string =>
      Array.from({ length: 150 }, (_, i) => `word${from + i} and`).join(' ');
    const passage = `${Array.from({ length: 40 }, (_, i) => `the ${'abcdefghij'[i % 10]}${'klmno'[i % 5]}p thing`).join(' ')} `;
    const near = [0, 1, 2, 3, 4].map((i) => `${passage}${words(1000 * i).slice(0, 300)} `).join('');
    expect(tell(near.repeat(2), [50]).found).not.toEqual([]);
  });
});
