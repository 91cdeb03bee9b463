import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContext, type Download, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../testing/browser.js';
import { buildPage, type LiveGateway, openBrowser, startLive, stepOf } from '../testing/live.js';

interface Delivery {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A local webhook receiver. */
async function startReceiver(seen: Delivery[]): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, reply) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      seen.push({ headers: request.headers, body });
      reply.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/loops` };
}

/** Settings and exports, in a real browser with a real gateway. */
describe.skipIf(findBrowser() === undefined)('settings, exports and links', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let gateway: LiveGateway;

  beforeAll(async () => {
    await buildPage();
    browser = await openBrowser();
    gateway = await startLive({ webhooks: { retryMs: 5 } });
    context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      timezoneId: 'Asia/Kolkata',
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    page = await context.newPage();
  });
  afterAll(async () => {
    await browser.close();
    await gateway.close();
  });

  const region = (name: string): Locator => page.getByRole('region', { name });
  const failing = { kind: 'call', tool: 'Bash', args: { command: 'make' }, result: 'boom', isError: true };
  const send = (session: string, count: number, to = gateway) =>
    to.post('/v1/events', {
      ...{ session, agent: { id: session, model: 'odd-model' }, events: Array<object>(count).fill(failing) },
    });
  const copied = async (button: Locator): Promise<string> => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await button.click();
    const read = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(read).not.toBe('');
    return read();
  };
  const textOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8');

  it('a browser without a token gets the sign-in page, and a wrong token is refused', async () => {
    const stranger = await browser.newPage();
    await stranger.goto(gateway.url);
    await stranger.getByLabel('Token').fill('rbt_wrong');
    await stranger.getByRole('button', { name: 'Open' }).click();
    await stranger.getByLabel('Token').fill('rbt_live-test');
    await stranger.getByRole('button', { name: 'Open' }).click();
    await stranger.getByRole('heading', { name: 'No agent has reported yet' }).waitFor();
    expect(stranger.url()).not.toContain('rbt_');
    await stranger.close();
  });

  it('a webhook receives signed deliveries until it is removed', async () => {
    const seen: Delivery[] = [];
    const { server, url } = await startReceiver(seen);
    try {
      await gateway.open(page, '#/settings');
      const hooks = region('Webhooks');
      await hooks.getByLabel('Address of the webhook').fill(url);
      await hooks.getByLabel('Topic').selectOption('loops');
      await hooks.getByRole('button', { name: 'Add' }).click();
      const secret = await hooks.locator('code').innerText();
      await send('hooked', 3);
      await expect.poll(() => seen.length, { timeout: 10_000 }).toBeGreaterThan(0);
      const [first] = seen;
      expect(first?.body).toContain('hooked');
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': sign } = first?.headers ?? {};
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      const own = createHmac('sha256', key).update(`${id as string}.${at as string}.${first?.body ?? ''}`);
      expect(sign).toBe(`v1,${own.digest('base64')}`);
      await gateway.open(page, '#/settings');
      await hooks.getByText(/Plain JSON · Loops · [1-9]\d* sent/).waitFor();
      expect(await hooks.locator('code').count()).toBe(0);
      await hooks.getByRole('button', { name: `Remove ${url}` }).click();
      await hooks.getByText('None. A webhook').waitFor();
      const before = seen.length;
      await send('hooked-later', 3);
      expect([(await gateway.get('/v1/webhooks')).webhooks, seen.length]).toEqual([[], before]);
    } finally {
      server.close();
    }
  });

  it.each([
    ['Slack', 'slack', '', 'test delivery'],
    ['PagerDuty', 'pagerduty', 'R0', '"routing_key":"R0"'],
  ])('a webhook for %s is made, tried with a test and removed', async (name, template, key, sent) => {
    const seen: Delivery[] = [];
    const { server, url } = await startReceiver(seen);
    try {
      await gateway.open(page, '#/settings');
      const hooks = region('Webhooks');
      await hooks.getByLabel('Address of the webhook').fill(url);
      await hooks.getByLabel('Format').selectOption(template);
      if (key !== '') await hooks.getByLabel('Routing key of PagerDuty').fill(key);
      await hooks.getByRole('button', { name: 'Add' }).click();
      await hooks.getByText(`${name} · Interventions · 0 sent`).waitFor();
      await hooks.getByRole('button', { name: `Send a test to ${url}` }).click();
      await hooks.getByText('The receiver took the test (204).').waitFor();
      expect(seen.map(({ body }) => body)).toEqual([expect.stringContaining(sent)]);
      await new Promise((done) => server.close(done));
      await hooks.getByRole('button', { name: `Send a test to ${url}` }).click();
      await hooks.getByText('The test did not arrive').waitFor();
      await hooks.getByRole('button', { name: `Remove ${url}` }).click();
      await hooks.getByText('None. A webhook').waitFor();
    } finally {
      server.close();
    }
  });

  it('a detector that is off or in shadow mode does not intervene, and one that is on does', async () => {
    const actions: string[] = [];
    for (const mode of ['off', 'shadow', 'on']) {
      await gateway.open(page, '#/settings');
      for (const id of ['repeated-call', 'repeated-failure', 'stale-work'])
        await page.getByLabel(`Mode of ${id}`).selectOption(mode);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved; it applies').waitFor();
      await page.getByRole('link', { name: 'Fleet' }).click();
      const { action } = await send(`mode-${mode}`, 4);
      const { loops } = await gateway.get(`/v1/sessions/mode-${mode}/loops`);
      actions.push(
        `${mode}: ${action === 'continue' ? 'goes on' : 'is told'}, ${String(loops.length)} loops`,
      );
      const news = region('Just now')
        .getByRole('listitem')
        .filter({ hasText: `mode-${mode}` });
      if (mode === 'shadow') await news.filter({ hasText: 'shadow' }).first().waitFor();
      if (mode === 'on') await news.filter({ hasText: 'loop' }).first().waitFor();
    }
    expect(actions).toEqual(['off: goes on, 0 loops', 'shadow: goes on, 0 loops', 'on: is told, 1 loops']);
  });

  it('many false alarms lead to a proposal with a reason, which a person can apply', async () => {
    const agent = { id: 'a', model: 'odd-model' };
    for (let i = 0; i < 24; i++) {
      const session = `wrong-${i}`;
      await gateway.post('/v1/events', { session, agent, events: Array<object>(8).fill(failing), end: true });
      const { loops } = await gateway.get(`/v1/sessions/${session}/loops`);
      await gateway.post(`/v1/loops/${loops[0].id as string}/feedback`, {
        ...{ operator_id: 'ada', verdict: 'false-positive' },
      });
    }
    await gateway.open(page, '#/settings');
    const proposals = region('Proposals');
    await proposals.getByText('Loosen for odd-model').waitFor();
    const line = await proposals.getByRole('listitem').first().innerText();
    expect(line).toMatch(/\w+\.\w+ (default|[\d.]+) → [\d.]+ \S/);
    await proposals.getByRole('button', { name: 'Take it over' }).first().click();
    await expect
      .poll(async () => Object.keys((await gateway.get('/v1/config')).config.events.models as object))
      .toEqual(['odd-model']);
  });

  it('the filtered loops can be exported as JSON and as CSV', async () => {
    await gateway.open(page, '#/loops?q=hooked');
    await page.locator('.l-brief').first().waitFor();
    const [asJson] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export JSON' }).click(),
    ]);
    const loops = JSON.parse(await textOf(asJson)) as readonly { readonly session_id: string }[];
    expect(loops.length).toBeGreaterThan(0);
    expect(loops.every(({ session_id }) => session_id.startsWith('hooked'))).toBe(true);
    const [asCsv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = (await textOf(asCsv)).split('\r\n');
    expect([lines.length, lines[0]]).toEqual([
      loops.length + 1,
      expect.stringContaining('last_at,session_id'),
    ]);
  });

  it('a link to one event opens it, and everything can be copied as JSON and as curl', async () => {
    await gateway.open(page, '#/sessions/hooked?event=1');
    await page.getByText('Event 1', { exact: true }).first().waitFor();
    const timeline = region('Timeline');
    expect(JSON.parse(await copied(timeline.getByRole('button', { name: 'Copy JSON' })))).toMatchObject({
      ...{ kind: 'call', tool: 'Bash' },
    });
    const link = await copied(timeline.getByRole('button', { name: 'Copy link' }));
    expect(link).toBe(`${gateway.url}/#/sessions/hooked?event=1`);
    const curl = await copied(page.locator('.session-head').getByRole('button', { name: 'Copy curl' }));
    expect(curl).toBe(
      `curl -X GET -H "authorization: Bearer $RUTBREAK_TOKEN" '${gateway.url}/v1/sessions/hooked/export'`,
    );
    const detail = await copied(page.locator('.session-head').getByRole('button', { name: 'Copy JSON' }));
    expect(JSON.parse(detail)).toMatchObject({ id: 'hooked', loops: 1 });
  });

  it('all times are in the local time zone, which the page names', async () => {
    await gateway.open(page, '#/sessions/hooked');
    await page.getByText('Asia/Calcutta +05:30').or(page.getByText('Asia/Kolkata +05:30')).waitFor();
    const { events } = await gateway.get('/v1/sessions/hooked/events');
    const told = new Date((events[0].at as number) + 5.5 * 3_600_000).toISOString().slice(11, 19);
    await page.locator('.line-time').getByText(told).first().waitFor();
  });

  it('keys: help, search, rows, places, theme and back', async () => {
    await gateway.open(page, '#/');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByText('Next, previous row').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    for (const [key, view] of Object.entries({ s: 'sessions', l: 'loops', e: 'settings', f: '' })) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.waitForURL((url) => url.hash === `#/${view}`);
    }
    // The address changes before the view does: the field of the view before would lose the focus again.
    await page.locator('[data-search]').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.locator('[data-search]:focus').waitFor();
    await page.keyboard.type('hooked');
    await page.keyboard.press('Escape');
    const rows = page.locator('.session-row [data-row]');
    await expect.poll(() => rows.count()).toBe(2);
    const at = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
    const alerts = await page.locator('.alert-row [data-row]').count();
    expect(alerts).toBe(0);
    await page.keyboard.press('j');
    const first = await at();
    await page.keyboard.press('j');
    const second = await at();
    await page.keyboard.press('k');
    expect([await at(), first === second]).toEqual([first, false]);
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/sessions\/hooked/);
    await page.locator('.session-head').waitFor();
    const theme = (): Promise<string | undefined> =>
      page.evaluate(() => document.documentElement.dataset['theme']);
    const before = await theme();
    await page.keyboard.press('t');
    expect(await theme()).not.toBe(before);
    await page.keyboard.press('Escape');
    await page.waitForURL(/#\/sessions(\?|$)/);
  });

  it.each([
    ['#/sessions?q=hooked', '.session-row [data-row]'],
    ['#/loops?q=make', '.loop-table [data-row]'],
  ])(
    'Escape leaves a session at once, wherever the focus is, to the list that it was opened from: %s',
    async (list, row) => {
      await gateway.open(page, list);
      await page.locator(row).first().focus();
      // Before the page has drawn the session: the focus is still on the row.
      await page.keyboard.press('Enter');
      await page.waitForURL(/#\/sessions\/\w/);
      await page.keyboard.press('Escape');
      await page.waitForURL((url) => url.hash === list);
      await page.locator(row).first().focus();
      await page.keyboard.press('Enter');
      await page.locator('.session-head').waitFor();
      await page.locator('.session-head button').first().focus();
      await page.keyboard.press('Escape');
      await page.waitForURL((url) => url.hash === list);
      await page.locator('[data-search]').focus();
      await page.keyboard.press('Escape');
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
      expect(new URL(page.url()).hash).toBe(list);
    },
  );

  it.each([
    ['what the page cannot lift is said with the way to do it', false],
    ['with permission it can be lifted here as well', true],
  ])('an override of the fourth level: %s', async (_, permitsOverride) => {
    const other = await startLive({ permitsOverride });
    try {
      const friction = async (): Promise<string> =>
        (await other.get('/v1/sessions/wild')).override?.friction ?? 'none';
      await send('wild', 3, other);
      for (let i = 0; i < 30 && (await friction()) !== 'permission'; i++) await send('wild', 1, other);
      await other.open(page, '#/sessions/wild');
      const console = region('Step in');
      if (permitsOverride) {
        await console.getByText('Not a loop: override').click();
        await console.getByRole('checkbox').check();
        await console.getByRole('button', { name: 'Override' }).click();
        await console.getByText('Overridden: the intervention is cleared.').waitFor();
      } else {
        await console
          .getByText(/LOOP_DETECTION_OVERRIDE=true or run: rutbreak session override gateway\/wild/)
          .waitFor();
        // It would count interventions, and the page counts repeats.
        expect(await console.innerText()).not.toContain('was detected');
        expect(await console.getByRole('button', { name: 'Override' }).count()).toBe(0);
        const refused = await other.post('/gateway/sessions/wild/override', {
          ...{ operator_id: 'ada', isConfirmed: true, acceptsOff: true },
        });
        expect(refused.status).toBe(409);
      }
      const { entries } = await other.get('/v1/audit?session=wild');
      expect(entries.map(({ command }: { command: string }) => command)).toEqual(
        permitsOverride ? ['override'] : [],
      );
    } finally {
      await other.close();
    }
  });

  it('changes of another operator appear, and concurrent changes do not overwrite each other', async () => {
    await gateway.open(page, '#/settings');
    const { version } = await gateway.get('/v1/config');
    await page.getByLabel('Loop below').fill('0.2');
    const other = await context.newPage();
    await gateway.open(other, '#/settings');
    await other.getByLabel('Warning up to').fill('0.6');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('Saved; it applies').waitFor();
    await other.close();
    await page.getByText(`changed ${String((version as number) + 1)}×`).waitFor();
    expect(await page.getByLabel('Warning up to').inputValue()).toBe('0.6');
    expect((await gateway.post('/gateway/messages', stepOf({ session: 'still-there' }))).status).toBe(200);
  });
});
