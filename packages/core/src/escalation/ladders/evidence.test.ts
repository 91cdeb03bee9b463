import { describe, expect, it } from 'vitest';
import type { Cap, Urgency } from '../../detection/detector.js';
import { finding } from '../../testing/finding.js';
import type { Finding, Verdict } from '../../verdict/verdict.js';
import { capOf, weigh } from './evidence.js';

function capped(cap?: Cap, urgency: Urgency = 'warn'): Finding {
  return { ...finding('one', { urgency }), ...(cap && { cap }) };
}

describe('how hard the evidence is', () => {
  it.each([
    ['no finding justifies a nudge', [], 'nudge'],
    ['the hardest finding counts', [capped('redirect'), capped('nudge')], 'redirect'],
    ['a finding without a cap justifies any rung', [capped('nudge'), capped()], 'stop'],
    ['a note justifies nothing more', [capped('stop', 'note'), capped('redirect')], 'redirect'],
  ])('%s', (_, findings, expected) => {
    expect(capOf(findings)).toBe(expected);
  });
});

describe('how far one detection carries a loop', () => {
  const limits = { redirectAt: 2, blockAt: 3 };

  it.each([
    ['words reach a nudge', 'nudge', 'warn', 0, limits, { firm: 0, most: 1 }],
    ['likeness reaches a redirect', 'redirect', 'warn', 0, limits, { firm: 0, most: 2 }],
    ['likeness reaches no block after hard evidence', 'redirect', 'warn', 5, limits, { firm: 5, most: 2 }],
    ['one alarm alone reaches no block', 'stop', 'warn', 0, limits, { firm: 1, most: 2 }],
    ['the second one does', 'stop', 'warn', 1, limits, { firm: 2, most: Infinity }],
    ['a degenerate text is blocked at once', 'stop', 'hard', 0, limits, { firm: 2, most: Infinity }],
    [
      'one alarm is enough where a setting says so',
      ...(['stop', 'warn', 0, { redirectAt: 1, blockAt: 1 }, { firm: 1, most: Infinity }] as const),
    ],
  ] as const)('%s', (_, cap, urgency, firm, given, expected) => {
    const verdict = { findings: [capped(cap, urgency)] } as unknown as Verdict;
    expect(weigh(verdict, firm, given)).toEqual(expected);
  });
});
