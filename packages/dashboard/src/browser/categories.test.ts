import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CATEGORIES, type Category } from '@rutbreak/core';
import { configure, reduce, start } from '@rutbreak/core/edge';
import { type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Figures, Loop, SessionDetail } from '../contract.js';
import { amount, isNothing, whole, words } from '../format.js';
import { findBrowser } from '../testing/browser.js';
import { buildPage, type LiveGateway, openBrowser, startLive } from '../testing/live.js';
import {
  figuresIn,
  headline,
  loopFigures,
  newestOf,
  sessionFigures,
  without,
} from '../testing/shown-figures.js';

const CORPUS = resolve(import.meta.dirname, '../../../../corpus/looping');

/** The preset `default` does not use every category; `votes` does. */
const PRESETS = ['default', 'votes'] as const;

interface Trace {
  readonly preset: (typeof PRESETS)[number];
  readonly events: readonly object[];
}

/** For each category a trace of the corpus whose first loop is of that category; it ends there. */
function traceByCategory(): ReadonlyMap<Category, Trace> {
  const found = new Map<Category, Trace>();
  for (const preset of PRESETS) findTraces(preset, found);
  return found;
}

function findTraces(preset: Trace['preset'], found: Map<Category, Trace>): void {
  const engine = configure(preset);
  const traces = readdirSync(CORPUS)
    .flatMap((file) => readFileSync(join(CORPUS, file), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Pick<Trace, 'events'>);
  for (const trace of traces) {
    let state = start(engine);
    for (const [i, event] of trace.events.entries()) {
      const step = reduce(state, event, engine);
      ({ state } = step);
      if (step.decision.kind === 'refused' || step.decision.verdict.status !== 'looping') continue;
      const category = step.decision.verdict.primary?.category;
      if (category !== undefined && !found.has(category))
        found.set(category, { preset, events: trace.events.slice(0, i + 1) });
      // A loop keeps the name under which it was found.
      break;
    }
  }
}

describe.skipIf(findBrowser() === undefined)('4: one truth for each category', () => {
  const traces = traceByCategory();
  let browser: Browser;
  let page: Page;
  const gateways = new Map<string, LiveGateway>();
  const gatewayOf = (category: Category): LiveGateway =>
    gateways.get(traces.get(category)?.preset ?? '') as LiveGateway;

  beforeAll(async () => {
    await buildPage();
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
    for (const preset of PRESETS) gateways.set(preset, await startLive({ config: { events: { preset } } }));
    for (const [category, { events }] of traces)
      for (const [seq, event] of events.entries())
        await gatewayOf(category).post('/v1/events', {
          ...{ session: category, firstSeq: seq, agent: { id: `agent-${category}` } },
          events: [
            { ...event, ...((event as { kind: string }).kind === 'call' && { tokens: 100, cost: 0.25 }) },
          ],
        });
  });
  afterAll(async () => {
    await page.goto('about:blank');
    await browser.close();
    for (const gateway of gateways.values()) await gateway.close();
  });

  it('the corpus has a loop of every category', () =>
    expect([...traces.keys()].toSorted()).toEqual([...CATEGORIES].toSorted()));

  it.each(PRESETS)('the headline and the legend are those of the API, with the preset %s', async (preset) => {
    const gateway = gateways.get(preset) as LiveGateway;
    const count = [...traces.values()].filter((one) => one.preset === preset).length;
    await gateway.open(page, '#/');
    await page
      .locator('.map-node')
      .nth(count - 1)
      .waitFor();
    const legend = page.locator('.map-key [data-state=alert_entropy]');
    await expect
      .poll(async () => {
        const figures: Figures = await gateway.get('/v1/figures');
        const shown = await figuresIn(page, '.counters');
        const looping = /\d+/.exec(await legend.innerText())?.[0];
        return (
          JSON.stringify(shown) === JSON.stringify(headline(figures)) && looping === shown['fleet.looping']
        );
      })
      .toBe(true);
  });

  it.each(CATEGORIES)('%s: list, session and loop are those of the API', async (category) => {
    const gateway = gatewayOf(category);
    const detail: SessionDetail = await gateway.get(`/v1/sessions/${category}`);
    const { loops } = (await gateway.get(`/v1/sessions/${category}/loops`)) as { readonly loops: Loop[] };
    const newest = newestOf(loops);
    expect(newest?.category).toBe(category);
    expect(detail.loops).toBe(loops.length);
    await gateway.open(page, `#/sessions?q=${category}`);
    const row = page.locator('.session-row', { has: page.locator(`a[href="#/sessions/${category}"]`) });
    const cells = ['.c-events', '.c-loops', '.c-wasted'].map((name) => row.locator(name).innerText());
    expect(await Promise.all(cells)).toEqual([
      ...[whole(detail.events), String(detail.loops), isNothing(detail.wasted) ? '–' : amount(detail.wasted)],
    ]);
    await gateway.open(page, `#/sessions/${category}`);
    await page.locator('.loop-card h2', { hasText: words(category) }).waitFor();
    expect(without(await figuresIn(page, '.session-head'))).toEqual(sessionFigures(detail));
    expect(without(await figuresIn(page, '.loop-card'))).toEqual(newest && loopFigures(newest));
  });
});
