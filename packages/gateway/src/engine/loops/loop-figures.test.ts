import type { Finding } from '@rutbreak/core';
import { describe, expect, it } from 'vitest';
import { NOTHING } from '../../session/amount.js';
import type { StoredLoop } from '../../session/record.js';
import { briefOf, newFigures, seenAgain } from './loop-figures.js';

/** What a detector found: so many repeats, in these events. */
function found(brief: string, count: number, events: readonly number[] = []): Finding {
  const evidence = { count, events, first: events[0] ?? 0, last: events.at(-1) ?? 0 };
  return { brief, signal: { evidence } } as unknown as Finding;
}

const span = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** The repeats of a loop after each of these findings. */
function repeatsAfter(findings: readonly Finding[]): number[] {
  const [first, ...rest] = findings as [Finding, ...Finding[]];
  let loop = { voice: first, figures: newFigures(0, first.signal.evidence.count) } as StoredLoop;
  const repeats = rest.map((next, i) => {
    loop = { ...loop, ...seenAgain(loop, next, i, NOTHING), voice: next };
    return loop.figures.repeats;
  });
  return [first.signal.evidence.count, ...repeats];
}

describe('4: the repeats of a loop', () => {
  it.each([
    ['grow with the evidence', [3, 4, 5].map((count) => found('', count, span(0, count - 1))), [3, 4, 5]],
    [
      'of three steps each grow when a round is complete, wherever the window of the detector stands',
      [8, 9, 10, 11, 12, 13, 14].map((last) => found('', 3, span(last - 8, last))),
      [3, 3, 3, 4, 4, 4, 5],
    ],
    [
      'of one step grow with each step when the window only moves',
      [3, 4, 5].map((last) => found('', 4, span(last - 3, last))),
      [4, 5, 6],
    ],
    [
      'do not count steps of other work between them',
      [found('', 3, [0, 2, 4]), found('', 3, [2, 4, 9])],
      [3, 4],
    ],
    [
      'go on when the detector counts from zero again',
      [found('', 3, [0, 1, 2]), found('', 2, [7, 8])],
      [3, 5],
    ],
    [
      'do not grow when the same step is judged twice',
      [found('', 3, [0, 1, 2]), found('', 3, [0, 1, 2])],
      [3, 3],
    ],
  ])('%s', (_, findings, repeats) => {
    expect(repeatsAfter(findings)).toEqual(repeats);
  });
});

describe('4: the brief of a loop', () => {
  const failing = (call: string): Finding => {
    const finding = found(`${call} failed 3x in the same way`, 3);
    const signal = { ...finding.signal, messageId: 'failing', data: { call, count: 3 } };
    return { ...finding, detector: 'repeated-call', signal };
  };

  it.each([
    ['tells the count of the loop', failing('npm test'), 421, 'npm test failed 421x in the same way'],
    ['leaves numbers of the call alone', failing('echo 3x'), 9, 'echo 3x failed 9x in the same way'],
    ['stays while the counts are equal', failing('npm test'), 3, 'npm test failed 3x in the same way'],
    ['stays if the detector is unknown', found('three calls', 3), 9, 'three calls'],
  ])('%s', (_, finding, repeats, told) => {
    expect(briefOf(finding, repeats)).toBe(told);
  });
});
