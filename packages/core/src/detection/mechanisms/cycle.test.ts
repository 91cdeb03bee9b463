import { describe, expect, it } from 'vitest';
import type { RecentCall } from '../../session/ledger.js';
import { type Cycle, findCycle, findVariedCycle } from './cycle.js';

const STALE: RecentCall = {
  ...{
    seq: 0,
    call: 0,
    tool: 0,
    target: 0,
    round: null,
    isStale: true,
    isAgain: false,
    isAct: false,
    isDeed: false,
    attempt: 0,
    isTold: true,
  },
  ...{
    isNews: false,
    edits: 0,
    hasFailed: false,
    isNote: false,
    isWait: false,
    isPoll: false,
    isLook: true,
    isLate: false,
    isReceipt: false,
  },
};

/** One letter per call; a capital brings something new, `.` is a wait. */
function recent(text: string, more: Partial<RecentCall> = {}): readonly RecentCall[] {
  const seen = new Set<string>();
  return Array.from(text, (letter, seq) => {
    const small = letter.toLowerCase();
    const isStale = seen.has(small) && small === letter;
    seen.add(small);
    const call = small.charCodeAt(0);
    return { ...STALE, ...more, seq, call, attempt: call, isStale, isWait: letter === '.' };
  });
}

const lapsOf = (text: string, more?: Partial<RecentCall>): number => findCycle(recent(text, more))?.laps ?? 0;

describe('rounds of the same calls', () => {
  it.each<[string, string, number]>([
    ['nothing', '', 0],
    ['two rounds are too few', 'abab', 0],
    ['three rounds of two', 'ababab', 3],
    ['four rounds of two', 'abababab', 4],
    ['three rounds of three', 'abcabcabc', 3],
    ['in any order', 'abcbacbac', 3],
    ['in any order, the newest call last', 'abcbacabc', 3],
    ['one call again and again', 'aaaaaaaa', 0],
    ['waits between are left out', 'ab.ab.ab', 3],
    ['a round that begins in the middle', 'xyabababa', 3],
    ['a foreign call in an earlier round', 'abcabxcabcabc', 4],
    ['at most seven rounds', 'ab'.repeat(12), 7],
    ['sixteen calls a round', 'abcdefghijklmnop'.repeat(3), 3],
    ['the last call brings something new', 'abababaB', 0],
    ['a call of the last round brings something new', 'abcabcaBc', 0],
    ['only the last two rounds must be old', 'abcaBcabcabc', 4],
    ['different calls', 'abcdefghijkl', 0],
    ['one of four calls is new in each round', 'abcWabcXabcYabc', 3],
    ['one of three calls is new in each round', 'abWabXabYab', 0],
    ['less than three fifths of the calls come again', 'abcdeabxyzeabuvwe', 0],
  ])('%s', (_, text, laps) => {
    expect(lapsOf(text)).toBe(laps);
  });

  it('rounds that change something are work, unless they fail', () => {
    expect(lapsOf('ababab', { isAct: true })).toBe(0);
    expect(lapsOf('ababab', { isAct: true, hasFailed: true })).toBe(3);
  });

  it.each<[string, string, boolean]>([
    ['the same calls only', 'abcabcabc', true],
    ['an old call of another kind in an earlier round', 'abcxabcabcabc', true],
    ['another call in one of the last two rounds', 'abcabcabxcabc', false],
    ['a new outcome in a long round', 'abcdeabcdeabcdEabcde', false],
  ])('rounds are pure or mixed: %s', (_, text, isPure) => {
    expect(findCycle(recent(text))?.isPure).toBe(isPure);
  });

  it.each<[string, Partial<RecentCall>, boolean]>([
    ['the agent only looks', {}, false],
    ['it looks at something pending', { isPoll: true }, true],
    ['it does something, and then looks', { isPoll: true, isLook: false }, false],
    ['it lets minutes pass before each call, whatever it does', { isLate: true, isLook: false }, true],
  ])('rounds say whether they wait: %s', (_, more, hasWaits) => {
    expect(findCycle(recent('ababab', more))?.hasWaits).toBe(hasWaits);
  });

  it('rounds list their calls and events, oldest first', () => {
    expect(findCycle(recent('xabcabcabc'))).toEqual<Cycle>({
      laps: 3,
      calls: [97, 98, 99],
      events: [1, 2, 3, 4, 5, 6, 7, 8, 9],
      hasWaits: false,
      hasFailed: false,
      isPure: true,
    });
  });
});

describe('rounds of attempts with varying arguments', () => {
  /** Digits are attempts at one thing: separate calls, each of them new. */
  const attempts = (text: string, more: Partial<RecentCall> = {}): readonly RecentCall[] =>
    recent(text, more).map((one) => (one.call < 97 ? { ...one, attempt: 49, isStale: false } : one));

  it.each<[string, string, number]>([
    ['four attempts, each with the same look after it', '1a2a3a4a', 4],
    ['with a second look', '1ab2ab3ab4ab', 4],
    ['what is looked at has changed', '1a2a3a4A', 0],
    ['no look at all', '12345678', 0],
  ])('%s', (_, text, laps) => {
    expect(findCycle(attempts(text))).toBeUndefined();
    expect(findVariedCycle(attempts(text))?.laps ?? 0).toBe(laps);
  });

  it('are a batch if no outcome is recorded', () => {
    expect(findVariedCycle(attempts('1a2a3a4a', { isTold: false }))).toBeUndefined();
  });
});
