import { describe, expect, it } from 'vitest';
import { LIMITS } from '../testing/stream-levels.js';
import { readWhole } from './whole-text.js';

describe('readWhole', () => {
  const words = (from: number): string =>
    Array.from({ length: 900 }, (_, i) => `w${from + i}x${'.'.repeat(i % 9 === 0 ? 1 : 0)}`).join(' ');
  const prose = words(0);
  const chant = 'Nothing to do here. ';

  it.each([
    ['a text that is little else', chant.repeat(40), true],
    ['a text of which it is a good part', prose.slice(0, 1500) + chant.repeat(40), true],
    ['a text of which it is a small part', prose + chant.repeat(25) + words(1000), false],
    [
      'two parts that are a good part together',
      prose.slice(0, 1500) + chant.repeat(20) + words(1000).slice(0, 900) + chant.repeat(20),
      true,
    ],
    ['a short text', chant.repeat(3), false],
    ['no text', '', false],
  ])('%s', (_, text, expected) => {
    expect(readWhole(text, LIMITS) !== undefined).toBe(expected);
  });
});
