import { CATEGORIES } from '@rutbreak/core';
import { type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoStatus, Figures, Loop, SessionDetail, SessionSummary } from '../contract.js';
import { amount, isNothing, whole, words } from '../format.js';
import { findBrowser } from '../testing/browser.js';
import { buildPage, type LiveGateway, openBrowser, startLive } from '../testing/live.js';
import {
  figuresIn,
  headline,
  loopFigures,
  newestOf,
  sessionFigures,
  type Shown,
  without,
} from '../testing/shown-figures.js';

describe.skipIf(findBrowser() === undefined)('the demo fleet on the page', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    await buildPage();
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  });
  afterAll(() => browser.close());

  it('a newcomer sees a loop found, explained, paused, given a message and moving again within 30 seconds', async () => {
    const gateway = await startLive();
    const start = Date.now();
    try {
      await gateway.open(page, '#/');
      await page.getByText('Waiting for the first event…').waitFor();
      await page.getByRole('button', { name: 'Start the demo fleet' }).click();
      await page.getByText('The first event has arrived').waitFor();
      const alert = page.locator('.alert-row', { hasText: 'form-filler' });
      await alert.getByRole('button', { name: 'Pause and Inspect' }).click({ timeout: 20_000 });
      await page.getByText('Was it a loop?').waitFor();
      await page.getByText('Paused by operator').waitFor();
      // The agent sees the pause with its next step.
      await page.locator('[data-figure="session.held"]').waitFor();
      await page.getByLabel('Tell the agent').fill('Close the banner first.');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.locator('.loop-card .outcome', { hasText: 'recovered' }).waitFor({ timeout: 20_000 });
      expect(Date.now() - start).toBeLessThan(30_000);
      await page.getByRole('link', { name: 'Fleet' }).click();
      const saved = page.locator('.counters [data-figure="fleet.saved"]');
      await expect.poll(() => saved.innerText()).toMatch(/^\$0\.\d\d$/);
      const captions = page.getByRole('region', { name: 'What happens in the demo' });
      await captions.getByText('form-filler closes the banner first').waitFor();
      await page.getByRole('button', { name: 'Stop the demo' }).click();
      await captions.waitFor({ state: 'detached' });
      expect(((await gateway.get('/v1/demo')) as DemoStatus).running).toBe(false);
    } finally {
      await page.goto('about:blank');
      await gateway.close();
    }
  }, 60_000);

  it('3: the first page says how to set the token, and turns green with the first event', async () => {
    const gateway = await startLive();
    try {
      await gateway.open(page, '#/');
      await page.getByText('export RUTBREAK_TOKEN="$(cat FILE)"').waitFor();
      await gateway.post('/v1/events', { session: 'run-1', events: [{ kind: 'call', tool: 'Bash' }] });
      const arrived = page.getByText('The first event has arrived, from run-1.');
      await arrived.waitFor();
      expect(await arrived.getAttribute('class')).toContain('arrived');
      await page.getByText('1 agent', { exact: true }).waitFor();
    } finally {
      await page.goto('about:blank');
      await gateway.close();
    }
  }, 30_000);

  describe('every figure equals the API', () => {
    let gateway: LiveGateway;
    let sessions: readonly SessionSummary[];
    const figures = (): Promise<Figures> => gateway.get('/v1/figures');

    beforeAll(async () => {
      gateway = await startLive({ demoPaceMs: 100 });
      await gateway.open(page, '#/');
      await gateway.post('/v1/demo/start', { operator_id: 'ada' });
    });
    afterAll(() => gateway.close());

    it('in the headline and the legend, while loops happen', async () => {
      await expect
        .poll(
          async () => {
            const { fleet } = await figures();
            const shown = await figuresIn(page, '.counters').catch((): Shown => ({}));
            const legend = page.locator('.map-key [data-state=alert_entropy]');
            const said = (await legend.count()) > 0 ? await legend.innerText() : '';
            return fleet.looping > 0 && shown['fleet.looping'] === /\d+/.exec(said)?.[0];
          },
          { timeout: 20_000 },
        )
        .toBe(true);
    }, 30_000);

    it('4: in the headline, after loops of all 15 categories and with the demo stopped', async () => {
      await expect
        .poll(
          async () => {
            const { loops } = (await gateway.get('/v1/loops?limit=500')) as { readonly loops: Loop[] };
            const found = new Set(loops.map(({ category }) => category));
            return CATEGORIES.filter((category) => !found.has(category));
          },
          { timeout: 40_000 },
        )
        .toEqual([]);
      await gateway.post('/v1/demo/stop', { operator_id: 'ada' });
      await expect
        .poll(
          async () => {
            const [shown, told] = [await figuresIn(page, '.counters'), headline(await figures())];
            return JSON.stringify(shown) === JSON.stringify(told) ? 'equal' : { shown, told };
          },
          { timeout: 15_000 },
        )
        .toBe('equal');
      ({ sessions } = await gateway.get('/v1/sessions?limit=500'));
    }, 60_000);

    it('4: in the charts, which count the same loops', async () => {
      const { fleet } = await figures();
      const rows = (id: string): Promise<readonly (readonly [string, number])[]> =>
        page
          .locator(`[data-chart="${id}"] tbody tr`)
          .evaluateAll((all) =>
            all.map((row) => [
              row.children[0]?.textContent ?? '',
              Number((row.children[1]?.textContent ?? '').replaceAll(',', '')),
            ]),
          );
      expect(await rows('fleet.loops_by_category')).toEqual(
        fleet.loops_by_category.map(({ name, loops }) => [words(name), loops]),
      );
      const hours = fleet.loops_by_hour.filter(({ loops }) => loops > 0).map(({ loops }) => loops);
      expect((await rows('fleet.loops_by_hour')).map(([, loops]) => loops)).toEqual(hours);
    });

    it('and each definition is the tooltip of its figure', async () => {
      const { definitions } = await figures();
      for (const id of Object.keys(await figuresIn(page, '.counters'))) {
        const { definition = '' } = definitions.find((one) => one.id === id) ?? {};
        await expect
          .poll(() => page.getByTitle(definition, { exact: true }).count(), { message: id })
          .toBeGreaterThan(0);
      }
    });

    it('4: in the list', async () => {
      await gateway.open(page, '#/sessions?sort=waste');
      for (const { id, events, loops, wasted } of sessions.filter(({ loops }) => loops > 0)) {
        const row = page.locator('.session-row', { has: page.locator(`a[href="#/sessions/${id}"]`) });
        const cell = (name: string): Promise<string> => row.locator(name).innerText();
        expect([await cell('.c-events'), await cell('.c-loops'), await cell('.c-wasted')]).toEqual([
          ...[whole(events), String(loops), isNothing(wasted) ? '–' : amount(wasted)],
        ]);
      }
    });

    it('4: in each session and its newest loop, of all 15 categories', async () => {
      const looped = sessions.filter(({ loops }) => loops > 0);
      const seen = new Set<string>();
      for (const { id } of looped) {
        const detail: SessionDetail = await gateway.get(`/v1/sessions/${id}`);
        const { loops } = (await gateway.get(`/v1/sessions/${id}/loops`)) as { readonly loops: Loop[] };
        const newest = newestOf(loops);
        for (const { category } of loops) seen.add(category);
        await gateway.open(page, `#/sessions/${id}`);
        await page.locator('.loop-card').waitFor();
        expect(without(await figuresIn(page, '.session-head')), id).toEqual(sessionFigures(detail));
        expect(without(await figuresIn(page, '.loop-card')), id).toEqual(newest && loopFigures(newest));
      }
      expect([...seen].toSorted()).toEqual([...CATEGORIES].toSorted());
    }, 60_000);

    it('a loop that is over raises no alarm, although its agent ignored the guard before', async () => {
      const { loops } = (await gateway.get('/v1/loops?limit=500')) as { readonly loops: Loop[] };
      const over = loops.find(({ outcome, figures }) => outcome === 'recovered' && figures.is_ignored);
      await gateway.open(page, `#/sessions/${over?.session_id ?? ''}`);
      await page.locator('.loop-card .ignored').waitFor();
      const [border, ignored] = await page
        .locator('.loop-card')
        .evaluate((card) => [
          getComputedStyle(card).borderLeftColor,
          getComputedStyle(card.querySelector('.ignored') ?? card).color,
        ]);
      expect(border).not.toBe(ignored);
    });

    it('11: the fleet goes on when the tab is closed, and its ended sessions are ended', async () => {
      const tab = await browser.newPage();
      await gateway.open(tab, '#/');
      await gateway.post('/v1/demo/start', { operator_id: 'ada' });
      await tab.getByText('A demo fleet is running').waitFor();
      await tab.close();
      const newest = async (): Promise<number> =>
        ((await gateway.get('/v1/demo')) as DemoStatus).captions[0]?.id ?? 0;
      const before = await newest();
      await expect.poll(newest, { timeout: 20_000 }).toBeGreaterThan(before);
      await gateway.post('/v1/demo/stop', { operator_id: 'ada' });
      ({ sessions } = await gateway.get('/v1/sessions?limit=500'));
      expect(sessions.filter(({ state }) => state !== 'ended')).toEqual([]);
    }, 40_000);
  });
});
