import { describe, expect, test } from 'vitest';
import type { Case } from '../data/case.js';
import { figuresOf, type Mark, markOf, median } from './score.js';

const base = { id: 'a', events: [], category: 'c', source: 's' };
const loop = (labels: Partial<Case> = {}): Case => ({ ...base, expect: 'loop', ...labels });
const healthy: Case = { ...base, expect: 'no_loop' };

const rows: [string, Case, number | undefined, Mark][] = [
  ['at the deadline is in time', loop({ by: 5 }), 5, 'hit'],
  ['one event after the deadline is late', loop({ by: 5 }), 6, 'late'],
  ['the first event may be in time', loop({ by: 5 }), 0, 'hit'],
  ['a loop without a deadline is found whenever it is found', loop(), 99, 'hit'],
  ['silence on a loop is a miss', loop({ by: 5 }), undefined, 'miss'],
  ['two events before the span still count', loop({ span: [10, 20] }), 8, 'hit'],
  ['three events before the span is early', loop({ span: [10, 20] }), 7, 'early'],
  ['after the span is found, only slowly', loop({ span: [10, 20] }), 25, 'hit'],
  ['silence on healthy work is right', healthy, undefined, 'clear'],
  ['anything on healthy work is a false alarm', healthy, 0, 'false'],
  ['an unlabelled trace is neither', { ...base, expect: 'unknown' }, 3, 'unlabelled'],
];

test.each(rows)('%s', (_, one, fired, mark) => {
  expect(markOf(one, fired)).toBe(mark);
});

describe('figures', () => {
  const marked = (one: Case, fired?: number) => ({
    case: one,
    mark: markOf(one, fired),
    ...(fired !== undefined && { fired }),
  });

  test('early firings are neither hits nor false alarms', () => {
    const figures = figuresOf([
      marked(loop({ span: [10, 20] }), 12),
      marked(loop({ span: [10, 20] }), 2),
      marked(loop({ span: [10, 20] })),
      marked(loop({ span: [10, 20] }), 16),
      marked(healthy, 4),
      marked(healthy),
    ]);
    expect(figures).toMatchObject({ loops: 4, hits: 2, early: 1, recall: 0.5, recallWithEarly: 0.75 });
    expect(figures).toMatchObject({ healthy: 2, falseAlarms: 1, precision: 2 / 3, delay: 4 });
    expect(figures).not.toHaveProperty('slack');
  });

  test('slack is the time left to the deadline, for hits only', () => {
    const figures = figuresOf([
      marked(loop({ by: 9 }), 4),
      marked(loop({ by: 9 }), 8),
      marked(loop({ by: 9 }), 10),
    ]);
    expect(figures).toMatchObject({ slack: 3, hits: 2, loops: 3 });
    expect(figures).not.toHaveProperty('delay');
  });

  test('the median of an even number lies between the middle two', () => {
    expect([median([]), median([3]), median([4, 1]), median([9, 1, 2])]).toEqual([undefined, 3, 2.5, 2]);
  });
});
