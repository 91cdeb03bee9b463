import { describe, expect, it } from 'vitest';
import { configure } from './configure.js';
import { RutbreakError } from './error.js';
import { presetOf, PRESETS } from './presets/index.js';
import type { Preset } from './presets/preset.js';

const refusal = (act: () => unknown): RutbreakError => {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof RutbreakError) return thrown;
    throw thrown;
  }
  throw new Error('nothing was refused');
};

describe('presets', () => {
  it.each(PRESETS)('the preset %s can be found by its name', (id) => {
    expect(configure(id).preset).toBe(presetOf(id));
    expect(presetOf(id).id).toBe(id);
    expect(presetOf(id).summary).toMatch(/^[A-Z].*\.$/);
  });

  it('the error for an unknown name lists the known names', () => {
    const { code, message } = refusal(() => configure('entropie'));
    expect(code).toBe('PRESET_UNKNOWN');
    expect(message).toContain('preset entropie');
    for (const id of PRESETS) expect(message).toContain(id);
  });

  it('names from the object prototype are not presets', () => {
    expect(refusal(() => configure('constructor')).code).toBe('PRESET_UNKNOWN');
  });

  it('a custom preset works as given, even without detectors', () => {
    const own: Preset = { ...presetOf('drift'), id: 'own', detectors: [] };
    expect(configure(own)).toMatchObject({
      preset: own,
      detectors: [],
      listeners: {},
      observation: { window: 1 },
    });
  });

  it('the session keeps as many calls as the most demanding detector reads', () => {
    expect(configure('votes').observation.window).toBe(10);
    expect(configure('votes', { 'tool-repetition': { window: 25 } }).observation.window).toBe(25);
    expect(configure('cycles').observation.window).toBe(1);
  });

  it('each detector receives only the kinds of event it listens to', () => {
    const { listeners } = configure('votes');
    const ids = Object.fromEntries(
      Object.entries(listeners).map(([kind, those]) => [kind, those.map(({ id }) => id)]),
    );
    expect(ids).toMatchObject({
      call: ['tool-repetition', 'error-cycle', 'token-pattern'],
      message: ['output-similarity', 'token-pattern'],
      state: ['state-oscillation'],
      edit: ['state-oscillation'],
      delta: ['token-pattern'],
    });
  });

  it('an id that every object has, such as `constructor`, is refused', () => {
    const [first] = presetOf('drift').detectors;
    const named = { ...first!, meta: { ...first!.meta, id: 'constructor' } };
    expect(refusal(() => configure({ ...presetOf('drift'), detectors: [named] })).detail).toMatchObject({
      option: 'constructor',
    });
  });

  it('two detectors with one id are refused, because they would share a state', () => {
    const { detectors } = presetOf('drift');
    const own: Preset = { ...presetOf('drift'), id: 'own', detectors: [...detectors, detectors[0]!] };
    expect(refusal(() => configure(own))).toMatchObject({
      code: 'OPTION_TWICE',
      detail: { option: 'read-loop' },
    });
  });
});

describe('options', () => {
  it.each([
    ['an option of a detector', { 'tool-repetition': { exact: 5 } }],
    ['an option of the verdict', { verdict: { single: 0.8 } }],
    ['an option of the ladder', { ladder: { personAt: 2 } }],
    [
      'undefined stands for the default',
      { 'tool-repetition': { exact: undefined }, verdict: undefined as never },
    ],
    ['the edges of the range', { 'tool-repetition': { exact: 2, similarity: 0 }, verdict: { weighted: 1 } }],
  ])('%s is taken', (_, options) => {
    expect(configure('votes', options).options).toEqual(options);
  });

  it.each([
    [
      'a detector that is not in the preset',
      { 'call-cycle': {} },
      'OPTION_UNKNOWN',
      ['option call-cycle', 'Preset votes has: tool-repetition', 'verdict, ladder'],
    ],
    [
      'an unknown option',
      { 'tool-repetition': { exakt: 3 } },
      'OPTION_UNKNOWN',
      ['option tool-repetition.exakt', 'Known options: window, exact'],
    ],
    [
      'an unknown option of the verdict',
      { verdict: { veto: 1 } },
      'OPTION_UNKNOWN',
      ['option verdict.veto', 'single'],
    ],
    ['a name from the prototype', { ladder: { toString: 1 } }, 'OPTION_UNKNOWN', ['option ladder.toString']],
    [
      'a value below the range',
      { 'tool-repetition': { exact: 1 } },
      'OPTION_RANGE',
      ['option tool-repetition.exact', 'got 1)', 'a whole number from 2 to 1000'],
    ],
    [
      'a value above the range',
      { verdict: { single: 1.01 } },
      'OPTION_RANGE',
      ['option verdict.single', 'got 1.01', 'a number from 0 to 1'],
    ],
    ['no whole number', { 'tool-repetition': { exact: 3.5 } }, 'OPTION_RANGE', ['got 3.5']],
    ['no number', { 'tool-repetition': { exact: NaN } }, 'OPTION_RANGE', ['got NaN']],
    ['no end', { 'tool-repetition': { exact: Infinity } }, 'OPTION_RANGE', ['got Infinity']],
    [
      'a text for a number',
      { 'tool-repetition': { exact: '3' } },
      'OPTION_TYPE',
      ['option tool-repetition.exact', 'got 3', 'a whole number'],
    ],
    ['null for a number', { 'tool-repetition': { exact: null } }, 'OPTION_TYPE', ['got null']],
    [
      'a number for a flag',
      { ladder: { warnFirst: 1 } },
      'OPTION_TYPE',
      ['option ladder.warnFirst', 'got 1', 'true or false'],
    ],
    [
      'a number for the options of a detector',
      { 'tool-repetition': 5 as never },
      'OPTION_TYPE',
      ['option tool-repetition', 'got 5', 'Use an object'],
    ],
    [
      'null for the options of the ladder',
      { ladder: null as never },
      'OPTION_TYPE',
      ['option ladder', 'got null'],
    ],
    [
      'options that do not fit together',
      { 'token-pattern': { minPhrase: 300 } },
      'OPTION_RANGE',
      ['option token-pattern', 'minPhrase (300) must not exceed maxPhrase (200)'],
    ],
  ])(
    '%s is refused, and the error names the option, the value and what is allowed',
    (_, options, code, words) => {
      const thrown = refusal(() => configure('votes', options));
      expect(thrown.code).toBe(code);
      for (const word of words) expect(thrown.message).toContain(word);
      expect(thrown.detail.hint).not.toBe('');
    },
  );

  it.each([
    [
      'matrix',
      { 'progress-matrix': { stagnationWarn: 6 } },
      'stagnationWarn (6) must not exceed stagnationBlock (5)',
    ],
    ['matrix', { 'progress-matrix': { stuckBlock: 4 } }, 'stuckWarn (5) must not exceed stuckBlock (4)'],
    [
      'entropy',
      { 'entropy-window': { warningUpTo: 0.1 } },
      'loopBelow (0.25) must not exceed warningUpTo (0.1)',
    ],
  ])('%s: options that do not fit together are refused by name and value', (preset, options, words) => {
    expect(refusal(() => configure(preset, options)).message).toContain(words);
  });
});
