import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEW_LEDGER } from '../session/ledger.js';
import { newSession, type Session } from '../session/session.js';
import { firstAct } from '../testing/loops.js';
import { verdict, finding } from '../testing/finding.js';
import { HEALTHY, type Verdict } from '../verdict/verdict.js';
import {
  beginRecovery,
  madeProgress,
  newRecoveryWatch,
  recoveryOptions,
  type RecoveryOutcome,
  type RecoveryWatch,
  stepRecovery,
} from './progress.js';

const loop = verdict('looping', finding('one', { identity: 'loop' }));
const other = verdict('looping', finding('one', { identity: 'other' }));
const sign = verdict('suspicious', finding('one', { identity: 'loop' }));

type Seen = readonly [found: Verdict, hasProgress: boolean];
const news: Seen = [HEALTHY, true];
const idle: Seen = [HEALTHY, false];
const back: Seen = [loop, false];
const times = (count: number, seen: Seen): Seen[] => Array.from({ length: count }, () => seen);

function run(
  watch: RecoveryWatch,
  seen: readonly Seen[],
): { watch: RecoveryWatch; outcomes: RecoveryOutcome[] } {
  const outcomes: RecoveryOutcome[] = [];
  let now = watch;
  for (const [found, hasProgress] of seen) {
    const step = stepRecovery(now, { verdict: found, hasProgress });
    now = step.watch;
    outcomes.push(...step.outcomes);
  }
  return { watch: now, outcomes };
}

const begun = beginRecovery(newRecoveryWatch(), loop, 'hint');
const ended = (outcome: string, events: number): unknown => ({
  ...{ identity: 'loop', category: 'TOOL_REPETITION', strategy: 'hint', outcome, events },
  loop: loop.primary,
});

describe('R9 whether a recovery helped', () => {
  it.each<[string, readonly Seen[], readonly unknown[]]>([
    ['work went on without the loop: successful', times(6, news), [ended('successful', 6)]],
    ['two of the events must bring something new', [...times(4, idle), news, news], [ended('successful', 6)]],
    ['no verdict yet while there are too few events', times(5, news), []],
    ['no verdict while nothing new comes', times(40, idle), []],
    ['the loop is back at once: failed', [back], [ended('failed', 1)]],
    ['the loop is back later: failed', [news, idle, news, back], [ended('failed', 4)]],
    ['it is told once', [back, back, ...times(9, news)], [ended('failed', 1)]],
    ['a sign of it is not the loop', [[sign, false], ...times(6, news)], [ended('successful', 6)]],
    ['another loop is not this one', [[other, false], ...times(5, news)], [ended('successful', 6)]],
  ])('R9 %s', (_, seen, expected) => {
    expect(run(begun, seen).outcomes).toEqual(expected);
  });

  it('R9 a second intervention against the same loop replaces the first', () => {
    const again = beginRecovery(begun, loop, 'forbid-call');
    expect(again.open).toHaveLength(1);
    expect(run(again, [back]).outcomes).toMatchObject([{ strategy: 'forbid-call', outcome: 'failed' }]);
  });

  it('R9 two loops are watched side by side', () => {
    const both = beginRecovery(begun, other, 'hint');
    const seen = [news, [other, false] as Seen, ...times(4, news)];
    expect(run(both, seen).outcomes).toMatchObject([
      { identity: 'other', outcome: 'failed' },
      { identity: 'loop', outcome: 'successful' },
    ]);
  });

  it('R9 with real verdicts: the loop’s own decision is a failure', () => {
    const { verdict: found } = firstAct('TOOL_REPETITION');
    const watch = beginRecovery(newRecoveryWatch(), found, 'hint');
    expect(run(watch, [[found, false]]).outcomes).toMatchObject([
      { outcome: 'failed', category: 'TOOL_REPETITION' },
    ]);
  });

  it('a healthy verdict starts no watch', () => {
    expect(beginRecovery(newRecoveryWatch(), HEALTHY, 'hint')).toEqual(newRecoveryWatch());
  });

  it('is plain JSON and bounded for any input', () => {
    const events = fc.array(
      fc.record({ identity: fc.nat(40), begins: fc.boolean(), hasProgress: fc.boolean() }),
    );
    fc.assert(
      fc.property(events, (list) => {
        let watch = newRecoveryWatch();
        for (const { identity, begins, hasProgress } of list) {
          const found = verdict('looping', finding('one', { identity: `loop ${identity}` }));
          watch = begins
            ? beginRecovery(watch, found, 'hint')
            : stepRecovery(watch, { verdict: found, hasProgress }).watch;
          expect(watch.open.length).toBeLessThanOrEqual(16);
        }
        expect(JSON.parse(JSON.stringify(watch))).toEqual(watch);
      }),
    );
  });

  it.each<[string, Partial<Session>, boolean]>([
    ['nothing', { seq: 1 }, false],
    ['a changed outcome', { ledger: { ...NEW_LEDGER, changes: 1 } }, true],
    ['something done', { ledger: { ...NEW_LEDGER, deeds: 1 } }, true],
    ['an edit', { ledger: { ...NEW_LEDGER, acts: 1 } }, true],
    ['a repeated call', { ledger: { ...NEW_LEDGER, calls: 1 } }, false],
    ['a new task', { tasks: 1 }, true],
  ])('progress: %s', (_, change, expected) => {
    expect(madeProgress(newSession(), { ...newSession(), ...change })).toBe(expected);
  });

  it('the thresholds can be configured', () => {
    const options = recoveryOptions({ events: 1, progress: 1 });
    const { outcomes } = stepRecovery(begun, { verdict: HEALTHY, hasProgress: true }, options);
    expect(outcomes).toEqual([ended('successful', 1)]);
    expect(() => recoveryOptions({ events: 0 })).toThrow('OPTION_RANGE');
  });
});
