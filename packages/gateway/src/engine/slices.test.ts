import { expect, it } from 'vitest';
import { createSlices } from './slices.js';

const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

it('a small request during a long computation waits for one slice, not for one per step', async () => {
  let clock = 0;
  let slices = 0;
  const over = new AbortController();
  const long = (async () => {
    const pause = createSlices(() => clock);
    while (!over.signal.aborted) {
      clock += 1;
      const paused = pause();
      if (paused) slices++;
      await paused;
    }
  })();
  const waits: number[] = [];
  for (let request = 0; request < 20; request++) {
    const before = slices;
    for (let step = 0; step < 4; step++) await turn();
    waits.push(slices - before);
  }
  over.abort();
  await long;
  expect(Math.max(...waits)).toBe(1);
});
