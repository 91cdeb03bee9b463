import { describe, expect, it } from 'vitest';
import { finding } from '../../testing/finding.js';
import type { EventContext } from '../../session/session.js';
import { type Block, isHeld, lifted, nextBlock } from './loop-block.js';

/** An event at this time, in a session whose last call was at `lastCall`. */
const at = (time: number | undefined, lastCall = 0): EventContext =>
  ({
    event: { kind: 'message', text: '', at: time },
    session: { ledger: { at: lastCall } },
  }) as unknown as EventContext;

const CAUSE = finding('d');
const block = (more: Partial<Block> = {}): Block => ({
  ...{ at: 1000, times: 1, isLifted: false, cause: CAUSE },
  ...more,
});

describe('a block', () => {
  it.each<[string, Block, EventContext, boolean]>([
    ['holds for its time', block(), at(1099), true],
    ['and no longer', block(), at(1100), false],
    ['the second one holds twice as long', block({ times: 2 }), at(1199), true],
    ['and no longer', block({ times: 2 }), at(1200), false],
    ['the third one holds four times as long', block({ times: 3 }), at(1399), true],
    ['the 21st holds for twenty doublings', block({ times: 21 }), at(1000 + 100 * 2 ** 20 - 1), true],
    ['the 21st ends after that', block({ times: 21 }), at(1000 + 100 * 2 ** 20), false],
    ['so does the 22nd', block({ times: 22 }), at(1000 + 100 * 2 ** 20), false],
    ['holds without end where events have no time', block(), at(undefined), true],
    ['holds without end where it has no time itself', block({ at: null }), at(9e9), true],
    ['an event without a time has the time of the last call', block(), at(undefined, 1100), false],
    ['a lifted one does not hold', block({ isLifted: true }), at(1001), false],
  ])('%s', (_, given, context, expected) => {
    expect(isHeld(given, context, 100)).toBe(expected);
  });

  it('counts how often it was set, and keeps its cause', () => {
    const first = nextBlock(null, at(5), CAUSE);
    expect(first).toEqual({ at: 5, times: 1, isLifted: false, cause: CAUSE });
    expect(nextBlock(lifted(first), at(9), undefined)).toEqual({ ...first, at: 9, times: 2 });
    expect(nextBlock(undefined, at(undefined), undefined)).toEqual({
      ...{ at: null, times: 1, isLifted: false, cause: null },
    });
    expect(lifted(undefined)).toBeNull();
  });

  it('a time of the last call counts from the first millisecond on', () => {
    expect(nextBlock(null, at(undefined, 1), CAUSE).at).toBe(1);
  });
});
