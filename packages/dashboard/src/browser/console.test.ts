import { type Browser, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../testing/browser.js';
import { buildPage, type LiveGateway, openBrowser, startLive, stepOf } from '../testing/live.js';

/** The commands of people, in a real browser with a real gateway. */
describe.skipIf(findBrowser() === undefined)('commands of people', () => {
  let browser: Browser;
  let page: Page;
  let gateway: LiveGateway;

  beforeAll(async () => {
    await buildPage();
    browser = await openBrowser();
    gateway = await startLive();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await gateway.open(page, '#/');
    await page.evaluate(() => localStorage.setItem('rutbreak-operator', 'ada'));
  });
  afterAll(async () => {
    await browser.close();
    await gateway.close();
  });

  const region = (name: string): Locator => page.getByRole('region', { name });
  const say = (session: string, more: object = {}) =>
    gateway.post('/gateway/messages', stepOf({ session, ...more }));
  const act = (session: string, name: string) =>
    gateway.post(`/gateway/sessions/${session}/${name}`, { operator_id: 'test' });
  const failing = {
    kind: 'call',
    tool: 'Bash',
    args: { command: 'make' },
    result: 'Error: boom',
    isError: true,
  };
  const send = (session: string, count: number) =>
    gateway.post('/v1/events', {
      ...{
        session,
        agent: { id: session, model: 'm' },
        events: Array.from({ length: count }, () => failing),
      },
    });
  /** The broadcast steps, which may differ from the sent ones. */
  const sentOn = async (session: string): Promise<readonly string[]> =>
    (await gateway.told('gateway:messages'))
      .filter(({ meta }) => meta.session_id === session)
      .map(({ action }) => action.tool_call);
  const commands = async (session: string) =>
    (await gateway.get(`/v1/audit?session=${session}`)).entries.map(
      ({ command, operator_id }: { command: string; operator_id: string }) => `${operator_id}: ${command}`,
    );

  it('E9 a held step can be rewritten, and the rewritten step counts', async () => {
    await say('held', { tool: 'ls' });
    await act('held', 'pause');
    await say('held', { intent: 'clean up', tool: 'rm -rf build' });
    await gateway.open(page, '#/sessions/held');
    await page.getByText('1 held step: rewrite one before it counts').click();
    const form = region('Step in');
    expect(await form.getByLabel('Tool call').inputValue()).toBe('rm -rf build');
    await form.getByLabel('Tool call').fill('ls build');
    await form.getByLabel('What the agent is told about it').fill('Look before you delete.');
    await form.getByRole('button', { name: 'Rewrite' }).click();
    await page.getByText('Rewritten; the new step counts').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('It goes on. 1 held step went on.').waitFor();
    expect(await sentOn('held')).toEqual(['ls', 'ls build']);
    const ack = await say('held', { tool: 'next' });
    expect(ack.directives.map(({ text }: { text: string }) => text)).toContain('Look before you delete.');
    expect(await commands('held')).toEqual(['ada: unpause', 'ada: rewrite', 'test: pause']);
  });

  it.each([
    ['Approve', 'approved', 'deploy'],
    ['Reject', 'rejected', ''],
    ['Rewrite', 'rewritten', 'deploy --dry-run'],
  ])('E9 a gate: %s', async (button, status, tool) => {
    const id = `gate-${status}`;
    await say(id, { tool: 'deploy', control: { hitl_required: true } });
    await gateway.open(page, `#/sessions/${id}`);
    const gate = page.locator('.gate');
    await gate.getByText('deploy', { exact: true }).waitFor();
    if (button === 'Rewrite') await gate.getByLabel('Do this instead').fill(tool);
    await gate.getByRole('button', { name: button }).click();
    await gate.waitFor({ state: 'detached' });
    const { gates } = await gateway.get(`/v1/sessions/${id}`);
    expect(gates).toMatchObject([{ status, decided_by: 'ada' }]);
    expect(await sentOn(id)).toEqual(tool === '' ? [] : [tool]);
  });

  it('E9 an injected message reaches the agent with its next acknowledgement, once', async () => {
    await say('told');
    await gateway.open(page, '#/sessions/told');
    await page.getByLabel('Tell the agent').fill('Read the log first.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Waits for the next message of the agent: Read the log first.').waitFor();
    const [first, second] = [await say('told'), await say('told')];
    expect(first.directives).toMatchObject([{ kind: 'inject', text: 'Read the log first.' }]);
    expect(second.directives).toEqual([]);
  });

  it('each override needs more confirmation, until the page does not offer it any more', async () => {
    await send('stubborn', 3);
    const friction = async (): Promise<string> =>
      (await gateway.get('/v1/sessions/stubborn')).override?.friction ?? 'none';
    const seen: string[] = [];
    for (const expected of ['simple', 'confirm', 'turns-off']) {
      for (let i = 0; i < 20 && (await friction()) !== expected; i++) await send('stubborn', 1);
      await gateway.open(page, '#/sessions/stubborn');
      await page.getByText('Not a loop: override').click();
      const form = page.locator('details.override');
      const button = form.getByRole('button', { name: 'Override' });
      await form.getByLabel('Why').fill('a poll that is wanted');
      const box = form.getByRole('checkbox');
      seen.push(
        `${expected}: ${(await box.count()) === 0 ? 'at once' : (await button.isDisabled()) ? 'asks' : 'open'}`,
      );
      if ((await box.count()) > 0) await box.check();
      await button.click();
      await page.getByText('Overridden: the intervention is cleared.').waitFor();
    }
    expect(seen).toEqual(['simple: at once', 'confirm: asks', 'turns-off: asks']);
    await page.getByText('Detection is off for this session.').waitFor();
    expect((await gateway.get('/v1/sessions/stubborn')).is_off).toBe(true);
    expect(await commands('stubborn')).toEqual(['ada: override', 'ada: override', 'ada: override']);
  });

  it('a false alarm is reported from the session, and appears in the list of loops', async () => {
    await send('fine', 3);
    await gateway.open(page, '#/sessions/fine');
    await page.getByRole('button', { name: 'No, a false alarm' }).click();
    await page.getByText('Noted.').waitFor();
    expect((await gateway.get('/v1/sessions/fine/loops')).loops).toMatchObject([
      { feedback: 'false-positive' },
    ]);
    await gateway.open(page, '#/loops?outcome=false+alarm');
    await page.locator('tr', { hasText: 'fine' }).getByText('false alarm').waitFor();
  });

  it('several sessions are paused and resumed at once', async () => {
    const names = ['bulk-1', 'bulk-2'];
    for (const name of names) await say(name);
    await gateway.open(page, '#/sessions?q=bulk-');
    const states = () =>
      Promise.all(names.map(async (name) => (await gateway.get(`/v1/sessions/${name}`)).state as string));
    await page.getByLabel('Select bulk-1').check();
    await page.getByRole('button', { name: 'Pause selected' }).click();
    await page.getByText('1 paused.').waitFor();
    expect(await states()).toEqual(['paused', 'active']);
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Resume selected' }).click();
    await page.getByText('1 resumed.').waitFor();
    expect(await states()).toEqual(['active', 'active']);
    expect(await commands('bulk-1')).toEqual(['ada: unpause', 'ada: pause']);
  });

  it('a known pattern is muted from its loop, and unmuted from the list', async () => {
    await send('known', 3);
    await gateway.open(page, '#/sessions/known');
    await page.getByText('Mute this pattern').click();
    await page.getByLabel('Reason to mute').fill('The build machine is away.');
    await page.getByRole('button', { name: 'Mute', exact: true }).click();
    await page.getByText('Muted until').waitFor();
    expect((await gateway.get('/v1/mutes')).mutes).toMatchObject([
      { by: 'ada', reason: 'The build machine is away.' },
    ]);
    await gateway.open(page, '#/loops');
    await region('Muted patterns').getByRole('button', { name: 'Unmute' }).click();
    await region('Muted patterns').waitFor({ state: 'detached' });
    expect((await gateway.get('/v1/mutes')).mutes).toEqual([]);
  });

  it('the date range and the order by waste are in the URL', async () => {
    await send('dated', 3);
    await gateway.open(page, '#/loops');
    const rows = page.locator('.loop-table tbody tr');
    await rows.filter({ hasText: 'dated' }).waitFor();
    await page.getByLabel('Order').selectOption('waste');
    await page.getByLabel('Last day').fill('2020-01-01');
    await page.getByText('No loop matches.').waitFor();
    await page.waitForURL(/sort=waste&to=2020-01-01/);
    await page.getByLabel('Last day').fill('2100-01-01');
    await rows.filter({ hasText: 'dated' }).waitFor();
  });

  it('21: the theme follows the system, also while the page is open, until a person chooses one', async () => {
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    await page.evaluate(() => localStorage.removeItem('rutbreak-theme'));
    await page.emulateMedia({ colorScheme: 'light' });
    await gateway.open(page, '#/');
    expect(await theme()).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(theme).toBe('dark');
    await page.getByLabel('Theme').selectOption('light');
    expect(await theme()).toBe('light');
    await page.getByLabel('Theme').selectOption('system');
    expect(await theme()).toBe('dark');
    await page.emulateMedia({ colorScheme: null });
  });

  it('ending a session needs a confirmation', async () => {
    await say('over');
    await gateway.open(page, '#/sessions/over');
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('button', { name: 'End it for good' }).click();
    await page.getByText('The session has ended.').waitFor();
    expect((await gateway.get('/v1/sessions/over')).state).toBe('ended');
  });

  it('limits are previewed on recent sessions before they are saved', async () => {
    for (let i = 0; i < 6; i++) await say('circles');
    await gateway.open(page, '#/settings');
    const limits = region('Limits');
    await limits.getByLabel('Loop below').fill('0.1');
    await limits.getByRole('button', { name: 'Preview on recent sessions' }).click();
    await limits.locator('tr', { hasText: 'circles' }).getByText('looping from event').waitFor();
    await limits.getByText('looping from event').first().waitFor();
    expect((await gateway.get('/v1/config')).config.entropy.loopBelow).toBe(0.25);
    await limits.getByRole('button', { name: 'Save' }).click();
    await limits.getByText('Saved; it applies from the next event on.').waitFor();
    expect((await gateway.get('/v1/config')).config.entropy.loopBelow).toBe(0.1);
    expect((await say('circles')).severity).not.toBe('LOOP');
  });

  it('a preset is chosen on the page, and its detectors are shown', async () => {
    await gateway.open(page, '#/settings');
    const limits = region('Limits');
    await limits.getByLabel('Preset').selectOption('cycles');
    await limits.getByRole('button', { name: 'call-cycle' }).waitFor();
    await limits.getByRole('button', { name: 'Save' }).click();
    await limits.getByText('Saved; it applies from the next event on.').waitFor();
    expect((await gateway.get('/v1/config')).config.events.preset).toBe('cycles');
  });

  it('a key is shown once, has its scopes, and can be revoked', async () => {
    await gateway.open(page, '#/settings');
    const keys = region('Keys');
    await keys.getByLabel('Name of the key').fill('build agents');
    await keys.getByRole('button', { name: 'Make a key' }).click();
    const key = await keys.locator('code').innerText();
    expect((await gateway.post('/gateway/messages', stepOf({ session: 'keyed' }), key)).held).toBe(false);
    expect((await gateway.get('/v1/sessions', key)).status).toBe(403);
    await gateway.open(page, '#/settings');
    expect(await keys.locator('code').count()).toBe(0);
    await keys.getByRole('button', { name: 'Take back build agents' }).click();
    await keys.getByText('Taken back.').waitFor();
    expect((await gateway.post('/gateway/messages', stepOf({ session: 'keyed' }), key)).status).toBe(401);
  });

  it('the kill-switch needs a typed confirmation, and can be released', async () => {
    await gateway.open(page, '#/settings');
    const stop = region('Stop everything');
    await stop.getByLabel('Why everything is to stop').fill('wrong database');
    await stop.getByRole('button', { name: 'Stop everything…' }).click();
    const confirm = stop.getByRole('button', { name: 'Stop every agent now' });
    await stop.getByLabel('Type STOP ALL').fill('stop all');
    expect(await confirm.isDisabled()).toBe(true);
    expect((await say('runner')).action).not.toBe('stop');
    await stop.getByLabel('Type STOP ALL').fill('STOP ALL');
    await confirm.click();
    await page.getByRole('alert').getByText('Everything is stopped by ada: wrong database').waitFor();
    expect((await say('runner')).action).toBe('stop');
    await stop.getByRole('button', { name: 'Let agents go on' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect((await say('runner', { intent: 'other', tool: 'else' })).action).toBe('continue');
  });
});
