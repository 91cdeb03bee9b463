import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBacklog } from './deferred-work.js';

describe('work that can wait', () => {
  it('is not done at once, but in order as soon as nothing else comes', async () => {
    const backlog = createBacklog();
    const done: number[] = [];
    for (const n of [1, 2, 3]) backlog.push(() => done.push(n));
    expect(done).toEqual([]);
    await expect.poll(() => done).toEqual([1, 2, 3]);
    backlog.push(() => done.push(4));
    await expect.poll(() => done).toEqual([1, 2, 3, 4]);
  });

  it('is done when it is asked for, and then no second time', async () => {
    const backlog = createBacklog();
    const done: number[] = [];
    backlog.push(() => done.push(1));
    backlog.catchUp();
    expect(done).toEqual([1]);
    await after(50);
    expect(done).toEqual([1]);
  });

  it('does not pile up', () => {
    const backlog = createBacklog();
    let done = 0;
    for (let n = 0; n < 100; n++) backlog.push(() => done++);
    expect(done).toBeGreaterThanOrEqual(96);
  });
});
