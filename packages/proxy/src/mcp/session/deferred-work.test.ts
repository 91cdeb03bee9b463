import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBacklog } from './deferred-work.js';

describe('deferred work', () => {
  it('runs later, in order, as soon as the proxy is idle', async () => {
    const backlog = createBacklog();
    const done: number[] = [];
    for (const n of [1, 2, 3]) backlog.push(() => done.push(n));
    expect(done).toEqual([]);
    await expect.poll(() => done).toEqual([1, 2, 3]);
    backlog.push(() => done.push(4));
    await expect.poll(() => done).toEqual([1, 2, 3, 4]);
  });

  it('runs on demand, and not a second time', async () => {
    const backlog = createBacklog();
    const done: number[] = [];
    backlog.push(() => done.push(1));
    backlog.catchUp();
    expect(done).toEqual([1]);
    await after(50);
    expect(done).toEqual([1]);
  });

  it('does not accumulate', () => {
    const backlog = createBacklog();
    let done = 0;
    for (let n = 0; n < 100; n++) backlog.push(() => done++);
    expect(done).toBeGreaterThanOrEqual(96);
  });
});
