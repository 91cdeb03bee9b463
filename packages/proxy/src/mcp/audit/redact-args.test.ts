import { describe, expect, it } from 'vitest';
import { redactArgs, redactText } from './redact-args.js';

const LONG = 'x'.repeat(500);

describe('recorded arguments', () => {
  it.each<[string, unknown, unknown]>([
    ['plain values stay', { a: 1, b: [true, null], c: 'hello' }, { a: 1, b: [true, null], c: 'hello' }],
    ['a number that is a secret by its name', { password: 1234 }, 'all hidden'],
    ['secrets by name', { password: 'x', apiKey: 'y', 'X-Auth-Token': 'z' }, 'all hidden'],
    ['no value, no secret', { token: null }, { token: null }],
    [
      'not in the middle of a word',
      { text: `${'word '.repeat(39)}ghp_abcdefghijklmnopqrstuvwxyz0123456789` },
      { text: `${'word '.repeat(38)}word… 235 characters` },
    ],
    ['long texts are cut', { text: LONG }, { text: `${'x'.repeat(200)}… 500 characters` }],
    [
      'long lists are cut',
      Array.from({ length: 60 }, () => 1),
      [...Array.from({ length: 50 }, () => 1), '[… 10 more]'],
    ],
    ['no arguments', undefined, undefined],
  ])('%s', (_, args, expected) => {
    const hidden = Object.keys(args ?? {}).map((): unknown => expect.stringMatching(/^\[redacted:\w/));
    if (expected === 'all hidden') expect(Object.values(redactArgs(args) as object)).toEqual(hidden);
    else expect(redactArgs(args)).toEqual(expected);
  });

  it.each([
    'sk-proj-abcdefghijklmnop1234',
    'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    'AKIAIOSFODNN7EXAMPLE',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc',
    'xoxb-123456789012-abcdefghij',
  ])('a secret in a text is hidden: %s', (secret) => {
    expect(redactText(`curl -H "Authorization: Bearer ${secret}" https://x`)).not.toContain(secret.slice(4));
    expect(redactText(`KEY=${secret} run`)).not.toContain(secret.slice(4));
  });

  it('deep values are cut, and no input makes it slow', () => {
    let deep: unknown = 'end';
    for (let i = 0; i < 100; i++) deep = { deep };
    expect(JSON.stringify(redactArgs(deep))).toContain('[…]');
    const start = Date.now();
    redactArgs({ text: 'a'.repeat(10_000_000), list: Array.from({ length: 100_000 }, () => 'b') });
    expect(Date.now() - start).toBeLessThan(1000);
  });

  it('half a secret at the cut is not recorded', () => {
    const secret = `ghp_${'A1b2C3d4E5f6G7h8I9j0'.repeat(2).slice(0, 36)}`;
    for (let length = 150; length < 200; length += 7) {
      const shown = JSON.stringify(
        redactArgs({ text: `${'-'.repeat(length)}:${secret}:${'-'.repeat(300)}` }),
      );
      expect(shown).not.toContain(secret.slice(0, 8));
    }
  });
});
