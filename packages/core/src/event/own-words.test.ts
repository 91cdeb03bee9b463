import { describe, expect, it } from 'vitest';
import { acts, play } from '../testing/play.js';
import { call, times, turn } from '../testing/trace.js';
import { isOwnText, OWN_MARK, resultWithoutOwnWords, withoutOwnText, withoutOwnWords } from './own-words.js';

const notice = '[rutbreak] Notice of the loop guard: enough.';
const block = '<loop-recovery reset="1" urgency="warning">\n\n## Loop\n\n</loop-recovery>';

describe('our own words are taken out of a result', () => {
  it.each([
    ['a notice', `clean\n\n${notice}`, 'clean'],
    ['a notice behind the result’s own line end', `clean\n\n\n${notice}`, 'clean\n'],
    ['a block', `clean\n\n${block}`, 'clean'],
    ['two of them', `clean\n\n${block}\n\n${notice}`, 'clean'],
    [
      'what another program put behind them stays',
      `clean\n\n${block}\n\n(took a while)`,
      'clean\n\n(took a while)',
    ],
    ['words for a person, to the end', 'clean\n\n[rutbreak] Paused.\nHow should it go on?', 'clean'],
    ['the line of the matrix preset', 'clean\n[loop detection] x repeated 3x. Do something else.', 'clean'],
    ['the same with more behind it', 'clean\n[loop detection] x.\nmore', 'clean\nmore'],
    ['nothing but a notice', notice, ''],
  ])('%s', (_, text, expected) => {
    expect(withoutOwnText(text)).toBe(expected);
  });

  it.each([
    ['a text about loops', 'for loop, while loop: loops everywhere'],
    ['an open mark that nobody closes', 'a page about <loop-recovery reset="1"> and its use'],
    ['a close mark that nobody opened', 'a page about </loop-recovery> and its use'],
    ['more between the marks than we ever say', `<loop-recovery ${'x'.repeat(7000)}</loop-recovery>`],
    ['the mark in the middle of a line', 'see [rutbreak] in the manual\nand more'],
    ['a mark far from the end', `${notice}${'x'.repeat(13_000)}`],
  ])('left alone: %s', (_, text) => {
    expect(withoutOwnText(text)).toBe(text);
  });

  it.each<[string, unknown, unknown]>([
    ['a list of parts', [{ type: 'text', text: `clean\n\n${notice}` }], [{ type: 'text', text: 'clean' }]],
    ['a part that is ours alone', ['clean', notice], ['clean']],
    [
      'a result of MCP',
      {
        content: [
          { type: 'text', text: 'clean' },
          { type: 'text', text: notice },
        ],
        isError: false,
      },
      { content: [{ type: 'text', text: 'clean' }], isError: false },
    ],
    [
      'an output with its type',
      { type: 'text', value: `clean\n\n${notice}` },
      { type: 'text', value: 'clean' },
    ],
  ])('in %s', (_, result, expected) => {
    const before = structuredClone(result);
    expect(resultWithoutOwnWords(result)).toEqual(expected);
    expect(result).toEqual(before);
  });

  it('a result without our words is the same object', () => {
    const result = { content: [{ type: 'text', text: 'a loop' }], rows: [1, 2] };
    expect(resultWithoutOwnWords(result)).toBe(result);
    expect(resultWithoutOwnWords(null)).toBe(null);
    expect(resultWithoutOwnWords(7)).toBe(7);
  });

  it('a getter that throws is left to itself', () => {
    const result = Object.defineProperty({}, 'content', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    expect(resultWithoutOwnWords(result)).toBe(result);
  });
});

describe('our own words are not progress', () => {
  const plain = call('Bash', { command: 'git status' }, 'nothing to commit');
  const warned = (count: number) =>
    call('Bash', { command: 'git status' }, `nothing to commit\n\n[rutbreak] ${count} times`);
  const events = [plain, plain, plain, plain, warned(5), warned(6), warned(7)];

  it.each(['default', 'votes', 'matrix', 'cycles'])('in results, with the preset %s', (preset) => {
    expect(acts(play(preset, events))).toEqual(acts(play(preset, times(7, plain))));
  });

  it('as a turn, though the edge says that the user spoke', () => {
    expect(isOwnText(notice)).toBe(true);
    expect(isOwnText(`${block}\nplease go on`)).toBe(false);
    expect(isOwnText('make it fast')).toBe(false);
    const withTurns = [1, 2, 3, 4].flatMap((i) => [plain, turn(block.replace('"1"', `"${i}"`))]);
    const felt = acts(play('default', [...withTurns, plain])).filter(([, rung]) => rung !== 'observe');
    expect(felt.map(([at]) => at)).toEqual([8]);
  });

  it('the user message of the cycles preset starts no new task either', () => {
    const [warning] = play('cycles', times(2, plain)).filter((one) => one.kind === 'act');
    expect(warning?.kind === 'act' && isOwnText(warning.text)).toBe(true);
  });
});

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
