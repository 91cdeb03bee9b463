import { CATEGORIES, PRESETS } from '@rutbreak/core';
import { describe, expect, it } from 'vitest';
import type { GatewayConfig } from '../contract-admin.js';
import type { Point } from '../session/graph/replay.js';
import { changesOf, optionOf, withOption, withPreset } from './draft.js';
import { ownersOf } from './detectors.js';
import { PRESET_CHOICES } from './fields.js';
import { isChanged, judge } from './preview.js';

const CONFIG = {
  entropy: { window: 5, loopBelow: 0.25 },
  events: { preset: 'default', options: { 'repeated-call': { successes: 4 } }, models: {} },
} as unknown as GatewayConfig;

describe('a change of the configuration', () => {
  it.each([
    ['nothing where nothing differs', { a: 1, b: { c: [1] } }, { a: 1, b: { c: [1] } }, undefined],
    ['only the changed fields', { a: 1, b: { c: 2, d: 3 } }, { a: 1, b: { c: 9, d: 3 } }, { b: { c: 9 } }],
    ['what is new', { a: {} }, { a: { m: { x: 1 } } }, { a: { m: { x: 1 } } }],
  ])('is %s', (_, before, after, expected) => expect(changesOf(before, after)).toEqual(expected));

  it('for one model leaves the others unchanged', () => {
    const next = withOption(CONFIG, { model: 'm', owner: 'repeated-call', option: 'successes', value: 6 });
    expect([
      optionOf(next, 'm', 'repeated-call', 'successes'),
      optionOf(next, 'other', 'repeated-call', 'successes'),
      optionOf(next, '', 'repeated-call', 'window'),
    ]).toEqual([6, 4, undefined]);
  });
});

describe('the choice of a preset', () => {
  it('has all presets of core', () => {
    expect(Object.keys(PRESET_CHOICES).toSorted()).toEqual([...PRESETS].toSorted());
  });

  it('drops what was set for the detectors of the old one', () => {
    const next = withPreset(CONFIG, 'matrix');
    expect(next.events).toMatchObject({ preset: 'matrix', options: {}, models: {} });
    expect(changesOf(CONFIG, next)).toMatchObject({ events: { preset: 'matrix' } });
    expect(withPreset(CONFIG, 'default')).toBe(CONFIG);
  });
});

describe('the preview', () => {
  const point = (seq: number, status: Point['status']): Point => ({ seq, entropy: null, score: 0, status });
  it.each<[readonly Point[], object]>([
    [[], { status: 'healthy', firstLoop: null }],
    [[point(0, 'healthy'), point(1, 'suspicious')], { status: 'suspicious', firstLoop: null }],
    [[point(3, 'looping'), point(4, 'healthy')], { status: 'looping', firstLoop: 3 }],
  ])('%j is %j', (points, expected) => expect(judge(points)).toEqual(expected));

  it('reports when a loop would be found at another event', () => {
    const row = {
      id: '',
      agent: '',
      before: judge([point(3, 'looping')]),
      after: judge([point(5, 'looping')]),
    };
    expect(isChanged(row)).toBe(true);
  });
});

describe('20: detectors and categories are mapped to each other', () => {
  it.each(['default', 'votes'])('each detector of %s names what it finds', async (preset) => {
    const owners = await ownersOf(preset);
    expect(owners.length).toBeGreaterThan(3);
    expect(owners.filter(({ categories, summary }) => categories.length === 0 || summary === '')).toEqual([]);
  });

  it('every category has a detector', async () => {
    const owners = (await Promise.all(PRESETS.map(ownersOf))).flat();
    const found = new Set(owners.flatMap(({ categories }) => categories));
    expect(CATEGORIES.filter((category) => !found.has(category))).toEqual([]);
  });
});
