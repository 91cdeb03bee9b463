import { advance, SNAPSHOT_VERSION, start } from '@rutbreak/core/edge';
import { describe, expect, it } from 'vitest';
import { createCache, type Entry } from './cache.js';
import { newRecord } from '../../session/record.js';
import { DEFAULT_CONFIG, settle } from '../settings.js';

const settings = settle(DEFAULT_CONFIG);

/** A session with this many calls. */
function entryOf(id: string, calls: number): Entry {
  const engine = settings.eventsOf('');
  let state = start(engine);
  for (let n = 0; n < calls; n++)
    ({ state } = advance(state, { kind: 'call', tool: 'Read', args: { n }, result: `text ${n}` }, engine));
  const stored = { version: SNAPSHOT_VERSION, preset: 'default', state };
  return { version: calls, record: { ...newRecord(id, 1), core: { events: stored } } };
}

describe('the session cache', () => {
  it('returns packed sessions unchanged', () => {
    const cache = createCache(1000, () => settings);
    const entries = Array.from({ length: 300 }, (_, i) => entryOf(`s${i}`, i % 7));
    for (const entry of entries) cache.set(entry.record.id, entry);
    expect(cache.size()).toBe(300);
    for (const { version, record } of entries) {
      const back = cache.get(record.id);
      expect(back?.version).toBe(version);
      expect(back?.record.core.events?.state).toEqual(record.core.events?.state);
    }
    expect(cache.size()).toBe(300);
  });

  it('keeps at most a fixed number, evicts the least recently used, and forgets dropped sessions', () => {
    const cache = createCache(250, () => settings);
    for (let i = 0; i < 300; i++) cache.set(`s${i}`, entryOf(`s${i}`, 0));
    expect(cache.size()).toBe(250);
    expect(cache.get('s49')).toBeUndefined();
    expect(cache.get('s50')?.record.id).toBe('s50');
    cache.drop('s51');
    cache.drop('s299');
    expect([cache.get('s51'), cache.get('s299'), cache.size()]).toEqual([undefined, undefined, 248]);
    cache.set('s60', entryOf('s60', 3));
    expect([cache.get('s60')?.version, cache.size()]).toEqual([3, 248]);
  });
});
