import { type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoStatus, FigureId, Figures, Loop, SessionDetail, SessionSummary } from '../contract.js';
import { amount, isNothing, rungsText, whole } from '../format.js';
import { outcomeWord } from '../session/loop/outcome.js';
import { findBrowser } from '../testing/browser.js';
import { buildPage, type LiveGateway, openBrowser, startLive } from '../testing/live.js';

type Shown = Readonly<Record<string, string>>;

/** The text of every figure inside an element, by id. */
const figuresIn = (page: Page, selector: string): Promise<Shown> =>
  page
    .locator(selector)
    .first()
    .evaluate((root) =>
      Object.fromEntries(
        [...root.querySelectorAll<HTMLElement>('[data-figure]')].map((one) => [
          one.dataset['figure'] ?? '',
          one.textContent.trim(),
        ]),
      ),
    );

/** Numbers in the format of the page, without zeros. */
const written = (figures: Readonly<Record<string, string | false>>): Shown =>
  Object.fromEntries(Object.entries(figures).filter((one): one is [string, string] => one[1] !== false));
const some = (value: number): string | false => value > 0 && whole(value);
const sum = (of: Parameters<typeof amount>[0]): string | false => !isNothing(of) && amount(of);

function headline({ fleet }: Figures): Shown {
  return written({
    ...{ 'fleet.sessions': whole(fleet.sessions), 'fleet.active': `${whole(fleet.active)} active` },
    ...{ 'fleet.looping': whole(fleet.looping), 'fleet.paused': whole(fleet.paused) },
    'fleet.loops_today': whole(fleet.loops_today),
    'fleet.recovered_today': whole(fleet.recovered_today),
    ...{ 'fleet.wasted': sum(fleet.wasted), 'fleet.saved': sum(fleet.saved) },
  });
}

function sessionFigures(one: SessionDetail): Shown {
  return written({
    ...{ 'session.events': whole(one.events), 'session.held': some(one.held) },
    ...{ 'session.loops': some(one.loops), 'session.open_loops': some(one.open_loops) },
    ...{ 'session.resets': some(one.resets), 'session.refused': some(one.refused) },
    ...{ 'session.wasted': sum(one.wasted), 'session.saved': sum(one.saved) },
  });
}

function loopFigures(loop: Loop): Shown {
  const { repeats, resets, refused, rungs, wasted, saved, is_ignored } = loop.figures;
  return written({
    ...{ 'loop.repeats': whole(repeats), 'loop.resets': some(resets), 'loop.refused': some(refused) },
    'loop.rungs': rungs.length > 0 && rungsText(rungs).replaceAll(', ', ''),
    ...{ 'loop.wasted': sum(wasted), 'loop.saved': sum(saved), 'loop.outcome': outcomeWord(loop) },
    'loop.is_ignored': is_ignored && 'agent ignored it',
  });
}

/** Figures that the page formats in another way. */
const OTHER_FORM: readonly FigureId[] = ['session.tokens', 'session.cost', 'loop.since'];
const without = (shown: Shown): Shown =>
  Object.fromEntries(Object.entries(shown).filter(([id]) => !OTHER_FORM.includes(id as FigureId)));

const LOOPS = [
  ...['failing-test', 'same-question', 'hand-off-ring', 'e-mail-storm', 'stuck-browser', 'degenerate-stream'],
];

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
      await page.getByRole('button', { name: 'Inject' }).click();
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.locator('.loop-card .outcome', { hasText: 'recovered' }).waitFor({ timeout: 20_000 });
      expect(Date.now() - start).toBeLessThan(30_000);
      await page.getByRole('link', { name: 'Fleet' }).click();
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
            return fleet.looping > 0 && shown['fleet.looping'] === said.replace('Looping', '').trim();
          },
          { timeout: 20_000 },
        )
        .toBe(true);
    }, 30_000);

    it('in the headline, after all stories and with the demo stopped', async () => {
      await expect
        .poll(
          async () => {
            const { captions } = (await gateway.get('/v1/demo')) as DemoStatus;
            const acted = new Set(captions.filter(({ kind }) => kind === 'guard').map(({ story }) => story));
            return LOOPS.filter((story) => !acted.has(story));
          },
          { timeout: 30_000 },
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

    it('and each definition is the tooltip of its figure', async () => {
      const { definitions } = await figures();
      for (const id of Object.keys(await figuresIn(page, '.counters'))) {
        const { definition = '' } = definitions.find((one) => one.id === id) ?? {};
        expect(await page.getByTitle(definition, { exact: true }).count(), id).toBeGreaterThan(0);
      }
    });

    it('in the list', async () => {
      await gateway.open(page, '#/sessions?sort=waste');
      for (const { id, events, loops, wasted } of sessions.filter(({ loops }) => loops > 0)) {
        const row = page.locator('.session-row', { has: page.locator(`a[href="#/sessions/${id}"]`) });
        const cell = (name: string): Promise<string> => row.locator(name).innerText();
        expect([await cell('.c-events'), await cell('.c-loops'), await cell('.c-wasted')]).toEqual([
          ...[whole(events), String(loops), isNothing(wasted) ? '–' : amount(wasted)],
        ]);
      }
    });

    it('in each session and its newest loop', async () => {
      const looped = sessions.filter(({ loops }) => loops > 0);
      expect(looped.length).toBeGreaterThanOrEqual(LOOPS.length);
      for (const { id } of looped) {
        const detail: SessionDetail = await gateway.get(`/v1/sessions/${id}`);
        const { loops } = (await gateway.get(`/v1/sessions/${id}/loops`)) as { readonly loops: Loop[] };
        const newest = loops.toSorted((a, b) => b.last_at - a.last_at || a.id.localeCompare(b.id))[0];
        await gateway.open(page, `#/sessions/${id}`);
        await page.locator('.loop-card').waitFor();
        expect(without(await figuresIn(page, '.session-head')), id).toEqual(sessionFigures(detail));
        expect(without(await figuresIn(page, '.loop-card')), id).toEqual(newest && loopFigures(newest));
      }
    }, 60_000);
  });
});
