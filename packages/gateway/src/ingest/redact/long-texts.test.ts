import { describe, expect, it } from 'vitest';
import { countTurns } from '../../testing/turns.js';
import { cutLongTexts, MAX_TEXT, MAX_TEXTS } from './long-texts.js';

const SECRET = `ghp_${'aB3'.repeat(12)}`;
const cut = (text: string) => cutLongTexts(text);

describe('a long text', () => {
  it.each([
    ['a short text', 'hello'],
    ['a text of the limit', 'x'.repeat(MAX_TEXT)],
    ['a number', 7],
    ['a value without long texts', { a: ['b', { c: null }] }],
  ])('%s stays unchanged', async (_, value) => {
    expect(await cutLongTexts(value)).toBe(value);
  });

  it('keeps its beginning and its end', async () => {
    const text = `begin ${'x'.repeat(MAX_TEXT)} end`;
    expect(await cut(text)).toMatch(/^begin x+\n\[\d+ characters left out, sha256:[0-9a-f]{24}\]\nx+ end$/);
    expect((await cut(text)).length).toBeLessThan(MAX_TEXT);
  });

  it('equals another one only if the complete texts are equal', async () => {
    const long = (middle: string) => 'x'.repeat(50_000) + middle + 'x'.repeat(50_000);
    expect(await cut(long('a'))).toBe(await cut(long('a')));
    expect(await cut(long('a'))).not.toBe(await cut(long('b')));
  });

  it('leaves no half of a secret at the cuts', async () => {
    for (let at = 32 * 1024 - 45; at <= 32 * 1024 + 5; at += 3) {
      const text = `${'x '.repeat(at / 2)}${SECRET} ${'y '.repeat(MAX_TEXT)}`;
      expect(await cut(text)).not.toContain(SECRET.slice(0, 8));
    }
    for (let left = 8 * 1024 - 45; left <= 8 * 1024 + 5; left += 3) {
      const text = `${'y '.repeat(MAX_TEXT)}${SECRET}${' x'.repeat(left / 2)}`;
      expect(await cut(text)).not.toContain(SECRET.slice(-8));
    }
  });

  it('is cut inside lists and objects', async () => {
    const [short, { long }] = (await cutLongTexts(['a', { long: 'x'.repeat(MAX_TEXT + 1) }])) as [
      string,
      { long: string },
    ];
    expect([short, long.length < MAX_TEXT]).toEqual(['a', true]);
  });

  it('is cut where it is a name', async () => {
    const names = Object.keys(await cutLongTexts({ ['a'.repeat(MAX_TEXT + 1)]: 1, b: 2 }));
    expect(names.map((name) => name.length < MAX_TEXT)).toEqual([true, true]);
  });

  it('of megabytes lets others run in between', async () => {
    expect(await countTurns(() => cut('x'.repeat(32 * MAX_TEXT)))).toBeGreaterThan(3);
  });
});

describe('many texts', () => {
  const texts = (last: string): readonly string[] => [
    ...Array.from({ length: 60 }, (_, i) => `${i} ${'x'.repeat(60_000)}`),
    last.repeat(1000),
    last,
  ];

  it('are kept up to a limit, and short ones in any case', async () => {
    const kept = await cutLongTexts(texts('z'));
    expect(kept[0]).toBe(texts('z')[0]);
    expect(kept[9]).toMatch(/^\[60002 characters left out, sha256:[0-9a-f]{24}\]$/);
    expect(kept.at(-1)).toBe('z');
    expect(kept.join('').length).toBeLessThan(MAX_TEXTS + 10_000);
  });

  it('stay different where they differ only behind the limit', async () => {
    const [a, b, again] = [await cutLongTexts(texts('a')), await cutLongTexts(texts('b')), texts('a')];
    expect(a[60]).not.toBe(b[60]);
    expect(await cutLongTexts(again)).toEqual(a);
  });
});
