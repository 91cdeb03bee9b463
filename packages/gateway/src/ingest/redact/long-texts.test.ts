import { describe, expect, it } from 'vitest';
import { cutLongTexts, MAX_TEXT } from './long-texts.js';

const SECRET = `ghp_${'aB3'.repeat(12)}`;
const cut = (text: string) => cutLongTexts(text) as string;

describe('a long text', () => {
  it.each([
    ['a short text', 'hello'],
    ['a text of the limit', 'x'.repeat(MAX_TEXT)],
    ['a number', 7],
    ['a value without long texts', { a: ['b', { c: null }] }],
  ])('%s stays unchanged', (_, value) => {
    expect(cutLongTexts(value)).toBe(value);
  });

  it('keeps its beginning and its end', () => {
    const text = `begin ${'x'.repeat(MAX_TEXT)} end`;
    expect(cut(text)).toMatch(/^begin x+\n\[\d+ characters left out, sha256:[0-9a-f]{24}\]\nx+ end$/);
    expect(cut(text).length).toBeLessThan(MAX_TEXT);
  });

  it('equals another one only if the complete texts are equal', () => {
    const long = (middle: string) => 'x'.repeat(50_000) + middle + 'x'.repeat(50_000);
    expect(cut(long('a'))).toBe(cut(long('a')));
    expect(cut(long('a'))).not.toBe(cut(long('b')));
  });

  it('leaves no half of a secret at the cuts', () => {
    for (let at = 32 * 1024 - 45; at <= 32 * 1024 + 5; at += 3) {
      const text = `${'x '.repeat(at / 2)}${SECRET} ${'y '.repeat(MAX_TEXT)}`;
      expect(cut(text)).not.toContain(SECRET.slice(0, 8));
    }
    for (let left = 8 * 1024 - 45; left <= 8 * 1024 + 5; left += 3) {
      const text = `${'y '.repeat(MAX_TEXT)}${SECRET}${' x'.repeat(left / 2)}`;
      expect(cut(text)).not.toContain(SECRET.slice(-8));
    }
  });

  it('is cut inside lists and objects', () => {
    const [short, { long }] = cutLongTexts(['a', { long: 'x'.repeat(MAX_TEXT + 1) }]) as [
      string,
      { long: string },
    ];
    expect([short, long.length < MAX_TEXT]).toEqual(['a', true]);
  });
});
