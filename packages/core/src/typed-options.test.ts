import { describe, expect, expectTypeOf, it } from 'vitest';
import { createGuard, DEFAULT_PRESET, type GuardOptions, presetOf, PRESETS, RutbreakError } from './index.js';

/** Each of these lines must not compile: an unused `@ts-expect-error` is an error itself. */
function typosThatDoNotCompile(): void {
  // @ts-expect-error: no such preset
  createGuard({ preset: 'defualt' });
  // @ts-expect-error: no such detector in `default`
  createGuard({ options: { 'repeated-cal': { limit: 4 } } });
  // @ts-expect-error: no such option of the detector
  createGuard({ options: { 'repeated-call': { limits: 4 } } });
  // @ts-expect-error: an option of the wrong type
  createGuard({ options: { 'repeated-call': { limit: '4' } } });
  // @ts-expect-error: a detector of another preset
  createGuard({ preset: 'votes', options: { 'repeated-call': { limit: 4 } } });
  // @ts-expect-error: no such option of the ladder
  createGuard({ options: { ladder: { nudgeAtt: 2 } } });
  // @ts-expect-error: no such option of the verdict
  createGuard({ preset: 'votes', options: { verdict: { singel: 0.9 } } });
  // @ts-expect-error: no such detector for a model
  createGuard({ models: { small: { 'repeated-cal': { limit: 4 } } } });
  // @ts-expect-error: no such setting
  createGuard({ presett: 'votes' });
  // @ts-expect-error: no such capability
  createGuard({ capabilities: { vetoes: true } });
  // @ts-expect-error: no such budget
  createGuard({ budgets: { call: 3 } });
  // @ts-expect-error: no such mode
  createGuard({ mode: 'shadows' });
  // @ts-expect-error: no such trait of a tool
  createGuard({ tools: { clock: { volatile: ['now'] } } });
  // @ts-expect-error: no such option when it is changed later
  createGuard({ preset: 'cycles' }).configure({ 'call-cycle': { period: 2 } });
}

describe('valid options', () => {
  it('compile, and take effect', () => {
    expect(() => {
      createGuard({ options: { 'repeated-call': { limit: 4 }, ladder: { nudgeAt: 1 } } });
      createGuard({ preset: 'votes', options: { verdict: { single: 0.9 } } });
      createGuard({ preset: 'cycles' }).configure({ 'call-cycle': { maxPeriod: 2 } });
      createGuard({ preset: presetOf('votes'), options: { 'tool-repetition': { exact: 4 } } });
    }).not.toThrow();
  });

  it('the types name the existing presets', () => {
    expectTypeOf<Extract<NonNullable<GuardOptions['preset']>, string>>().toEqualTypeOf<
      'default' | 'entropy' | 'matrix' | 'drift' | 'votes' | 'cycles'
    >();
    expect(PRESETS).toEqual(['default', 'entropy', 'matrix', 'drift', 'votes', 'cycles']);
    expect(PRESETS).toContain(DEFAULT_PRESET);
    expect(typosThatDoNotCompile).toBeTypeOf('function');
  });

  it.each(PRESETS)('the options of %s are keyed by the ids of its detectors', (name) => {
    const { detectors } = presetOf(name);
    for (const { meta } of detectors)
      expect(() => createGuard({ preset: presetOf(name), options: { [meta.id]: {} } })).not.toThrow();
  });
});

describe('a name that is wrong at run time is an error that suggests the right one', () => {
  const guard = (options: object): unknown => createGuard(options);

  it.each<[name: string, make: () => unknown, code: string, hint: string]>([
    ['a preset', () => presetOf('defualt'), 'PRESET_UNKNOWN', 'Did you mean default?'],
    ['a preset of a guard', () => guard({ preset: 'vote' }), 'PRESET_UNKNOWN', 'Did you mean votes?'],
    ['a setting', () => guard({ capabilites: {} }), 'OPTION_UNKNOWN', 'Did you mean capabilities?'],
    [
      'a detector',
      () => guard({ options: { repeatedCall: {} } }),
      'OPTION_UNKNOWN',
      'Did you mean repeated-call?',
    ],
    [
      'an option',
      () => guard({ options: { 'repeated-call': { limits: 3 } } }),
      'OPTION_UNKNOWN',
      'Did you mean limit?',
    ],
    [
      'an option of the ladder',
      () => guard({ options: { ladder: { nudge_at: 3 } } }),
      'OPTION_UNKNOWN',
      'nudgeAt?',
    ],
    ['a capability', () => guard({ capabilities: { vetos: true } }), 'OPTION_UNKNOWN', 'Did you mean veto?'],
    ['a budget', () => guard({ budgets: { call: 1 } }), 'OPTION_UNKNOWN', 'Did you mean calls?'],
    [
      'a trait of a tool',
      () => guard({ tools: { clock: { volatileKey: [] } } }),
      'OPTION_UNKNOWN',
      'Did you mean volatileKeys?',
    ],
    [
      'a setting of a session',
      () => createGuard().session('one', { models: 'x' } as never),
      'OPTION_UNKNOWN',
      'Did you mean model?',
    ],
  ])('%s', (_, make, code, hint) => {
    expect(make).toThrow(RutbreakError);
    expect(make).toThrow(code);
    expect(make).toThrow(hint);
  });

  it('there is no suggestion if no name is close', () => {
    expect(() => presetOf('xyzzy')).toThrow(/\) Use one of: default/);
    expect(() => guard({ options: { 'repeated-call': { zzz: 1 } } })).toThrow(/\) Known options: limit/);
  });
});
