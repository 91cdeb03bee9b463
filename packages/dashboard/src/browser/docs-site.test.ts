import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, createMemoryStore } from '@rutbreak/gateway';
import { findBrowser } from '../testing/browser.js';
import { openBrowser } from '../testing/live.js';

const ROOT = resolve(import.meta.dirname, '../../../..');

describe.skipIf(findBrowser() === undefined)('19: the documentation site in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rutbreak-docs-site-'));
  const gateway = createGateway({ store: createMemoryStore(), token: 'rbt_docs-test', docs: folder });
  let browser: Browser;
  let page: Page;
  let url: string;
  const errors: string[] = [];

  beforeAll(async () => {
    const script = join(ROOT, 'scripts/site/build.mjs');
    const built = spawnSync(process.execPath, [script, relative(ROOT, folder)], { encoding: 'utf8' });
    expect(built.status, built.stderr).toBe(0);
    url = await gateway.listen({ port: 0 });
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
  });
  afterAll(async () => {
    await browser.close();
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['from a gateway, without a token', () => `${url}/docs`],
    ['as files on disk', () => pathToFileURL(join(folder, 'guides/scan.html')).href],
  ])('search works %s', async (_, address) => {
    await page.goto(address());
    await page.getByRole('searchbox').fill('command not found');
    const first = page.locator('#results a').first();
    await first.waitFor();
    expect(await first.innerText()).toContain('Troubleshooting');
    await first.click();
    await page.waitForURL(/troubleshooting\.html#rutbreak-command-not-found$/);
    expect(errors).toEqual([]);
  });

  it.each(['index', 'detectors', 'cli', 'comparison', 'detectors/call-loop'])(
    '%s fits a phone',
    async (name) => {
      await page.goto(`${url}/docs/${name}.html`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    },
  );
});
