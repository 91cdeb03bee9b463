import { describe, expect, it } from 'vitest';
import type { StreamLimits } from './demand.js';
import { readWhole } from './whole-text.js';

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

describe('readWhole', () => {
  const prose = Array.from(
    { length: 900 },
    (_, i) => `w${(i * 7919) % 9973}x${'.'.repeat(i % 9 === 0 ? 1 : 0)}`,
  ).join(' ');
  const chant = 'Nothing to do here. ';

  it.each([
    ['a text that is little else', chant.repeat(40), true],
    ['a text of which it is a good part', prose.slice(0, 1500) + chant.repeat(40), true],
    ['a text of which it is a small part', prose + chant.repeat(25) + prose, false],
    ['a short text', chant.repeat(3), false],
    ['no text', '', false],
  ])('%s', (_, text, expected) => {
    expect(readWhole(text, LIMITS) !== undefined).toBe(expected);
  });
});
