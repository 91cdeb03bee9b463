import { describe, expect, it } from 'vitest';
import { newCharTables } from './char-run.js';
import {
  copyWordPlace,
  newReadingTables,
  newWordPlace,
  readWords,
  type WordDemand,
  type WordPlace,
} from './words.js';

const FAR = 1e9;
const DEAF: WordDemand = {
  required: () => FAR,
  judgeRun: () => undefined,
  stale: FAR,
  echo: FAR,
  recital: FAR,
};

function read(text: string, demand: Partial<WordDemand> = {}): { place: WordPlace; by: string | undefined } {
  const tables = newReadingTables();
  const place = newWordPlace();
  const { ring } = newCharTables();
  for (let i = 0; i < text.length; i++) {
    ring[i % ring.length] = text.charCodeAt(i);
    const by = readWords(tables, place, ring, i, i + 1, { ...DEAF, ...demand });
    if (by !== undefined) return { place, by };
  }
  return { place, by: undefined };
}

const CHANT = 'we go there and we come back again ';

describe('readWords', () => {
  it.each<[string, string, Partial<WordDemand>, string | undefined]>([
    ['words that were said before', CHANT.repeat(9), { stale: 1000 }, 'stale'],
    ['words without a new one between them', CHANT.repeat(9), { echo: 1000 }, 'stale'],
    ['sentences that were said before', 'We go there. We come back. '.repeat(5), { recital: 8 }, 'recital'],
    [
      'a run that is judged to be one',
      CHANT.repeat(4),
      { required: () => 9, judgeRun: () => 'counter' },
      'counter',
    ],
    ['a run that is judged not to be one', CHANT.repeat(4), { required: () => 9 }, undefined],
    ['new words', 'every word of this is said just once', { stale: 1, echo: 1, recital: 1 }, undefined],
  ])('finds %s', (_, text, demand, expected) => {
    expect(read(text, demand).by).toBe(expected);
  });

  it.each<[string, string, Partial<WordPlace['run']>]>([
    ['follows a period in words', CHANT.repeat(4), { period: 8 }],
    [
      'counts numbers that go up',
      '1 we go there 2 we go there 3 we go there 4 we go there ',
      { period: 4, steps: 2 },
    ],
    ['counts line ends', 'we go\nthere now\n'.repeat(4), { period: 4, lines: 5 }],
    ['drops the period at another word', `${CHANT.repeat(3)}elsewhere `, { period: 0 }],
    [
      'pays staleness off with new words',
      `${CHANT.repeat(2)}all of these words now are rather new to it `,
      { echo: 0 },
    ],
  ])('%s', (_, text, expected) => {
    expect(read(text).place.run).toMatchObject(expected);
  });

  it('reads on from a copy without touching the original', () => {
    const { place } = read(CHANT.repeat(3));
    const before = JSON.stringify(place);
    const copy = copyWordPlace(place);
    expect(JSON.stringify(copy)).toBe(before);
    readWords(newReadingTables(), copy, Uint16Array.from(Array(4096).fill(97)), 0, 60, DEAF);
    expect(JSON.stringify(place)).toBe(before);
  });
});
