import { describe, expect, it } from 'vitest';
import { createGuard } from './guard.js';
import type { GuardOptions, SessionOptions } from './guard/types.js';
import type { Decision } from './pipeline.js';
import { call, times } from './testing/trace.js';

const status = call('Bash', { command: 'git status' }, 'clean');
const attempt = { tool: 'Bash', args: { command: 'git status' } };

function looped(count: number, options: GuardOptions = {}, own?: SessionOptions) {
  const session = createGuard(options).session('one', own);
  return { session, decisions: times(count, status).map((event) => session.observe(event)) };
}
const didAnything = (decisions: readonly Decision[]): boolean => decisions.some(({ kind }) => kind === 'act');

describe('shadow mode', () => {
  it.each<[string, GuardOptions, SessionOptions | undefined]>([
    ['of a guard', { mode: 'shadow' }, undefined],
    ['of a session', {}, { mode: 'shadow' }],
  ])('%s decides and records, and never acts', (_, options, own) => {
    const { session, decisions } = looped(10, options, own);
    expect(didAnything(decisions)).toBe(false);
    const wouldBe = decisions.flatMap((one) =>
      one.kind === 'proceed' && one.wouldBe ? [one.wouldBe.rung] : [],
    );
    expect(wouldBe).toEqual(['observe', 'nudge', 'redirect', 'block', 'pause', 'stop']);
    expect(decisions[4]).toMatchObject({
      verdict: { status: 'looping' },
      reports: [{ event_type: 'shadow', rung: 'nudge', category: 'TOOL_REPETITION' }],
    });
    expect(session.before(attempt)).toMatchObject({ kind: 'proceed', wouldBe: { rung: 'stop' } });
  });

  it('says what the edge could have done', () => {
    const { decisions } = looped(6, { mode: 'shadow', capabilities: { appendToResult: true } });
    expect(decisions[5]).toMatchObject({ wouldBe: { rung: 'nudge', wanted: 'redirect' } });
  });
});

describe('switches', () => {
  it('a guard that is off checks nothing', () => {
    const { decisions } = looped(9, { mode: 'off' });
    expect(decisions.every((one) => one.kind === 'proceed' && one.verdict.status === 'healthy')).toBe(true);
  });

  it('one session can be off while the others are not', () => {
    const guard = createGuard();
    guard.session('off', { mode: 'off' });
    const rungs = (id: string) => times(5, status).map((event) => guard.session(id).observe(event).kind);
    expect(rungs('off')).not.toContain('act');
    expect(rungs('on')).toContain('act');
    guard.session('off', { mode: 'act' });
    expect(rungs('off')).toContain('act');
  });

  it('a tool with `guard: false` is not checked', () => {
    const { session, decisions } = looped(12, { tools: { Bash: { guard: false } } });
    expect(didAnything(decisions)).toBe(false);
    expect(decisions.every((one) => one.kind === 'proceed' && one.verdict.status === 'healthy')).toBe(true);
    expect(session.before(attempt).kind).toBe('proceed');
  });

  it("a tool with `guard: 'observe'` never causes an intervention", () => {
    const { session, decisions } = looped(12, {}, { tools: { Bash: { guard: 'observe' } } });
    const rungs = new Set(decisions.flatMap((one) => (one.kind === 'act' ? [one.rung] : [])));
    expect(rungs).toEqual(new Set(['observe']));
    expect(session.before(attempt).kind).toBe('proceed');
  });

  it.each<[GuardOptions, RegExp]>([
    [{ mode: 'quiet' as never }, /OPTION_RANGE.*mode, got quiet.*act, shadow, off/],
    [{ tools: { Bash: { guard: 'no' as never } } }, /OPTION_TYPE.*tools\.Bash\.guard/],
    [{ capabilities: { fly: true } as never }, /OPTION_UNKNOWN.*capabilities\.fly/],
  ])('an unknown setting is refused by name: %j', (options, message) => {
    expect(() => createGuard(options)).toThrow(message);
    expect(() => createGuard().session('one', options as SessionOptions)).toThrow(message);
  });

  it.each([
    ['votes', /OPTION_TYPE.*createGuard, got votes/],
    [null, /OPTION_TYPE.*createGuard/],
    [{ archive: 5 }, /OPTION_TYPE.*archive, got 5/],
    [{ preset: 5 }, /PRESET_UNKNOWN.*preset 5/],
    [{ preset: null }, /PRESET_UNKNOWN/],
    [{ preset: {} }, /PRESET_UNKNOWN/],
    [{ options: 5 }, /OPTION_TYPE.*options, got 5/],
    [{ options: [] }, /OPTION_TYPE.*options/],
    [{ tools: 'all' }, /OPTION_TYPE.*tools, got all/],
    [{ models: 5 }, /OPTION_TYPE.*models, got 5/],
    [{ models: { lite: { nope: {} } } }, /OPTION_UNKNOWN.*option nope/],
    [{ models: { lite: { 'repeated-call': { limit: 'x' } } } }, /OPTION_TYPE.*repeated-call\.limit/],
    [{ models: { lite: 7 } }, /OPTION_TYPE.*models\.lite/],
  ])('impossible settings are refused when the guard is created: %j', (options, message) => {
    expect(() => createGuard(options as never)).toThrow(message);
  });
});

describe('R13 one model, one set of options', () => {
  const options: GuardOptions = {
    models: { lite: { 'repeated-call': { limit: 8 }, 'stale-work': { limit: 60 } } },
  };
  const first = (decisions: readonly Decision[]): number =>
    decisions.findIndex((one) => one.kind === 'act' && one.rung !== 'observe');

  it('a session of a model uses that model’s options', () => {
    expect(first(looped(12, options, { model: 'lite' }).decisions)).toBe(7);
    expect(first(looped(12, options, { model: 'other' }).decisions)).toBe(4);
    expect(first(looped(12, options).decisions)).toBe(4);
  });

  it('later configuration applies to it, too, and the model’s own options stay', () => {
    const guard = createGuard(options);
    const session = guard.session('one', { model: 'lite' });
    guard.configure({ ladder: { nudgeAt: 2 } });
    const decisions = times(12, status).map((event) => session.observe(event));
    expect(first(decisions)).toBe(8);
  });
});
