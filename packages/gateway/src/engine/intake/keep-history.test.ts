import { describe, expect, it } from 'vitest';
import { newRecord } from '../../session/record.js';
import { readStored } from '../../session/history.js';
import { countTurns } from '../../testing/turns.js';
import { draftOf, type TickContext } from '../draft.js';
import { keepHistory } from './keep-history.js';

const draft = () => draftOf(newRecord('a', 1), { now: 5 } as TickContext);

describe('the history of a draft', () => {
  it('keeps a few events as one batch', async () => {
    const one = draft();
    const bytes = await keepHistory(one, 3, {
      door: 'events',
      held: true,
      agent: 'x',
      items: [{ n: 1 }, null],
    });
    const payload = '{"door":"events","held":true,"agent":"x","items":[{"n":1},null]}';
    expect(one.history).toEqual([{ firstSeq: 3, lastSeq: 4, at: 5, payload }]);
    expect(bytes).toBe(payload.length);
  });

  it('keeps nothing of no events', async () => {
    const one = draft();
    expect(await keepHistory(one, 3, { door: 'events', held: false, items: [] })).toBe(0);
    expect(one.history).toEqual([]);
  });

  it('cuts many events into batches of limited size, without a gap, and lets others run in between', async () => {
    const one = draft();
    const items = Array.from({ length: 1000 }, (_, n) => ({ n, text: 'x'.repeat(8000) }));
    const keep = () => keepHistory(one, 7, { door: 'events', held: false, items });
    expect(await countTurns(keep)).toBeGreaterThan(4);
    expect(Math.max(...one.history.map(({ payload }) => payload.length))).toBeLessThan(80_000);
    const read = one.history.flatMap(readStored);
    expect(read.map(({ seq }) => seq)).toEqual(items.map((_, n) => 7 + n));
    expect(read.map(({ body }) => (body as { n: number }).n)).toEqual(items.map(({ n }) => n));
    expect(one.history.at(-1)?.lastSeq).toBe(1006);
  });
});
