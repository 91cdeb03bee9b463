import { flag, integer, type Option, type OptionsOf, ratio } from '../../../detection/options.js';

/** Every setting of a configuration, with its default and its meaning. */
export const settings = {
  enabled: flag(true, { meaning: 'whether sessions are looked at' }),
  exactMatch: integer(3, { min: 2, meaning: 'identical calls in a row that make a loop' }),
  similarMatch: integer(4, { min: 2, meaning: 'calls with similar arguments that make a loop' }),
  argumentSimilarity: ratio(0.8, { meaning: 'arguments are similar above this' }),
  verbatim: ratio(0.95, { meaning: 'likeness to the message before, above which it is a loop' }),
  paraphrase: ratio(0.85, { meaning: 'likeness to several recent messages, above which it is a loop' }),
  occurrences: integer(2, { meaning: 'how many recent messages must be that alike' }),
  sameError: integer(3, { min: 2, meaning: 'occurrences of one error that make a loop' }),
  sameFix: integer(2, { min: 2, meaning: 'attempts of one fix that make a loop' }),
  highConfidence: ratio(0.9, { meaning: 'one detector above this is enough' }),
  mediumConfidence: ratio(0.7, { meaning: 'two detectors above this are enough' }),
  weighted: ratio(0.6, { meaning: 'a weighted sum above this is enough' }),
  window: integer(10, { min: 3, max: 40, meaning: 'how many calls, messages and errors are looked at' }),
  hintAt: integer(1, { meaning: 'resets from which the block has a hint' }),
  constraintsAt: integer(2, { meaning: 'resets from which the block has firmer constraints' }),
  personAt: integer(3, { meaning: 'resets at which a person is asked' }),
  warnFirst: flag(true, { meaning: 'whether the first detection after a reset only warns' }),
  statusLine: flag(true, { meaning: 'whether loops are shown in a status line' }),
  toast: flag(true, { meaning: 'whether loops are shown in a toast' }),
  toastDuration: integer(5000, { min: 0, max: 600_000, meaning: 'how long a toast stays, in milliseconds' }),
  reinjections: integer(0, {
    min: 0,
    meaning: 'how often tool routing has re-injected; above 1, limits are stricter',
  }),
  archiveConsent: flag(false, { meaning: 'whether patterns of this user may be kept across sessions' }),
  override: flag(false, { meaning: 'whether the fourth override and later ones are permitted' }),
} satisfies Readonly<Record<string, Option>>;

export type SettingName = keyof typeof settings;
export type Config = OptionsOf<typeof settings>;

/** All names of a setting in files; a name in capitals is an environment variable, too. */
const NAMES: Readonly<Record<SettingName, readonly string[]>> = {
  enabled: ['detection.enabled', 'enabled', 'LOOP_DETECTION_ENABLED'],
  exactMatch: [
    ...['detection.thresholds.tool_repetition.exact_match', 'tool_repetition_threshold', 'max_repetitions'],
    'LOOP_DETECTION_TOOL_THRESHOLD',
  ],
  similarMatch: ['detection.thresholds.tool_repetition.similar_match'],
  argumentSimilarity: ['detection.thresholds.tool_repetition.similarity_threshold'],
  verbatim: [
    ...['detection.thresholds.output_similarity.verbatim_threshold', 'output_similarity_threshold'],
    ...['similarity_threshold', 'LOOP_DETECTION_OUTPUT_THRESHOLD'],
  ],
  paraphrase: ['detection.thresholds.output_similarity.paraphrase_threshold'],
  occurrences: ['detection.thresholds.output_similarity.min_occurrences'],
  sameError: ['detection.thresholds.error_cycle.same_error'],
  sameFix: ['detection.thresholds.error_cycle.same_fix'],
  highConfidence: [
    'detection.thresholds.aggregator.single_high_confidence',
    'LOOP_DETECTION_HIGH_CONFIDENCE',
  ],
  mediumConfidence: [
    ...['detection.thresholds.aggregator.multiple_medium_confidence', 'LOOP_DETECTION_MEDIUM_CONFIDENCE'],
  ],
  weighted: ['detection.thresholds.aggregator.weighted_combination', 'LOOP_DETECTION_WEIGHTED_THRESHOLD'],
  window: ['detection.window_size', 'window_size', 'detection_window', 'LOOP_DETECTION_WINDOW_SIZE'],
  hintAt: ['escalation.thresholds.0', 'escalation_thresholds.0'],
  constraintsAt: ['escalation.thresholds.1', 'escalation_thresholds.1'],
  personAt: ['escalation.user_intervention_at', 'escalation.thresholds.2', 'escalation_thresholds.2'],
  warnFirst: ['escalation.warn_first', 'warn_first', 'LOOP_DETECTION_WARN_FIRST'],
  statusLine: ['notifications.status_line'],
  toast: ['notifications.toast'],
  toastDuration: ['notifications.toast_duration_ms'],
  reinjections: ['reinjection_count'],
  archiveConsent: ['archive.consent'],
  override: ['LOOP_DETECTION_OVERRIDE'],
};

/** By our own name and all other names. */
const BY_NAME = new Map<string, SettingName>(
  (Object.entries(NAMES) as [SettingName, readonly string[]][]).flatMap(([setting, names]) =>
    [setting, ...names].map((name): [string, SettingName] => [name, setting]),
  ),
);

export function settingOf(name: string): SettingName | undefined {
  return BY_NAME.get(name);
}

/** Longest first, because some names end like others. */
export const KNOWN_NAMES: readonly string[] = [...BY_NAME.keys()].sort((a, b) => b.length - a.length);
