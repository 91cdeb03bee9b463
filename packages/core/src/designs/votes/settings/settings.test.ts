import { describe, expect, it } from 'vitest';
import { configure } from '../../../configure.js';
import { createGuard } from '../../../guard.js';
import { call, message, times } from '../../../testing/trace.js';
import { configFor, mergeConfig, votesOptions } from './merge.js';
import { configFromEnv, readConfig } from './read.js';
import { settings } from './settings.js';

const file = { where: 'loop_detection.yaml' };

/** The three shapes of the design. */
const yaml = {
  detection: {
    enabled: true,
    thresholds: {
      tool_repetition: { exact_match: 3, similar_match: 4, similarity_threshold: 0.8 },
      output_similarity: { verbatim_threshold: 0.95, paraphrase_threshold: 0.85, min_occurrences: 2 },
      error_cycle: { same_error: 3, same_fix: 2 },
      aggregator: { single_high_confidence: 0.9, multiple_medium_confidence: 0.7, weighted_combination: 0.6 },
    },
    window_size: 10,
  },
  escalation: { thresholds: [1, 2, 3], user_intervention_at: 3 },
  notifications: { status_line: true, toast: true, toast_duration_ms: 5000 },
};
const perModel = {
  loop_detection: {
    defaults: { tool_repetition_threshold: 3, output_similarity_threshold: 0.95, window_size: 10 },
    model_overrides: {
      gpu_prime: { tool_repetition_threshold: 2, output_similarity_threshold: 0.9 },
      lite: { output_similarity_threshold: 0.98, window_size: 5 },
      oracle: { tool_repetition_threshold: 5 },
    },
  },
};
const detectorConfig = {
  similarity_threshold: 0.95,
  max_repetitions: 3,
  detection_window: 10,
  escalation_thresholds: [1, 2, 3],
};
const constants = {
  LOOP_DETECTION_ENABLED: true,
  LOOP_DETECTION_TOOL_THRESHOLD: 3,
  LOOP_DETECTION_OUTPUT_THRESHOLD: 0.95,
  LOOP_DETECTION_WINDOW_SIZE: 10,
  LOOP_DETECTION_WARN_FIRST: true,
  LOOP_DETECTION_HIGH_CONFIDENCE: 0.9,
  LOOP_DETECTION_MEDIUM_CONFIDENCE: 0.7,
  LOOP_DETECTION_WEIGHTED_THRESHOLD: 0.6,
};

describe('R13 the shapes of the design', () => {
  it.each([
    ['detection.thresholds', yaml],
    ['loop_detection.defaults', perModel],
    ['LoopDetectorConfig', detectorConfig],
    ['the list of keys', constants],
    ['nothing', {}],
  ])('R13 %s loads, and its figures are the defaults', (_, input) => {
    expect(mergeConfig(readConfig(input, file).values)).toEqual(mergeConfig());
  });

  it('R13 the defaults are those of the preset votes', () => {
    const { settled } = configure('votes');
    const configured = configure('votes', votesOptions(mergeConfig()));
    expect(configured).toMatchObject({ settled });
  });

  it('R13 every setting has a name in a file or in the environment, and our own', () => {
    for (const name of Object.keys(settings)) {
      const { default: value } = settings[name as keyof typeof settings];
      expect(readConfig({ [name]: value }, file).values).toEqual({ [name]: value });
    }
  });
});

