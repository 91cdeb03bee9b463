import { type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Topology } from '../contract.js';
import { findBrowser } from '../testing/browser.js';
import { buildPage, type LiveGateway, openBrowser, startLive, stepOf } from '../testing/live.js';

const TEAMS = ['billing', 'refunds', 'accounts'] as const;
const REPEATS = 40;

/** A call of an agent in session `session`. */
const callOf = (tool: string, command: string, result: string, more: object = {}) => ({
  ...{ kind: 'call', tool, args: { command }, result, ...more },
});

describe.skipIf(findBrowser() === undefined)('loops on the page', () => {
  let browser: Browser;
  let page: Page;
  let gateway: LiveGateway;
  const errors: string[] = [];

  const send = (session: string, ...events: readonly object[]) =>
    gateway.post('/v1/events', { session, agent: { id: session, type: 'coding' }, events });

  beforeAll(async () => {
    await buildPage();
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
    page.on('pageerror', ({ message }) => errors.push(message));
    gateway = await startLive();
    for (let i = 0; i < 60; i++) await send('coder', callOf('Read', `src/${i}.ts`, `text ${i * 7}`));
    for (let i = 0; i < REPEATS; i++)
      await send(
        'coder',
        callOf('Bash', 'npm test', `1 failed in ${100 + i} ms`, { isError: true, round: i }),
      );
    await send('coder', callOf('Read', 'test.log', 'the port is taken'));
    for (let i = 0; i < 25; i++) await send('coder', callOf('Edit', `src/${i}.ts`, `${i} lines changed`));
  });
  afterAll(async () => {
    await page.goto('about:blank');
    await browser.close();
    await gateway.close();
  });

  const repeats = () => page.locator('.repeat-line');

  it('13: the timeline collapses repeats and says since when nothing changed', async () => {
    await gateway.open(page, '#/sessions/coder');
    await repeats().first().waitFor();
    const texts = await repeats().allInnerTexts();
    expect(texts.join(' ')).toMatch(/Bash npm test\s+×\d+ ↺\s+unchanged since \d\d:\d\d/);
    const counts = texts.map((text) => Number(/×(\d+)/.exec(text)?.[1] ?? 0));
    const single = await page.locator('.line[data-row]', { hasText: 'npm test' }).count();
    expect(counts.reduce((a, b) => a + b, 0) + single).toBe(REPEATS);
  });

  it('25: a session opens at its loop, not at its end', async () => {
    const box = page.locator('.timeline-scroll');
    await expect.poll(() => repeats().first().isVisible()).toBe(true);
    const top = async () => {
      const [outer, line] = [await box.boundingBox(), await repeats().first().boundingBox()];
      return (line?.y ?? Infinity) - (outer?.y ?? 0);
    };
    await expect.poll(top).toBeLessThan(560);
    expect(await top()).toBeGreaterThanOrEqual(-1);
  });

  it('each intervention is at its moment, with what the agent did next', async () => {
    const lines = page.locator('.intervention-line');
    await lines.first().waitFor();
    const texts = await lines.allInnerTexts();
    expect(texts[0]).toMatch(/nudge\s+by rutbreak\s+ignored; next: Bash npm test again/);
    expect(texts.every((text) => text.includes('ignored; next: Bash npm test again'))).toBe(true);
    const { interventions } = await gateway.get('/v1/sessions/coder/dag');
    const shown = new Set(texts.map((text) => /◆\s+[\d:]+\s+(\w+)/.exec(text)?.[1]));
    expect(shown).toEqual(new Set(interventions.map(({ what }: { what: string }) => what)));
    await expect.poll(() => page.locator('.plot-moment').count()).toBe(texts.length);
  });

  it.each(['Captured packet', 'Told to', 'What was done', 'Detector', 'Confidence', 'Repeats', 'Found'])(
    '20: a word of our own says what it means: %s',
    async (word) => {
      if (!page.url().includes('sessions/coder')) await gateway.open(page, '#/sessions/coder');
      const names = page.locator('h2, dt, dt span').filter({ hasText: new RegExp(`^${word}$`) });
      await expect
        .poll(() =>
          names.evaluateAll((all) =>
            all.some((one) => (one.getAttribute('title') ?? '').split(' ').length > 3),
          ),
        )
        .toBe(true);
    },
  );

  it('the difference of two repeats is one click away, and in the URL', async () => {
    await repeats().first().getByRole('button', { name: 'What differs' }).click();
    const difference = page.getByRole('region', { name: 'Difference of two repeats' });
    await difference.locator('mark').first().waitFor();
    const marks = await difference.locator('mark').allInnerTexts();
    expect(marks.every((text) => /^\d+$/.test(text))).toBe(true);
    await page.waitForURL(/compare=\d+%2C\d+/);
    await page.reload();
    await difference.waitFor();
    await difference.getByRole('button', { name: 'Close' }).click();
    await difference.waitFor({ state: 'detached' });
  });

  it('a repeat opens and closes with a click', async () => {
    const toggle = repeats().first().locator('.repeat-open');
    await toggle.click();
    await page.locator('.line[data-inside]').first().waitFor();
    await toggle.click();
    await page.locator('.line[data-inside]').first().waitFor({ state: 'detached' });
  });

  it('13: the cause graph draws repeats as one block', async () => {
    let parent: string | undefined;
    for (let i = 0; i < 30; i++) {
      const isStuck = i >= 4 && i < 28;
      const step = stepOf({
        ...{
          session: 'graph',
          intent: isStuck ? 'run' : `part ${i}`,
          tool: isStuck ? 'npm test' : `tool ${i}`,
        },
        status: isStuck ? 'failure' : 'success',
      }) as { meta: { trace_id: string; parent_step_id?: string } };
      if (parent !== undefined) step.meta.parent_step_id = parent;
      parent = step.meta.trace_id;
      await gateway.post('/gateway/messages', step);
    }
    await gateway.open(page, '#/sessions/graph');
    await page.locator('.dag-repeat', { hasText: 'npm test ×24 ↺' }).waitFor();
    await expect.poll(() => page.locator('.dag-step').count()).toBe(6);
  });

  it('12: a hand-off ring is a red circle with arrows and weights, in the map and in its table', async () => {
    await gateway.open(page, '#/');
    for (let n = 0; n < 15; n++) {
      const [agent, to] = [TEAMS[n % 3], TEAMS[(n + 1) % 3]];
      await send('router', {
        ...callOf('hand_off', `ticket 77 to ${String(to)}`, 'not ours'),
        ...{ agent, to, round: n },
      });
    }
    const ring = page.locator('.map-edge[data-kind=ring]');
    await ring.nth(2).waitFor();
    await expect.poll(() => ring.count()).toBe(3);
    const { edges } = (await gateway.get('/v1/topology')) as Topology;
    const weights = edges.filter((edge) => edge.ring).map(({ weight }) => String(weight));
    await expect
      .poll(async () => (await ring.locator('text').allTextContents()).toSorted())
      .toEqual(weights.toSorted());
    for (const path of await ring.locator('path').all())
      expect(await path.getAttribute('marker-end')).toBe('url(#arrow-ring)');
    await page.getByText('Who talks to whom').click();
    const rows = page.locator('tr', { hasText: 'hand-off in a ring' });
    await expect.poll(() => rows.count()).toBe(3);
  });

  it('groups collapse and open, and the URL remembers it', async () => {
    const title = page.getByRole('button', { name: /^coding \d+: collapse the group/ });
    await title.click();
    const group = page.locator('.map-group');
    await group.waitFor();
    await page.waitForURL(/groups=coding/);
    await page.reload();
    await group.waitFor();
    await group.focus();
    await page.keyboard.press('Enter');
    await group.waitFor({ state: 'detached' });
  });

  it('25: on a phone the alerts come before the map, and the map fits', async () => {
    await page.setViewportSize({ width: 390, height: 900 });
    const top = async (name: string) =>
      (await page.getByRole('region', { name }).boundingBox())?.y ?? Infinity;
    await expect.poll(async () => (await top('Entropy Alerts')) < (await top('Topology'))).toBe(true);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width).toBeLessThanOrEqual(390);
    const names = page.locator('.map-node text');
    await names.first().waitFor();
    const boxes = await Promise.all((await names.all()).map((name) => name.boundingBox()));
    for (const box of boxes) expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 1000 });
  });

  it('the page logged no error', () => expect(errors).toEqual([]));
});
