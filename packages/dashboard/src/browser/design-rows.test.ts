import { type Browser, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../testing/browser.js';
import { buildPage, type LiveGateway, openBrowser, startLive, stepOf } from '../testing/live.js';

/** Rows of the entropy design, on the page of a real gateway. */
describe.skipIf(findBrowser() === undefined)('rows of the designs on the page', () => {
  let browser: Browser;
  let page: Page;
  let gateway: LiveGateway;

  beforeAll(async () => {
    await buildPage();
    browser = await openBrowser();
    gateway = await startLive();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await gateway.open(page, '#/');
  });
  afterAll(async () => {
    await browser.close();
    await gateway.close();
  });

  const say = (session: string, more: object = {}) =>
    gateway.post('/gateway/messages', stepOf({ session, ...more }));
  const order = (session: string, name: string) =>
    gateway.post(`/gateway/sessions/${session}/${name}`, { operator_id: 'test' });
  const nodeOf = (session: string): Locator => page.locator('.map-node', { hasText: session });
  const looksOf = async (node: Locator) =>
    node.locator('rect').evaluate((rect) => {
      const { fill, animationName } = getComputedStyle(rect);
      return { fill, animationName };
    });

  it('E2, E7 the map shows each state as it comes, in its own colour, and only a loop flashes', async () => {
    const other = (tool: string) => () => say('agent-e7', { tool });
    const equal = () => say('agent-e7');
    const steps: readonly [state: string, work: readonly (() => Promise<unknown>)[]][] = [
      ['active', [equal]],
      ['warning', [equal]],
      ['alert_entropy', [equal, equal, equal]],
      ['active', [other('a'), other('b'), other('c')]],
      ['schema_violation', [() => say('agent-e7', { status: 'done' })]],
      ['active', [other('d')]],
      ['paused', [() => order('agent-e7', 'pause')]],
      ['active', [() => order('agent-e7', 'unpause')]],
    ];
    const node = nodeOf('agent-e7');
    const looks = new Map<string, Awaited<ReturnType<typeof looksOf>>>();
    for (const [state, work] of steps) {
      for (const one of work) await one();
      await expect.poll(() => node.getAttribute('data-state')).toBe(state);
      looks.set(state, await looksOf(node));
    }
    expect(new Set([...looks.values()].map(({ fill }) => fill)).size).toBe(looks.size);
    const flashing = [...looks].filter(([, { animationName }]) => animationName === 'flash');
    expect(flashing.map(([state]) => state)).toEqual(['alert_entropy']);
  });

  it('E5, E8 a loop is in the panel once, however many alerts it raised, and the agent is not held', async () => {
    for (let i = 0; i < 9; i++) expect((await say('agent-e8')).action).toBe('continue');
    await gateway.open(page, '#/sessions');
    const alerts = page.getByRole('region', { name: 'Entropy Alerts' }).getByRole('listitem');
    await expect.poll(() => alerts.filter({ hasText: 'agent-e8' }).count()).toBe(1);
    expect((await gateway.get('/v1/sessions/agent-e8')).state).toBe('active');
  });

  it('E6 a person sees that an agent reported a wrong score about itself', async () => {
    const step = stepOf({ session: 'agent-e6' }) as { readonly cognition: object };
    const wrong = { ...step, cognition: { ...step.cognition, entropy_score: 0.1 } };
    await gateway.post('/gateway/messages', wrong);
    await gateway.open(page, '#/sessions/agent-e6');
    await page.getByText(/0\.1\d* where 1(?:\.0+)? was\s+computed, 1×/).waitFor();
  });
});
