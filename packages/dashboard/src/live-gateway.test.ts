import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createGateway, createMemoryStore, createSqliteStore, type Gateway } from '@rutbreak/gateway';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Order, runAgent, type World } from './demo/agent.js';
import { findBrowser } from './testing/browser.js';
import { type Front, startFront } from './testing/front.js';

const HOME = resolve(import.meta.dirname, '..');
const PAGES = join(HOME, 'dist');
const TOKEN = 'rbt_live-test';
const path = findBrowser();
if (path === undefined)
  console.warn('Tests of the page with a live gateway are skipped: no Chrome or Chromium was found.');

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** An agent that tells its steps to the gateway, and does what it is told. */
function agentOf(url: string, session: string): World & { readonly sent: () => number } {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  let sent = 0;
  return {
    ...{ sent: () => sent, rest: () => sleep(120), isOver: () => sent > 400, end: () => Promise.resolve() },
    async send({ intent, tool, status }) {
      const body = {
        meta: {
          trace_id: `${session}-${sent++}`,
          timestamp: Date.now(),
          session_id: session,
          cluster_id: 'live',
        },
        identity: { agent_id: session, agent_type: 'coder', capability_version: '1.0' },
        ...{ cognition: { intent }, action: { tool_call: tool, status } },
      };
      const reply = await fetch(`${url}/gateway/messages`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return (await reply.json()) as Order;
    },
    async untilResumed() {
      for (;;) {
        const reply = await fetch(`${url}/v1/sessions/${session}`, { headers });
        const { state } = (await reply.json()) as { readonly state: string };
        if (state !== 'paused') return { action: state === 'ended' ? 'stop' : 'continue' };
        await sleep(100);
      }
    },
  };
}

const step = (intent: string): Readonly<Record<string, unknown>> => ({
  intent,
  tool: 'npm test',
  status: 'failure',
});
const OTHER = Array.from({ length: 8 }, (_, i) => ({
  intent: `part ${i}`,
  tool: `tool ${i}`,
  status: 'success',
}));

describe.skipIf(path === undefined)('the page with a live gateway', () => {
  let browser: Browser;
  let front: Front;
  let page: Page;

  const serve = async (gateway: Gateway): Promise<string> => {
    const url = await gateway.listen({ port: 0 });
    front.pointAt(url);
    return url;
  };
  const open = async (hash: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${front.url}/${hash}`);
    await page.getByText('Live', { exact: true }).waitFor();
  };

  beforeAll(async () => {
    if (!existsSync(join(PAGES, 'index.html'))) await build({ root: HOME, logLevel: 'error' });
    browser = await chromium.launch({
      ...(path !== undefined && { executablePath: path }),
      args: ['--no-sandbox'],
    });
    front = await startFront(PAGES, TOKEN);
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  });
  afterAll(async () => {
    await browser.close();
    await front.close();
  });

  it('Pause and Inspect stops a real agent; told what to do and resumed, it gets out', async () => {
    const gateway = createGateway({ store: createMemoryStore(), token: TOKEN });
    const url = await serve(gateway);
    try {
      await open('#/sessions');
      const agent = agentOf(url, 'stuck-1');
      const done = runAgent([step('run')], { patience: Infinity, wayOut: OTHER, isEndless: true }, agent);
      await page.getByRole('button', { name: 'Pause and Inspect' }).click();
      await page.getByRole('button', { name: 'Resume' }).waitFor();
      await sleep(600);
      const before = agent.sent();
      await sleep(1200);
      expect(agent.sent()).toBe(before);
      await page.getByLabel('Tell the agent').fill('Read the log first.');
      await page.getByRole('button', { name: 'Inject' }).click();
      await page.getByText('The agent reads it').waitFor();
      await page.getByRole('button', { name: 'Resume' }).click();
      expect(await done).toBe('resumed');
      expect(agent.sent()).toBeGreaterThan(before);
      await page.getByText('pause', { exact: true }).first().waitFor();
      await open('#/sessions');
      await page.getByText('Nobody goes in circles.').waitFor();
    } finally {
      await gateway.close();
    }
  });

  it('a gateway that restarts is found again, without loss and without doubling', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rutbreak-page-'));
    const store = () => createSqliteStore(join(folder, 'page.db'));
    try {
      const first = createGateway({ store: store(), token: TOKEN });
      const before = agentOf(await serve(first), 'before');
      await before.send(step('one'));
      await open('#/sessions');
      await page.getByRole('link', { name: 'before' }).waitFor();
      await first.close();
      await page.getByText('Reconnecting').waitFor();
      const second = createGateway({ store: store(), token: TOKEN });
      const after = agentOf(await serve(second), 'after');
      await after.send(step('two'));
      await page.getByText('Live', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'after' }).waitFor();
      await after.send(step('three'));
      await sleep(500);
      const names = await page.locator('.session-row [data-row]').allInnerTexts();
      expect(names.toSorted()).toEqual(['after', 'before']);
      await second.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('the demo fleet shows a loop within 30 seconds, explained', async () => {
    const gateway = createGateway({ store: createMemoryStore(), token: TOKEN });
    await serve(gateway);
    try {
      await open('#/');
      await page.getByRole('button', { name: 'Play the demo fleet' }).click();
      const news = page.getByRole('region', { name: 'Just now' });
      await news.getByRole('listitem').first().waitFor({ timeout: 30_000 });
      await news.getByRole('link').first().click();
      await page.getByText('Was it a loop?').first().waitFor();
      await page.getByRole('region', { name: 'Timeline' }).waitFor();
    } finally {
      await page.goto('about:blank');
      await gateway.close();
    }
  });
});
