import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CATEGORIES } from '@rutbreak/core';
import { createSqliteStore } from '@rutbreak/gateway';
import { type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Order, runAgent, type World } from './demo/agent.js';
import { findBrowser } from './testing/browser.js';
import { buildPage, type LiveGateway, openBrowser, sleep, startLive, stepOf } from './testing/live.js';

/** An agent that tells its steps to the gateway, and does what it is told. */
function agentOf(gateway: LiveGateway, session: string): World & { readonly sent: () => number } {
  let sent = 0;
  return {
    ...{ sent: () => sent, rest: () => sleep(60), isOver: () => sent > 400, end: () => Promise.resolve() },
    async send(step) {
      sent++;
      return (await gateway.post('/gateway/messages', stepOf({ session, ...step }))) as Order;
    },
    async untilResumed() {
      for (;;) {
        const { state } = await gateway.get(`/v1/sessions/${session}`);
        if (state !== 'paused') return { action: state === 'ended' ? 'stop' : 'continue' };
        await sleep(50);
      }
    },
  };
}

const STUCK = { intent: 'run', tool: 'npm test', status: 'failure' };
const OTHER = Array.from({ length: 8 }, (_, i) => ({
  ...{ intent: `part ${i}`, tool: `tool ${i}`, status: 'success' },
}));

describe.skipIf(findBrowser() === undefined)('the page with a live gateway', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    await buildPage();
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  });
  afterAll(() => browser.close());

  it('Pause and Inspect stops a real agent; told what to do and resumed, it gets out', async () => {
    const gateway = await startLive();
    try {
      await gateway.open(page, '#/sessions');
      const agent = agentOf(gateway, 'stuck-1');
      const done = runAgent([STUCK], { patience: Infinity, wayOut: OTHER, isEndless: true }, agent);
      await page.getByRole('button', { name: 'Pause and Inspect' }).click();
      await page.getByRole('button', { name: 'Resume' }).waitFor();
      await expect.poll(async () => (await gateway.get('/v1/sessions/stuck-1')).held).toBe(1);
      const before = agent.sent();
      await sleep(600);
      expect(agent.sent()).toBe(before);
      await page.getByLabel('Tell the agent').fill('Read the log first.');
      await page.getByRole('button', { name: 'Inject' }).click();
      await page.getByText('The agent reads it').waitFor();
      await page.getByRole('button', { name: 'Resume' }).click();
      expect(await done).toBe('resumed');
      expect(agent.sent()).toBe(before + OTHER.length);
      await page.getByText('recovered', { exact: true }).first().waitFor();
      await page.getByText('unpause', { exact: true }).waitFor();
      await gateway.open(page, '#/sessions');
      await page.getByText('Nobody goes in circles.').waitFor();
    } finally {
      await gateway.close();
    }
  });

  it('a gateway that restarts is found again, without loss and without doubling', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rutbreak-page-'));
    const start = (port = 0): Promise<LiveGateway> =>
      startLive({ store: createSqliteStore(join(folder, 'page.db')) }, { port });
    let gateway = await start();
    const tell = (session: string, intent: string) =>
      gateway.post('/gateway/messages', stepOf({ session, ...STUCK, intent }));
    try {
      await tell('before', 'one');
      await gateway.open(page, '#/');
      for (let i = 0; i < 5; i++) await tell('before', 'again');
      const news = page.getByRole('region', { name: 'Just now' }).getByRole('listitem');
      const loopNews = news.filter({ hasText: /before loop/ });
      await loopNews.waitFor();
      await gateway.close();
      await page.getByText('Reconnecting').waitFor();
      gateway = await start(Number(new URL(gateway.url).port));
      // While the page waits for its next try.
      await tell('after', 'two');
      await page.getByText('Live', { exact: true }).waitFor();
      await page.locator('.map-node', { hasText: 'after' }).waitFor();
      expect(await loopNews.count()).toBe(1);
      await tell('after', 'three');
      await page.getByRole('link', { name: 'Sessions' }).click();
      const rows = page.locator('.session-row [data-row]');
      await rows.nth(1).waitFor();
      expect((await rows.allInnerTexts()).toSorted()).toEqual(['after', 'before']);
      const cells = page.locator('.session-row', { hasText: 'after' }).locator('.c-events');
      await expect.poll(() => cells.innerText(), { timeout: 10_000 }).toBe('2');
    } finally {
      await gateway.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('a newcomer sees a loop appear, be explained, be paused and recover within 30 seconds', async () => {
    const gateway = await startLive();
    const marks: string[] = [];
    const start = Date.now();
    const mark = (what: string): unknown =>
      marks.push(`${what} ${((Date.now() - start) / 1000).toFixed(1)} s`);
    try {
      await gateway.open(page, '#/');
      await page.getByRole('button', { name: 'Play the demo fleet' }).click();
      const alert = page.locator('.alert-row', { hasText: 'worker-2' });
      await alert.waitFor();
      mark('appears');
      await alert.getByRole('button', { name: 'Pause and Inspect' }).click();
      await page.getByText('Was it a loop?').waitFor();
      await page.locator('.loop-brief', { hasText: 'npm test(run the tests) 5x in 5 steps' }).waitFor();
      mark('is explained');
      await page.getByText('Paused by operator').waitFor();
      mark('is paused');
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.locator('.loop-card .outcome', { hasText: 'recovered' }).waitFor();
      mark('recovers');
      expect(Date.now() - start, marks.join(', ')).toBeLessThan(30_000);
      await expect
        .poll(
          async () => {
            const { loops } = await gateway.get('/v1/loops?limit=500');
            return new Set(loops.map(({ category }: { category: string }) => category)).size;
          },
          { timeout: 30_000 },
        )
        .toBe(CATEGORIES.length);
      console.info(`The demo: a loop ${marks.join(', ')}.`);
    } finally {
      await page.goto('about:blank');
      await gateway.close();
    }
  });
});
