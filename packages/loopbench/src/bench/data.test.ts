import { afterAll, describe, expect, it } from 'vitest';
import { readBench, SPLITS } from '../data/bench-data.js';
import { foldersOfClone, ownFolder, ownFolders } from '../data/folders.js';
import { different, folderOf, same } from '../data/made-up.js';
import { idLookup, lengthOnly } from '../detectors/baselines.js';
import { benchDetector } from './bench-report.js';
import { freshIds, labelsById } from './run-detector.js';

const row = (id: string, by_event: number | null): object => ({
  ...{
    id,
    by_event,
    expect: by_event === null ? 'no_loop' : 'loop',
    events: by_event === null ? different(5) : same(5),
  },
});
const data = folderOf({
  'corpus/looping/a.jsonl': [{ id: 'l', start: 0, events: same(4) }],
  'corpus/healthy/a.jsonl': [{ id: 'h', events: different(4) }],
  'packages/loopbench/data/reported.json': ['{"version":1,"reported":["blind-y","blind-z"]}'],
  'packages/loopbench/data/blind/blind-x.jsonl': [row('x1', 3), row('x2', null)],
  'packages/loopbench/data/blind/blind-y.jsonl.gz': [row('y1', 3), row('y2', null)],
});
afterAll(() => data.remove());
const folders = foldersOfClone(data.path);
const setsOf = (split: 'reported' | 'development'): string[] => [
  ...new Set(readBench(folders, { split }).traces.map(({ set }) => set)),
];

describe('the splits', () => {
  it('one file names the reported sets; all others are for development', () => {
    expect(setsOf('reported')).toEqual(['blind-y']);
    expect(setsOf('development')).toEqual(['corpus', 'blind-x', 'generated']);
  });

  it('a missing reported set is named, with its expected file', () => {
    const { missing } = readBench(folders, { split: 'reported' });
    expect(missing).toHaveLength(1);
    expect(missing[0]).toMatch(/^blind-z is named in .*reported\.json, but .*blind-z\.jsonl is not there\.$/);
  });

  it('a set of the other split cannot be measured by mistake', () => {
    expect(() => readBench(folders, { split: 'development', sets: ['blind-y'] })).toThrow(
      'The development split has no set blind-y; it has corpus, blind-x, generated.',
    );
  });

  it('a broken list of reported sets is a message', () => {
    expect(() => readBench({ ...folders, reported: 'nowhere.json' }, { split: 'reported' })).toThrow(
      'nowhere.json cannot be read',
    );
  });

  it('the package finds its own data', () => {
    expect(ownFolders(ownFolder()).reported).toMatch(/packages\/loopbench\/data\/reported\.json$/);
  });
});

describe('the data of the repository', () => {
  const traces = SPLITS.flatMap((split) => readBench(foldersOfClone(), { split }).traces);

  it('have more than a thousand traces, half of them healthy near-misses', () => {
    const loops = traces.filter(({ case: one }) => one.expect === 'loop').length;
    expect(traces.length).toBeGreaterThan(1000);
    expect(loops / traces.length).toBeGreaterThan(0.45);
    expect(loops / traces.length).toBeLessThan(0.55);
  });

  /** Every fifth: an id that reveals its label does so in any of them, and to play all takes a minute. */
  const some = traces.filter((_, i) => i % 5 === 0);

  it('labels looked up by the ids of an earlier run find nothing, because ids are new in every run', async () => {
    const detector = idLookup(labelsById(some, freshIds(some)));
    for (const { auc } of [await benchDetector(detector, some), await benchDetector(detector, some)]) {
      expect(auc).toBeLessThanOrEqual(0.55);
      expect(auc).toBeGreaterThanOrEqual(0.45);
    }
  });

  it('labels looked up by the ids of the same run would find everything', async () => {
    const ids = freshIds(some);
    expect((await benchDetector(idLookup(labelsById(some, ids)), some, ids)).auc).toBe(1);
  });

  it.each([...new Set(traces.map(({ set }) => set))])(
    'the number of events reveals nothing in %s',
    async (set) => {
      const { auc } = await benchDetector(
        lengthOnly,
        traces.filter((trace) => trace.set === set),
      );
      expect(auc).toBeLessThanOrEqual(0.55);
      expect(auc).toBeGreaterThanOrEqual(0.45);
    },
  );
});
