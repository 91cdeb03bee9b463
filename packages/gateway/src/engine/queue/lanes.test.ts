import { describe, expect, it } from 'vitest';
import type { Job } from './job.js';
import { createLanes } from './lanes.js';

const LARGE = 100_000;

/** Lanes with runs that the test finishes, and a log of them. */
function harness(maxBytes = 1e7) {
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const lanes = createLanes(async (jobs) => {
    const names = jobs.map(({ session, bytes }) => `${session}${bytes >= LARGE ? '!' : ''}`).join(' ');
    log.push(names);
    if (jobs.some(({ bytes }) => bytes >= LARGE)) await new Promise<void>((done) => ends.push(done));
    for (const { done } of jobs) done({ reply: null, version: 1 });
    return [];
  }, maxBytes);
  const send = (session: string, bytes = 10): Promise<unknown> =>
    new Promise((done, fail) => {
      const job: Job = { session, bytes, kind: 'look', input: null, tries: 0, done, fail };
      lanes.enqueue([job]);
    });
  return { log, lanes, send, endLarge: () => ends.shift()?.() };
}

describe('lanes', () => {
  it('a small request of another session does not wait for a large one', async () => {
    const { send, endLarge, log } = harness();
    const large = send('big', LARGE);
    await send('small');
    expect(log).toContain('small');
    endLarge();
    await large;
  });

  it('requests of one session keep their order across the lanes', async () => {
    const { send, endLarge, log, lanes } = harness();
    const all = [send('a'), send('a', LARGE), send('a'), send('b')];
    await all[0];
    await expect.poll(() => log.includes('a!')).toBe(true);
    expect(log.filter((line) => line.startsWith('a'))).not.toContain('a a');
    endLarge();
    await Promise.all(all);
    await lanes.idle();
    expect(
      log
        .join(' ')
        .split(' ')
        .filter((name) => name.startsWith('a')),
    ).toEqual(['a', 'a!', 'a']);
  });

  it('a request that is read right after a commit shares the next one with those that waited', async () => {
    const { send, log, lanes } = harness();
    const first = send('first');
    const rest: Promise<unknown>[] = [];
    void first.then(() => {
      rest.push(send('waited'));
      setImmediate(() => rest.push(send('read later')));
    });
    await first;
    await lanes.idle();
    await Promise.all(rest);
    expect(log).toEqual(['first', 'waited read later']);
  });

  it('a full slow lane refuses large requests only', async () => {
    const { send, endLarge } = harness(1.5 * LARGE);
    const first = send('big', LARGE);
    await send('tick');
    const second = send('big-2', LARGE);
    await expect(send('big-3', LARGE)).rejects.toMatchObject({ code: 'OVERLOADED' });
    await send('small');
    endLarge();
    await first;
    await expect.poll(() => endLarge() === undefined).toBe(true);
    void second.catch(() => undefined);
  });

  it('a session that fills the slow lane does not keep out a smaller request of another one', async () => {
    const { send, endLarge, log } = harness(10 * LARGE);
    const flood = Array.from({ length: 30 }, () => send('flood', LARGE).catch(() => 'refused'));
    const other = send('other', LARGE);
    const ending = setInterval(endLarge, 1);
    await other;
    expect(log.indexOf('other!')).toBeLessThanOrEqual(2);
    const refused = (await Promise.all(flood)).filter((one) => one === 'refused');
    clearInterval(ending);
    expect(refused.length).toBeGreaterThan(15);
  });

  it('the sessions of the slow lane take turns, and each keeps its own order', async () => {
    const { send, endLarge, log } = harness();
    const all = [LARGE, LARGE + 1, LARGE + 2].map((bytes) => send('a', bytes));
    all.push(send('b', LARGE), send('c', LARGE));
    const ending = setInterval(endLarge, 1);
    await Promise.all(all);
    clearInterval(ending);
    expect(log).toEqual(['a!', 'b!', 'a!', 'c!', 'a!']);
  });
});