describe('R13 models', () => {
  const layer = readConfig(perModel, file);
  it.each([
    ['gpu_prime', { exactMatch: 2, verbatim: 0.9, window: 10 }],
    ['lite', { exactMatch: 3, verbatim: 0.98, window: 5 }],
    ['oracle', { exactMatch: 5, verbatim: 0.95, window: 10 }],
    ['prime', { exactMatch: 3, verbatim: 0.95, window: 10 }],
  ])('R13 %s', (model, expected) => {
    expect(configFor({ file: layer, model })).toMatchObject(expected);
  });

  it('R13 gpu_prime is stopped earlier and oracle later', () => {
    const first = (model: string): number => {
      const options = votesOptions(configFor({ file: layer, model }));
      const session = createGuard({ preset: 'votes', options }).session('one');
      const status = call('Bash', { command: 'git status' }, 'clean');
      return times(9, status).findIndex((event) => session.observe(event).kind === 'act');
    };
    expect(['gpu_prime', 'prime', 'oracle'].map(first)).toEqual([1, 2, 4]);
  });

  it('R13 names of models may contain dots and other odd characters', () => {
    const odd = JSON.parse(
      '{"loop_detection":{"model_overrides":{"gpt-4.1":{"window_size":5},"__proto__":{"window_size":6}}}}',
    ) as unknown;
    const { models } = readConfig(odd, file);
    expect(models['gpt-4.1']).toEqual({ window: 5 });
    expect(({} as Record<string, unknown>)['window']).toBeUndefined();
    const nested = { loop_detection: { model_overrides: { 'a.b': yaml } } };
    expect(readConfig(nested, file).models['a.b']).toMatchObject({ argumentSimilarity: 0.8, verbatim: 0.95 });
  });
});

describe('R13 the order', () => {
  const from = (window: number) => readConfig({ window_size: window }, file);
  const ofModel = readConfig(
    { window_size: 11, loop_detection: { model_overrides: { m: { window_size: 12 } } } },
    file,
  );
  const env = configFromEnv({ LOOP_DETECTION_WINDOW_SIZE: '13', PATH: '/bin' });
  it.each([
    ['defaults', {}, 10],
    ['file', { file: from(11) }, 11],
    ['model overrides', { file: ofModel, model: 'm' }, 12],
    ['environment', { file: ofModel, model: 'm', env }, 13],
    ['flags', { file: ofModel, model: 'm', env, flags: from(14) }, 14],
  ])('R13 %s', (_, places, window) => {
    expect(configFor(places).window).toBe(window);
  });

  it('R13 the environment has numbers and flags, and the permission to override', () => {
    const { values } = configFromEnv({
      ...{ LOOP_DETECTION_ENABLED: 'false', LOOP_DETECTION_TOOL_THRESHOLD: ' 4 ' },
      ...{
        LOOP_DETECTION_OVERRIDE: 'TRUE',
        LOOP_DETECTION_WINDOW_SIZE: undefined,
        LOOP_DETECTION_WARN_FIRST: ' ',
      },
    });
    expect(values).toEqual({ enabled: false, exactMatch: 4, override: true });
  });
});

