// Every key of the design's configuration shapes changes what the preset does.
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../event/event.js';
import { createGuard } from '../../../guard.js';
import { growingAlike, LIST } from '../../../testing/made-up-text.js';
import { call, delta, edit, error, failure, message, range, times } from '../../../testing/trace.js';
import { mergeConfig, votesOptions } from './merge.js';
import { readConfig } from './read.js';
import { type Config, KNOWN_NAMES, type SettingName, settingOf } from './settings.js';

const file = { where: 'loop_detection.yaml' };
const status = call('Bash', { command: 'git status' }, 'clean');
/** Nine of ten arguments stay. */
const search = (i: number): AgentEvent =>
  call('search', { ...Object.fromEntries(range(9).map((k) => [`key${k}`, k])), page: i }, `row ${i}`);
const opening = (word: string): AgentEvent =>
  message(`I will now open the configuration file and look for the wrong setting in its ${word} part.`);

/** Runs in which each setting matters. */
const RUNS: readonly (readonly AgentEvent[])[] = [
  times(20, status),
  range(12).map(search),
  range(12).flatMap((i) => [
    status,
    ...range(4).map((k) => call(`tool${k}`, { id: i * 4 + k }, `${i} ${k}`)),
  ]),
  ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map(opening),
  times(6, message('I look at the log once more.')),
  times(6, error('TypeError', 'x is not a function')),
  times(6, failure('Bash', { command: 'make' }, 'undefined reference to crc32')),
  range(6).flatMap(() => [edit('a.ts', 'one', 'two'), error('TypeError', 'x is not a function')]),
  ['A', 'B', 'C', 'D', 'E'].map((type) => error(type, '', { fix: 'add a null check' })),
  [...growingAlike.map((text) => message(text)), delta(LIST)],
];

/** What the preset does in all of them. */
function behaviourOf(values: Partial<Config>): string {
  const options = votesOptions(mergeConfig(values));
  return RUNS.map((events) => {
    const session = createGuard({ preset: 'votes', options }).session('one');
    return events.map((event) => {
      const decision = session.observe(event);
      return decision.kind === 'act' ? `${decision.rung} ${decision.text}` : '-';
    });
  })
    .flat()
    .join('\n');
}

/** Another value for each setting that the preset itself reads. */
const CHANGED: Readonly<Partial<Record<SettingName, number | boolean>>> = {
  ...{ exactMatch: 5, similarMatch: 6, argumentSimilarity: 0.99 },
  ...{ verbatim: 0.5, paraphrase: 0.99, occurrences: 4, sameError: 5, sameFix: 4 },
  ...{ highConfidence: 0.99, mediumConfidence: 0.79, weighted: 0.1 },
  ...{ window: 3, hintAt: 2, constraintsAt: 3, personAt: 5, warnFirst: false, reinjections: 2 },
};

/** `a.b.0` as nested objects and lists. */
function nested(name: string, value: unknown): unknown {
  return name.split('.').reduceRight<unknown>((inner, key) => {
    if (!/^\d+$/.test(key)) return { [key]: inner };
    return [1, 2, 3].map((usual, i) => (i === Number(key) ? inner : usual));
  }, value);
}

describe('R13 every key has an effect', () => {
  const usual = behaviourOf({});
  const names = KNOWN_NAMES.filter((name) => CHANGED[settingOf(name)!] !== undefined);

  it.each(names)('R13 %s', (name) => {
    const setting = settingOf(name)!;
    const { values } = readConfig(nested(name, CHANGED[setting]), file);
    expect(values).toMatchObject({ [setting]: CHANGED[setting] });
    expect(behaviourOf(values)).not.toBe(usual);
  });

  it('R13 the other keys are for doors', () => {
    const rest = new Set(KNOWN_NAMES.map((name) => settingOf(name)!).filter((name) => !(name in CHANGED)));
    expect([...rest].sort()).toEqual([
      ...['archiveConsent', 'enabled', 'override'],
      ...['statusLine', 'toast', 'toastDuration'],
    ]);
  });
});

describe('R13 escalation.thresholds say from which reset on the words are firmer', () => {
  const HINT = 'Consider what information you actually need';
  const FIRM = 'Do NOT use Bash in this pattern in any form';
  /** The resets of twenty identical calls. */
  const resetsWith = (input: object): readonly string[] => {
    const options = votesOptions(mergeConfig(readConfig(input, file).values));
    const session = createGuard({ preset: 'votes', options }).session('one');
    return times(20, status).flatMap((event) => {
      const decision = session.observe(event);
      if (decision.kind !== 'act' || !decision.actions.includes('reset')) return [];
      const { text, rung } = decision;
      if (rung !== 'redirect') return [rung];
      expect(text).toContain('Do not call Bash with `git status` again');
      const urgency = /urgency="(\w+)"/.exec(text)?.[1];
      return [`${text.includes(FIRM) ? 'firm' : text.includes(HINT) ? 'hint' : 'plain'} ${urgency}`];
    });
  };

  it.each([
    ['the design', [1, 2, 3], ['hint warning', 'firm high', 'pause', 'stop', 'stop']],
    ['a later hint', [2, 3, 4], ['plain warning', 'hint warning', 'firm high', 'pause', 'stop']],
    ['firm at once', [1, 1, 2], ['firm high', 'pause', 'stop', 'stop', 'stop']],
    ['never firm', [1, 9, 4], ['hint warning', 'hint warning', 'hint warning', 'pause', 'stop']],
    ['a person at once', [1, 2, 1], ['pause', 'stop', 'stop', 'stop', 'stop']],
  ])('R13 %s: %j', (_, list, expected) => {
    expect(resetsWith({ escalation: { thresholds: list } })).toEqual(expected);
    expect(resetsWith({ escalation_thresholds: list })).toEqual(expected);
  });

  it('R13 a person as late as the range allows', () => {
    expect(resetsWith({ escalation: { user_intervention_at: 1000 } })).not.toContain('pause');
  });
});
