import { expect, it } from 'vitest';
import { finding } from '../testing/finding.js';
import { topFinding } from './top-finding.js';
import type { Finding } from './verdict.js';

const weak = { ...finding('weak', { share: 3 }), cap: 'redirect' } as const;
const hard = { ...finding('hard', { share: 1.2 }), cap: 'stop' } as const;
const sign = { ...finding('sign', { share: 0.8, urgency: 'note' }), cap: 'stop' } as const;
const words = { ...finding('words', { share: 5 }), cap: 'nudge' } as const;

it.each<[string, readonly Finding[], string | undefined]>([
  ['nothing found, nothing named', [], undefined],
  [
    'evidence that justifies a block names it, however far weaker evidence is past its limit',
    [weak, hard],
    'hard',
  ],
  ['a sign justifies no rung', [sign, words], 'words'],
  ['similarity before words', [words, weak], 'weak'],
  ['of equal evidence, the one furthest past its limit', [hard, { ...weak, cap: 'stop' }], 'weak'],
  ['of equal ones, the first', [hard, { ...hard, detector: 'other' }], 'hard'],
])('%s', (_, findings, expected) => {
  expect(topFinding(findings)?.detector).toBe(expected);
});
