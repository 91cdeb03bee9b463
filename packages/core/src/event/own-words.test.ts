import { describe, expect, it } from 'vitest';
import { OWN_MARK, withoutOwnWords } from './own-words.js';

const callWith = (result: unknown) => ({ kind: 'call' as const, tool: 'Bash', result });
const part = (text: unknown) => ({ type: 'text', text });
const own = `${OWN_MARK} Loop detected.`;

describe('our own words', () => {
  it.each([
    ['a result of others', 'clean', 'clean'],
    ['a hint behind a result', `clean\n\n${own}\nDo something else.`, 'clean'],
    ['a recovery block behind a result', 'clean\n<loop-recovery reset="1">x</loop-recovery>', 'clean'],
    ['the mark inside a sentence', `the text ${OWN_MARK} in a file`, `the text ${OWN_MARK} in a file`],
    ['a record', { rows: 1 }, { rows: 1 }],
    ['parts', [part('clean'), part(own)], [part('clean')]],
    ['parts in an envelope', { content: [part('clean'), part(own)] }, { content: [part('clean')] }],
    ['parts of others', [part('clean'), 7, null, { text: 1 }], [part('clean'), 7, null, { text: 1 }]],
    ['nothing', undefined, undefined],
  ])('are cut off: %s', (_, result, expected) => {
    expect(withoutOwnWords(callWith(result))?.result).toEqual(expected);
  });

  it.each([
    ['a text', own],
    ['a part', [part(own)]],
    ['a part in an envelope', { content: [part(own)], isError: true }],
  ])('that are the whole result say that nothing ran: %s', (_, result) => {
    expect(withoutOwnWords(callWith(result))).toBeNull();
  });

  it('what throws when it is looked at is left as it is', () => {
    const trap = {
      get content(): never {
        throw new Error('no');
      },
      get text(): never {
        throw new Error('no');
      },
    };
    for (const result of [trap, [trap]]) expect(withoutOwnWords(callWith(result))?.result).toBe(result);
  });
});
