import { presetOf } from './presets/index.js';
import { describe, expect, it } from 'vitest';
import { createGuard } from './guard.js';
import { actOf, acts, play } from './testing/play.js';
import { call, times, turn } from './testing/trace.js';
import type { AgentEvent, CallEvent } from './event/event.js';
import {
  hasOwnMark,
  recogniseOwnText,
  OWN_MARK,
  rememberSaid,
  resultWithoutNotices,
  withoutNotices,
} from './event/own-words.js';

const notice = '[rutbreak] Notice of the loop guard: enough.';
const block = '<loop-recovery reset="1" urgency="warning">\n\n## Loop\n\n</loop-recovery>';

describe('notices are removed from a history', () => {
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
    expect(withoutNotices(text)).toBe(expected);
  });

  it.each([
    ['a text about loops', 'for loop, while loop: loops everywhere'],
    ['an open mark that nobody closes', 'a page about <loop-recovery reset="1"> and its use'],
    ['a close mark that nobody opened', 'a page about </loop-recovery> and its use'],
    ['more between the marks than we ever say', `<loop-recovery ${'x'.repeat(7000)}</loop-recovery>`],
    ['the mark in the middle of a line', 'see [rutbreak] in the manual\nand more'],
    ['a mark far from the end', `${notice}${'x'.repeat(13_000)}`],
  ])('left alone: %s', (_, text) => {
    expect(withoutNotices(text)).toBe(text);
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
    expect(resultWithoutNotices(result)).toEqual(expected);
    expect(result).toEqual(before);
  });

  it("a result without the guard's words stays the same object", () => {
    const result = { content: [{ type: 'text', text: 'a loop' }], rows: [1, 2] };
    expect(resultWithoutNotices(result)).toBe(result);
    expect(resultWithoutNotices(null)).toBe(null);
    expect(resultWithoutNotices(7)).toBe(7);
  });

  it('a throwing getter is left alone', () => {
    const result = Object.defineProperty({}, 'content', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    expect(resultWithoutNotices(result)).toBe(result);
  });
});

const status = call('Bash', { command: 'git status' }, 'nothing to commit');
const attempt: AgentEvent = { kind: 'attempt', tool: 'Bash', args: { command: 'git status' } };
const part = (text: unknown) => ({ type: 'text', text });
const words = `${OWN_MARK} Notice: enough.`;
const afterVeto = rememberSaid([], attempt, { text: words, isVeto: true });
const afterNudge = rememberSaid([], status, { text: words, isVeto: false });
const withResult = (result: unknown): CallEvent => ({ ...status, result });

describe('a refusal that comes back', () => {
  it.each<[string, unknown]>([
    ['as a text', words],
    ['with blanks around it', `${words}\n`],
    ['as a part', [part(words)]],
    ['as a part in an envelope', { content: [part(words)], isError: true }],
  ])('shows that nothing ran: %s', (_, result) => {
    expect(recogniseOwnText(afterVeto, withResult(result)).event).toBeNull();
  });

  it('is recognised once per refusal', () => {
    const { said } = recogniseOwnText(afterVeto, withResult(words));
    expect(recogniseOwnText(said, withResult(words)).event).toEqual(withResult(words));
  });

  it.each<[string, CallEvent]>([
    ['of another call', { ...status, args: { command: 'cat veto.txt' }, result: words }],
    ['of another tool', { ...status, tool: 'Read', result: words }],
    ['in other words', withResult(`${OWN_MARK} Notice: not enough.`)],
    ['in part', withResult(words.slice(0, -3))],
    ['with more behind it', withResult(`${words}\nmore`)],
    [
      'that throws',
      withResult({
        get content(): never {
          throw new Error('no');
        },
      }),
    ],
  ])('is not recognised in a result %s', (_, event) => {
    expect(recogniseOwnText(afterVeto, event).event).toBe(event);
  });

  it('is not recognised if the guard said nothing', () => {
    expect(recogniseOwnText(undefined, withResult(words)).event).toEqual(withResult(words));
  });
});

describe('a notice that comes back', () => {
  it.each<[string, unknown]>([
    ['behind a result', `clean\n\n${words}`],
    ['in a part of it', [part('clean'), part(words)]],
  ])('is part of the result, so a copy hides nothing: %s', (_, result) => {
    const event = withResult(result);
    expect(recogniseOwnText(afterNudge, event).event).toBe(event);
  });

  it('is never the whole result, because the call ran', () => {
    expect(recogniseOwnText(afterNudge, withResult(words)).event).toEqual(withResult(words));
  });

  it('does not count as a user turn, once', () => {
    const recognised = recogniseOwnText(afterNudge, turn(words));
    expect(recognised.event).toMatchObject({ role: 'harness', reason: 'guard' });
    expect(recogniseOwnText(recognised.said, turn(words)).event).toEqual(turn(words));
  });

  it.each(['matrix', 'cycles', 'votes', 'default'])('as a turn of the preset %s', (preset) => {
    const session = createGuard({ preset: presetOf(preset) }).session('one');
    const said = times(8, status)
      .map((event) => session.observe(event))
      .find((one) => one.kind === 'act' && one.text !== '');
    const before = session.snapshot().state.session;
    session.turn({ role: 'user', text: actOf(said).text });
    expect(session.snapshot().state.session).toMatchObject({ turns: before.turns, tasks: before.tasks });
  });

  it('with words of the user it counts as a user turn', () => {
    const event = turn(`${words}\nplease go on`);
    expect(recogniseOwnText(afterNudge, event).event).toBe(event);
  });
});

it('the memory is short, and texts are kept as digests only', () => {
  const said = Array.from({ length: 50 }, (_, i) => `${words} ${i}`).reduce(
    (known, text) => rememberSaid(known, attempt, { text, isVeto: true }),
    afterVeto,
  );
  expect(said).toHaveLength(12);
  expect(JSON.stringify(said)).not.toContain('Notice');
});

it("the texts of every preset carry a mark or the design's own words", () => {
  expect(hasOwnMark(actOf(play('default', times(5, status)).at(-1)).text)).toBe(true);
  expect(acts(play('default', times(5, status)))).not.toEqual([]);
});
