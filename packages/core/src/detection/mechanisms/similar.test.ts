import { describe, expect, it } from 'vitest';
import { type CallFeatures, extractFeatures } from '../../features/call-features.js';
import { NEW_LEDGER } from '../../session/ledger.js';
import { compareWith, extendGroup, fade, type Group, keepGroup, NO_GROUPS, startGroup } from './similar.js';

const featuresOf = (query: string, result = 'nothing new'): CallFeatures =>
  extractFeatures({ tool: 'search', args: { query }, result });
const at = (seq: number, calls = seq) => ({
  ...{ seq, round: null, ledger: { ...NEW_LEDGER, calls } },
  ...{ content: 100 + seq, answer: 200 + seq },
});
const first = featuresOf('refund rule');
const started = startGroup(5, first, at(0));
const extended = (group: Group, query: string, seq: number, isVaried = true): Group =>
  extendGroup(group, featuresOf(query), at(seq), { worth: 0.5, places: '', isVaried });

describe('a group of calls with the same result', () => {
  it('starts with one', () => {
    expect(started).toMatchObject({ key: 5, events: [0], weight: 1, varied: 0, words: [] });
  });

  it('keeps at most 24 of the words that identify it', () => {
    const words = Array.from({ length: 40 }, (_, i) => i);
    expect(startGroup(5, first, at(0), words).words).toEqual(words.slice(0, 24));
  });

  it('adds the weight of a call', () => {
    const group = extended(extended(started, 'rule refund', 1), 'rule refund', 2, false);
    expect(group).toMatchObject({ events: [0, 1, 2], weight: 2, varied: 1, mark: { calls: 2 } });
  });

  it('keeps the last outcome and its subject', () => {
    expect(extended(started, 'rule refund', 3)).toMatchObject({ content: 103, answer: 203, subject: [] });
    const about = featuresOf('opening hours', 'there are no opening hours');
    const group = extendGroup(started, about, at(4), { worth: 1, places: '', isVaried: true });
    expect(group.subject).toEqual(about.subject);
    expect(group.subject).toHaveLength(2);
  });

  it('compares with the last call that differed', () => {
    const varied = extended(started, 'opening hours', 1);
    expect(compareWith(varied, featuresOf('opening hours')).change).toBe('same');
    const repeated = extended(started, 'opening hours', 1, false);
    expect(compareWith(repeated, featuresOf('refund rule')).change).toBe('same');
  });

  it('keeps the last twelve events, and the last eight groups', () => {
    const long = Array.from({ length: 20 }).reduce<Group>(
      (group, _, i) => extended(group, 'rule', i + 1),
      started,
    );
    expect(long.events).toHaveLength(12);
    expect(long.events.at(-1)).toBe(20);
    const groups = Array.from({ length: 12 }, (_, i) => ({ ...started, key: i })).reduce(
      keepGroup,
      NO_GROUPS,
    );
    expect(groups.map(({ key }) => key)).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
    expect(
      keepGroup(groups, { ...started, key: 4 })
        .map(({ key }) => key)
        .at(-1),
    ).toBe(4);
  });

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(started))).toEqual(started);
  });
});

describe('old calls count less', () => {
  const heavy = { ...started, weight: 3, mark: { ...started.mark, calls: 10 } };

  it.each<[string, number, number]>([
    ['nothing between', 10, 3],
    ['one call between', 11, 2],
    ['two calls between', 12, 1.5],
    ['never less than one call', 500, 1],
    ['a clock that goes back', 4, 3],
  ])('%s', (_, calls, weight) => {
    expect(fade(heavy, calls, 0.5).weight).toBeCloseTo(weight, 10);
  });
});
