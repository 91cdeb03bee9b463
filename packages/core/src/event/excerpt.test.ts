import { expect, it } from 'vitest';
import { excerptOf } from './excerpt.js';

const ring: Record<string, unknown> = { a: 'round' };
ring['self'] = ring;

it.each<[string, unknown, string]>([
  ['a text', 'clean', 'clean'],
  ['a long text is cut', 'x'.repeat(99), 'x'.repeat(40)],
  ['nothing', undefined, ''],
  ['a number', 42, '42'],
  [
    'parts of a message',
    { content: [{ type: 'text', text: 'no such file' }], isError: true },
    'no such file true',
  ],
  ['what a command left', { stdout: '', stderr: 'boom', code: 1 }, 'boom 1'],
  ['a ring', ring, 'round round round round'],
  [
    'a getter that throws',
    {
      first: 'seen',
      get next(): string {
        throw new Error('no');
      },
    },
    'seen',
  ],
])('quotes %s', (_, value, expected) => expect(excerptOf(value, 40)).toBe(expected));

it('reads a bounded part of a large value', () => {
  const large = Array.from({ length: 1e5 }, () => ({ a: null }));
  expect(excerptOf(large, 40)).toBe('');
});
