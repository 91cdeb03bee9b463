import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteStore } from '@rutbreak/gateway';
import { type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../testing/browser.js';
import { buildPage, type LiveGateway, openBrowser, sleep, startLive, stepOf } from '../testing/live.js';

/** An agent in a loop: it repeats a step, waits while it is paused, and does other work once it is resumed. */
async function runStuck(gateway: LiveGateway, session: string): Promise<void> {
  const send = (step: object) => gateway.post('/gateway/messages', stepOf({ session, ...step }));
  const state = async (): Promise<string> => (await gateway.get(`/v1/sessions/${session}`)).state;
  while ((await send(STUCK)).held !== true) await sleep(60);
  while ((await state()) === 'paused') await sleep(50);
  for (const step of OTHER) await send(step);
}

const STUCK = { intent: 'run', tool: 'npm test', status: 'failure' };
const OTHER = Array.from({ length: 8 }, (_, i) => ({
  ...{ intent: `part ${i}`, tool: `tool ${i}`, status: 'success' },
}));

/** Pauses the agent; by default the gateway only raises an alert. */
const ORDERS = { config: { entropy: { onLoop: 'pause' } } } as const;

describe.skipIf(findBrowser() === undefined)('the page with a live gateway', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    await buildPage();
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  });
  afterAll(() => browser.close());

  it('E8, E9 Pause and Inspect stops a real agent; after a message and Resume it leaves the loop', async () => {
    const gateway = await startLive(ORDERS);
    try {
      await gateway.open(page, '#/sessions');
      const done = runStuck(gateway, 'stuck-1');
      const events = async (): Promise<number> => (await gateway.get('/v1/sessions/stuck-1')).events;
      await page.getByRole('button', { name: 'Pause and Inspect' }).click();
      await page.getByRole('button', { name: 'Resume' }).waitFor();
      await expect.poll(async () => (await gateway.get('/v1/sessions/stuck-1')).held).toBe(1);
      const before = await events();
      await sleep(600);
      expect(await events()).toBe(before);
      await page.getByLabel('Tell the agent').fill('Read the log first.');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('The agent reads it').waitFor();
      await page.getByRole('button', { name: 'Resume' }).click();
      await done;
      expect(await events()).toBe(before + OTHER.length);
      await page.getByText('recovered', { exact: true }).first().waitFor();
      await page.getByRole('region', { name: 'Audit trail' }).getByText('resume').waitFor();
      await gateway.open(page, '#/sessions');
      await page.getByText('No agent is looping.').waitFor();
    } finally {
      await gateway.close();
    }
  });

  it('the page reconnects to a restarted gateway, without lost or duplicate entries', async () => {
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
      // While the page waits for its next retry.
      await tell('after', 'two');
      await page.getByText('Live', { exact: true }).waitFor();
      await page.locator('.map-node', { hasText: 'after' }).waitFor();
      await expect.poll(() => loopNews.count()).toBe(1);
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
});
