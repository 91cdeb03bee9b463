import { describe, expect, it } from 'vitest';
import { documentProblems } from './compare-document.js';
import type { Held } from './document.js';

const held = (recall: number, falseAlarmRate: number, blockedRate: number): Record<string, Held> => ({
  'blind-m': { recall, falseAlarmRate, blockedRate },
});
const pageWith = (figures: object, text = 'A table.'): string =>
  `# Benchmark\n\n${text}\n\n<!-- held ${JSON.stringify(figures)} -->\n`;
const measured = (figures: Record<string, Held>, text?: string) => ({
  page: pageWith(figures, text),
  held: figures,
});

const BEFORE = held(0.8, 0.05, 0.01);
const STALE =
  /docs\/benchmark\.md is stale, line \d+:\n- .*\n\+ .*\n Write it with `npm run quality -- --benchmark --write`\./;

describe('the page with the current figures', () => {
  it('is accepted if it agrees with the measurement', () => {
    expect(documentProblems(pageWith(BEFORE), measured(BEFORE))).toEqual([]);
  });

  it('must be there', () => {
    expect(documentProblems(undefined, measured(BEFORE))[0]).toContain('is not there; write it with');
  });

  it('that differs in any digit is stale, and the message names the command that writes it', () => {
    const problems = documentProblems(pageWith(BEFORE, 'A table: .80.'), measured(BEFORE, 'A table: .81.'));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(STALE);
    expect(problems[0]).toContain('- A table: .80.\n+ A table: .81.');
  });

  it.each([
    ['a drop in recall', held(0.79, 0.05, 0.01), 'blind-m: recall dropped from 0.8 to 0.79'],
    ['a rise in false alarms', held(0.8, 0.06, 0.01), 'the share of false alarms rose from 0.05 to 0.06'],
    [
      'a rise in blocked runs',
      held(0.9, 0, 0.02),
      'the share of healthy runs blocked rose from 0.01 to 0.02',
    ],
  ])('names %s', (_, now, message) => {
    const problems = documentProblems(pageWith(BEFORE), measured(now));
    expect(problems[0]).toContain(message);
    expect(problems).toHaveLength(2);
  });

  it('names a set that was measured before and is missing', () => {
    expect(documentProblems(pageWith(BEFORE), measured({}))[0]).toBe(
      'blind-m was measured before and is missing now',
    );
  });

  it('that is better is only stale', () => {
    expect(documentProblems(pageWith(BEFORE), measured(held(0.9, 0.01, 0)))).toHaveLength(1);
  });
});
