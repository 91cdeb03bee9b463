import { describe, expect, it } from 'vitest';
import { sketch } from '../event/sketch.js';
import { type Failure, isAlike, worthOf } from './failure-worth.js';

const WORTHS = { reach: 10, other: 0.6, asked: 0.8, waited: 0.5, edited: 0.2, worked: 0.5 };
const words = (count: number, from = 0): string =>
  sketch(Array.from({ length: count }, (_, i) => 7919 * (from + i + 1)));

const last: Failure = {
  ...{ seq: 30, label: 'x', reason: 'other', tool: 1, call: 2, frame: 3, kin: 4, print: 5 },
  ...{
    words: words(6),
    args: words(4, 100),
    round: 9,
    made: 30,
    waits: 2,
    goods: 4,
    likes: 2,
    world: 6,
    task: 1,
    run: 1,
  },
};
/** The same failure a call earlier, but for what is given. */
const earlier = (more: Partial<Failure> = {}): Failure => ({ ...last, seq: 29, made: 29, round: 8, ...more });
/** Another call altogether. */
const unlike = { call: 20, frame: 30, kin: 40, args: words(4, 200) };

describe('worthOf', () => {
  it.each([
    ['the last itself', last, 1],
    ['the same call again', earlier(), 1],
    ['the same call once something was edited', earlier({ world: 5 }), 0.2],
    ['the same call once something new has worked', earlier({ goods: 3 }), 1],
    ['the same call before a wait', earlier({ waits: 1 }), 0.5],
    ['the same call for another task', earlier({ task: 0 }), 0.8],
    ['the same call for another task, before a wait', earlier({ task: 0, waits: 1 }), 0.4],
    ['at twice the reach', earlier({ made: 10 }), 1],
    ['beyond', earlier({ made: 9 }), 0.5],
    ['beyond, in another run', earlier({ made: 9, run: 0 }), 1],
    ['an unlike call', earlier(unlike), 0.6],
    ['an unlike call once something was edited', earlier({ ...unlike, world: 5 }), 0.12],
    ['the same call, though a like one has worked', earlier({ likes: 1, goods: 3 }), 1],
    ['a call with other words, once a like one has worked', earlier({ call: 21, likes: 1, goods: 3 }), 0.3],
    ['an unlike call once something new has worked', earlier({ ...unlike, goods: 3 }), 0.3],
    ['an unlike call of another run', earlier({ ...unlike, run: 0, world: 5 }), 1],
    ['another tool in the same six words', earlier({ ...unlike, tool: 9 }), 1],
    ['the call in other words', earlier({ frame: 31, args: words(4, 101) }), 1],
    ['in quite other words', earlier({ frame: 31, args: words(4, 103) }), 0.6],
    ['in other words, once something new has worked', earlier({ frame: 31, goods: 3 }), 0.3],
  ])('%s', (_, one, expected) => {
    expect(worthOf(one, last, one.goods !== last.goods, WORTHS)).toBeCloseTo(expected, 10);
  });

  it.each([
    ['denied', 1, 0.5],
    ['auth', 1, 0.5],
    // Given time these may pass: the edit counts again.
    ['network', 1, 0.1],
    ['unavailable', 1, 0.1],
    ['validation', 0.2, 0.1],
  ])('an edit cures no lasting failure: %s', (reason, edited, editedAndWaited) => {
    const now = { ...last, reason };
    expect(worthOf(earlier({ reason, world: 5 }), now, false, WORTHS)).toBeCloseTo(edited, 10);
    expect(worthOf(earlier({ reason, world: 5, waits: 1 }), now, false, WORTHS)).toBeCloseTo(
      editedAndWaited,
      10,
    );
  });

  it.each([
    ['of an unlike call', unlike, 1],
    ['of an unlike call, once something new has worked', { ...unlike, goods: 3 }, 0.6],
    ['of the same call, once something new has worked', { goods: 3 }, 1],
    ['in other words, once something new has worked', { frame: 31, goods: 3 }, 1],
  ])('what was denied and is denied again: %s', (_, more, expected) => {
    const now = { ...last, reason: 'denied' };
    expect(worthOf(earlier({ reason: 'denied', ...more }), now, true, WORTHS)).toBe(expected);
  });

  it('another tool in a few words may mean something else', () => {
    const short = { ...last, words: words(3) };
    expect(worthOf(earlier({ ...unlike, tool: 9, words: words(3) }), short, false, WORTHS)).toBe(0.6);
  });

  it('other numbers in the same place are a probe, once anything has worked', () => {
    const probe = earlier({ frame: 31 });
    expect(worthOf(probe, last, false, WORTHS)).toBe(1);
    expect(worthOf(probe, last, true, WORTHS)).toBe(0.6);
  });

  it('calls without a word in their arguments are alike where only numbers differ', () => {
    const bare = { ...last, args: '' };
    expect(worthOf(earlier({ frame: 31, args: '' }), bare, false, WORTHS)).toBe(1);
    expect(worthOf(earlier({ ...unlike, args: '' }), bare, false, WORTHS)).toBe(0.6);
  });
});

describe('isAlike', () => {
  it.each([
    ['the same words', {}, true],
    ['most words', { words: words(6, 0) }, true],
    ['too few common words', { words: words(6, 2) }, false],
    ['the same words of another call', { call: 9, print: 9 }, true],
    ['other figures in the same words', { print: 9 }, true],
  ])('%s', (_, more, expected) => {
    expect(isAlike(earlier(more), last, 0.8)).toBe(expected);
  });

  it('a passing failure with other figures is a look at something that moves', () => {
    const now = { ...last, reason: 'unavailable' };
    expect(isAlike(earlier({ print: 9 }), now, 0.8)).toBe(false);
    expect(isAlike(earlier(), now, 0.8)).toBe(true);
    expect(isAlike(earlier({ call: 9, print: 9 }), now, 0.8)).toBe(true);
  });
});
