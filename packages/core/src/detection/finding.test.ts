import { describe, expect, it } from 'vitest';
import { signalOf } from './finding.js';

const found = [
  { seq: 3, label: 'a' },
  { seq: 5, label: 'b' },
  { seq: 8, label: 'a' },
];
const finding = { messageId: 'same', share: 1, found, identity: 'x', data: { what: 'y' }, window: 12 };

describe('signalOf', () => {
  it.each([
    ['below half of the limit nothing is said', { share: 0.499 }, undefined],
    ['at half of the limit it is a sign', { share: 0.5 }, { score: 0.375, urgency: 'note' }],
    ['just below the limit it is still one', { share: 0.99 }, { urgency: 'note' }],
    ['at the limit it is a warning', { share: 1 }, { score: 0.8, urgency: 'warn' }],
    ['beyond it is surer', { share: 2 }, { score: 0.95, urgency: 'warn' }],
    ['one thing alone repeats nothing', { share: 3, found: found.slice(0, 1) }, undefined],
    ['nor does nothing', { share: 3, found: [] }, undefined],
    ['two things do', { found: found.slice(0, 2) }, { urgency: 'warn' }],
  ])('%s', (_, more, expected) => {
    const signal = signalOf({ ...finding, ...more });
    if (expected === undefined) expect(signal).toBeUndefined();
    else expect(signal).toMatchObject(expected);
  });

  it('carries what was found as evidence', () => {
    expect(signalOf(finding)).toMatchObject({
      messageId: 'same',
      identity: 'x',
      data: { what: 'y', count: 3 },
      evidence: { events: [3, 5, 8], elements: ['a', 'b'], count: 3, window: 12, first: 3, last: 8 },
    });
  });

  it('lets the detector count otherwise', () => {
    expect(signalOf({ ...finding, data: { count: 7 } })?.data).toEqual({ count: 7 });
  });
});
