import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { play } from './testing/play.js';
import { proposeLimits } from './limits.js';
import { addSession, applyProposal, type ModelFigures, newFigures, undoProposal } from './memory/adapt.js';
import { adjustableOf, PRESETS } from './presets/index.js';

const figures = (given: Partial<ModelFigures>): ModelFigures => ({
  ...newFigures('gpt-x'),
  sessions: 100,
  ...given,
});
const by = (detector: string, loops: number, falsePositives: number): Partial<ModelFigures> => ({
  ...{ loops, falsePositives },
  byDetector: { [detector]: { loops, falsePositives } },
});

describe('R16 limits per model', () => {
  it.each([
    ['loops as expected', figures({ loops: 10 }), 'keep'],
    ['exactly 1.5 times the expected loops', figures({ loops: 15 }), 'keep'],
    ['more than 1.5 times the expected loops', figures({ loops: 16 }), 'tighten'],
    ['many loops, a tenth of them false', figures({ loops: 30, falsePositives: 3 }), 'tighten'],
    ['many loops, more than a tenth of them false', figures({ loops: 30, falsePositives: 4 }), 'loosen'],
    ['few loops, most of them false', figures({ loops: 2, falsePositives: 2 }), 'loosen'],
    ['too few sessions', figures({ sessions: 19, loops: 19 }), 'keep'],
    ['no loops at all', figures({}), 'keep'],
  ])('%s: %#', (_, given, kind) => {
    const proposal = proposeLimits('votes', {}, given);
    expect(proposal.kind).toBe(kind);
    expect(proposal.why).toContain('gpt-x');
    expect(proposal.changes.length > 0).toBe(kind !== 'keep');
  });

  it('gives a reason as a sentence, and one sentence per change', () => {
    const { why, changes } = proposeLimits('votes', {}, figures({ loops: 30 }));
    expect(why).toBe('30 loops in 100 sessions of gpt-x, 3.0 times the expected 10.');
    expect(changes[0]).toEqual({
      ...{ owner: 'tool-repetition', option: 'exact', after: 2 },
      why: 'tool-repetition.exact goes from 3 to 2 (allowed 2 to 6): it notices earlier.',
    });
  });

  it('loosens only the detectors that were wrong, if these are known', () => {
    const { changes } = proposeLimits('default', {}, figures(by('repeated-call', 20, 5)));
    expect(new Set(changes.map(({ owner }) => owner))).toEqual(new Set(['repeated-call']));
  });

  it('does not tighten a detector that was ever wrong', () => {
    const { changes } = proposeLimits('votes', {}, figures(by('tool-repetition', 30, 1)));
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.map(({ owner }) => owner)).not.toContain('tool-repetition');
  });

  it('does not tighten a preset whose defaults are already the tightest', () => {
    const { kind, changes, why } = proposeLimits('default', {}, figures(by('repeated-call', 30, 0)));
    expect({ kind, changes }).toEqual({ kind: 'keep', changes: [] });
    expect(why).toContain('tightest');
  });

  it('keeps a value that a person has set outside the bounds', () => {
    const options = { 'tool-repetition': { exact: 9 } };
    const { changes } = proposeLimits('votes', options, figures({ loops: 30 }));
    expect(changes.map(({ option }) => option)).not.toContain('exact');
  });

  it('never changes a preset that reproduces a design to the letter', () => {
    expect(proposeLimits('cycles', {}, figures({ loops: 90 }))).toMatchObject({ kind: 'keep', changes: [] });
  });

  it('refuses a bad policy by name', () => {
    expect(() => proposeLimits('votes', {}, figures({}), { falsePercent: 0 })).toThrow(/adapt\.falsePercent/);
  });

  it('counts sessions', () => {
    const counted = addSession(addSession(newFigures('m'), { loops: ['a', 'b', 'a'] }), {
      falsePositives: ['a'],
    });
    expect(counted).toEqual({
      ...{ model: 'm', sessions: 2, loops: 3, falsePositives: 1 },
      byDetector: { a: { loops: 2, falsePositives: 1 }, b: { loops: 1, falsePositives: 0 } },
    });
  });
});

describe('R16 bounds and undo', () => {
  it.each(['default', 'votes'])('%s: the preset accepts every step, and both directions end', (preset) => {
    for (const given of [figures({ loops: 90 }), figures({ loops: 90, falsePositives: 90 })]) {
      let options = {};
      let rounds = 0;
      for (; rounds < 100; rounds++) {
        const proposal = proposeLimits(preset, options, given);
        if (proposal.kind === 'keep') break;
        options = applyProposal(options, proposal);
        expect(() => play(preset, [], options)).not.toThrow();
      }
      expect(rounds).toBeLessThan(40);
      expect(proposeLimits(preset, options, given).why).toMatch(/tightest|loosest/);
    }
  });

  it.each(PRESETS.filter((id) => adjustableOf(id).length > 0))(
    '%s: the defaults lie inside the bounds',
    (preset) => {
      for (const { usual, tightest, loosest } of adjustableOf(preset)) {
        expect(usual).toBeGreaterThanOrEqual(Math.min(tightest, loosest));
        expect(usual).toBeLessThanOrEqual(Math.max(tightest, loosest));
      }
    },
  );

  it('undo restores the previous values, whatever was set', () => {
    const some = fc.record(
      {
        'tool-repetition': fc.record({ exact: fc.integer({ min: 2, max: 9 }) }),
        verdict: fc.record({ single: fc.constant(0.9) }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(some, fc.boolean(), (options, isFalse) => {
        const proposal = proposeLimits(
          'votes',
          options,
          figures({ loops: 50, falsePositives: isFalse ? 50 : 0 }),
        );
        expect(undoProposal(applyProposal(options, proposal), proposal)).toEqual(options);
      }),
    );
  });

  it('undo keeps values that somebody has changed since', () => {
    const proposal = proposeLimits('votes', {}, figures({ loops: 50 }));
    const changed = { ...applyProposal({}, proposal), 'tool-repetition': { exact: 5 } };
    expect(undoProposal(changed, proposal)).toEqual({ 'tool-repetition': { exact: 5 } });
  });
});