describe('R13 errors name the wrong setting and its place', () => {
  const lined = { ...file, lineOf: (path: string) => (path.includes('.') ? 7 : 2) };
  it.each([
    [
      { detection: { threshold: 3 } },
      /OPTION_UNKNOWN.*detection\.threshold, in loop_detection\.yaml, line 7/,
    ],
    [{ windowsize: 3 }, /OPTION_UNKNOWN.*windowsize.*line 2.*Did you mean.*window_size/],
    [{ window_size: 'ten' }, /OPTION_TYPE.*window_size, got ten.*line 2.*number from 3 to 40/],
    [{ window_size: 2 }, /OPTION_RANGE.*window_size, got 2/],
    [{ window_size: 5.5 }, /OPTION_RANGE.*window_size, got 5\.5/],
    [{ detection: { enabled: 1 } }, /OPTION_TYPE.*detection\.enabled, got 1.*true or false/],
    [{ escalation: { thresholds: [1, 2, 3, 4] } }, /OPTION_UNKNOWN.*escalation\.thresholds\.3/],
    [{ escalation: { thresholds: [0, 2, 3] } }, /OPTION_RANGE.*escalation\.thresholds\.0/],
    [{ escalation_thresholds: [1, 1.5, 3] }, /OPTION_RANGE.*escalation_thresholds\.1/],
    [{ window_size: 8, detection_window: 9 }, /OPTION_TWICE.*detection_window.*also given as window_size/],
    [
      { escalation: { thresholds: [1, 2, 4], user_intervention_at: 3 } },
      /OPTION_TWICE.*user_intervention_at/,
    ],
    [
      { loop_detection: { model_overrides: { m: { speed: 1 } } } },
      /OPTION_UNKNOWN.*model_overrides\.m\.speed/,
    ],
    [{ detection: null }, /OPTION_UNKNOWN.*detection/],
    [{ detektion: {} }, /OPTION_UNKNOWN.*detektion/],
    [{ detection: { treshholds: {} } }, /OPTION_UNKNOWN.*detection\.treshholds/],
    ['window_size: 3', /OPTION_TYPE.*the configuration/],
    [null, /OPTION_TYPE.*the configuration/],
  ])('R13 %j', (input, message_) => {
    expect(() => readConfig(input, lined)).toThrow(message_);
  });

  it.each([
    [
      { LOOP_DETECTION_TOOL_TRESHOLD: '3' },
      /OPTION_UNKNOWN.*TOOL_TRESHOLD, in the environment.*Did you mean LOOP_DETECTION_TOOL_THRESHOLD/,
    ],
    [{ LOOP_DETECTION_TOOL_THRESHOLD: 'three' }, /OPTION_TYPE.*LOOP_DETECTION_TOOL_THRESHOLD, got three/],
  ])('R13 %j', (env, message_) => {
    expect(() => configFromEnv(env)).toThrow(message_);
  });

  it.each([
    [{ detection: {}, escalation: { thresholds: [] } }],
    [{ loop_detection: { defaults: { detection: { thresholds: {} } }, model_overrides: {} } }],
    [{ loop_detection: {} }],
    [{ loop_detection: { model_overrides: { lite: {} } } }],
  ])('R13 an empty section sets nothing: %j', (input) => {
    expect(readConfig(input, file).values).toEqual({});
  });

  it('R13 the same value twice is no error', () => {
    expect(readConfig({ window_size: 8, detection_window: 8 }, file).values).toEqual({ window: 8 });
  });
});

describe('R13 re-injections', () => {
  const firstAct = (reinjections: number): number => {
    const options = votesOptions(mergeConfig({ reinjections }));
    const session = createGuard({ preset: 'votes', options }).session('one');
    const status = call('Bash', { command: 'git status' }, 'clean');
    return [message('I look.'), ...times(5, status)].findIndex(
      (event) => session.observe(event).kind === 'act',
    );
  };
  it.each([
    [0, 3],
    [1, 3],
    [2, 2],
    [5, 2],
  ])('R13 after %i re-injections the loop is found at event %i', (reinjections, expected) => {
    expect(firstAct(reinjections)).toBe(expected);
  });

  it('R13 the count is read live: a session becomes stricter while it runs', () => {
    const guard = createGuard({ preset: 'votes' });
    const sessions = [0, 2].map((reinjections) => {
      const id = `after ${reinjections}`;
      const session = guard.session(id);
      session.observe(call('Bash', { command: 'git status' }, 'clean'));
      return guard.session(id, { options: votesOptions(mergeConfig({ reinjections })) });
    });
    const second = call('Bash', { command: 'git status' }, 'clean');
    expect(sessions.map((session) => session.observe(second).kind)).toEqual(['proceed', 'act']);
  });

  it('R13 limits that cannot be stricter stay, and similarities fall a little', () => {
    const options = votesOptions(mergeConfig({ reinjections: 3, exactMatch: 2 }));
    expect(options).toMatchObject({
      ...{ 'tool-repetition': { exact: 2 }, 'output-similarity': { verbatim: 0.9, paraphrase: 0.8 } },
    });
    expect(() => configure('votes', options)).not.toThrow();
  });
});
