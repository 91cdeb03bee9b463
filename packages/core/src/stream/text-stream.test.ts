import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StreamLimits } from './demand.js';
import { type Finding, listen, newStream, type TextStream } from './text-stream.js';

const LIMITS: StreamLimits = {
  maxPeriod: 2000,
  tokenCopies: 22,
  phraseLength: 360,
  passageCopies: 3,
  numberLength: 600,
  markLength: 1000,
  counterCopies: 6,
  echoWords: 120,
  staleWords: 250,
  saidSentences: 10,
  codeFactor: 2,
};

interface Told {
  readonly found: string;
  /** Between these characters of the text. */
  readonly from: number;
  readonly to: number;
  readonly state: string;
}

/** Hears a text in chunks; `isReborn` says after which of them the state goes through JSON. */
function tell(
  text: string,
  sizes: readonly number[],
  isReborn: (chunk: number) => boolean = () => false,
): Told {
  let stream = newStream(false);
  let from = 0;
  for (let chunk = 0; from < text.length; chunk++) {
    const to = Math.min(text.length, from + sizes[chunk % sizes.length]!);
    const heard: TextStream | Finding = listen(stream, text.slice(from, to), LIMITS);
    if (heard.base === undefined) return { found: `${heard.by} ${heard.identity}`, from, to, state: '' };
    stream = isReborn(chunk) ? (JSON.parse(JSON.stringify(heard)) as TextStream) : heard;
    from = to;
  }
  return { found: '', from, to: from, state: JSON.stringify(stream) };
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
  it('finds the same at the same place, however the text is cut', () => {
    fc.assert(
      fc.property(texts, sizes, (text, cut) => {
        const exact = tell(text, [1]);
        const other = tell(text, cut);
        expect(other.found).toBe(exact.found);
        expect(other.state).toBe(exact.state);
        if (exact.found !== '') expect(other.from < exact.to && exact.to <= other.to).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('goes on from a restored state as if nothing had happened', () => {
    fc.assert(
      fc.property(texts, sizes, fc.integer({ min: 1, max: 20 }), (text, cut, every) => {
        expect(tell(text, cut, (chunk) => chunk % every === 0)).toEqual(tell(text, cut));
      }),
      { numRuns: 40 },
    );
  });

  it('reads on with other limits', () => {
    const unit = 'I will look at that file again. ';
    const stream = listen(newStream(false), unit.repeat(6), LIMITS) as TextStream;
    expect(listen(stream, unit.repeat(2), LIMITS).base).toBeDefined();
    expect(listen(stream, unit.repeat(2), { ...LIMITS, phraseLength: 200 }).base).toBeUndefined();
  });

  it('remembers what was said up to a block before', () => {
    const words = (from: number): string =>
      Array.from({ length: 150 }, (_, i) => `word${from + i} and`).join(' ');
    const passage = `${Array.from({ length: 40 }, (_, i) => `the ${'abcdefghij'[i % 10]}${'klmno'[i % 5]}p thing`).join(' ')} `;
    const near = [0, 1, 2, 3, 4].map((i) => `${passage}${words(1000 * i).slice(0, 300)} `).join('');
    expect(tell(near.repeat(2), [50]).found).not.toBe('');
  });
});
