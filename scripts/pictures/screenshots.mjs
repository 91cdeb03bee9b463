// `node scripts/pictures/screenshots.mjs`: takes the pictures in docs/screenshots from the demo fleet on a real gateway.
// --out FOLDER writes them elsewhere; --short takes the light ones of 1440 pixels only, from a fleet that works faster.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { findBrowser } from '../browser.mjs';
import { ensureBuilt, ensureInstalled } from '../setup.mjs';
import { readJson, ROOT } from '../tools.mjs';

const { values } = parseArgs({
  options: { out: { type: 'string', default: join(ROOT, 'docs/screenshots') }, short: { type: 'boolean' } },
});
/** Long enough for each agent of the demo to have come to its first loop and some to have left theirs. */
const STORY_MS = values.short ? 3000 : 40_000;
/** The story of the ring comes back within this time. */
const RING_MS = 120_000;
const THEMES = values.short ? ['light'] : ['light', 'dark'];
const WIDE = [1440, 900];
const SIZES = values.short ? [WIDE] : [WIDE, [390, 844]];

await ensureInstalled();
await ensureBuilt();
const { createGateway, createMemoryStore, pageFolder } = await import(
  pathToFileURL(join(ROOT, 'packages/gateway/dist/index.js')).href
);
const require = createRequire(join(ROOT, 'packages/dashboard/package.json'));
const { chromium } = require('playwright-core');

const { version } = readJson(join(ROOT, 'packages/cli/package.json'));
const token = 'rbt_screenshots';
const gateway = createGateway({
  ...{ store: createMemoryStore(), token, pages: pageFolder(), demo: true, version },
  ...(values.short && { demoPaceMs: 80 }),
});
const url = await gateway.listen();
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  await sleep(STORY_MS);
  for (const colorScheme of THEMES) for (const size of SIZES) await takeAll(colorScheme, size);
} finally {
  await browser.close();
  await gateway.close();
}

async function ask(path) {
  const reply = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  return reply.json();
}

/** The agent that waits for a person: its loop goes on while the pictures are taken. */
async function waitingSession() {
  const { agents } = await ask('/v1/demo');
  const { session_id } =
    agents.find(({ state }) => state === 'waiting') ?? agents.find(({ is_loop }) => is_loop);
  return session_id;
}

/** The map is worth a picture while a hand-off ring goes round. */
async function untilRing() {
  for (const end = Date.now() + RING_MS; Date.now() < end; await sleep(200)) {
    const { edges } = await ask('/v1/topology');
    if (edges.some(({ ring }) => ring)) return;
  }
  throw new Error('The demo showed no ring of hand-offs.');
}

async function takeAll(colorScheme, [width, height]) {
  const context = await browser.newContext({
    colorScheme,
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(url + (await gateway.loginPath()));
  await page.getByText('Live', { exact: true }).waitFor();
  const views = {
    fleet: '#/',
    sessions: '#/sessions?sort=waste',
    session: '#/sessions/',
    loops: '#/loops',
    settings: '#/settings',
  };
  await untilRing();
  for (const [name, hash] of Object.entries(views)) {
    await page.goto(`${url}/${hash}${name === 'session' ? await waitingSession() : ''}`);
    await page.waitForSelector('h1');
    await page.waitForTimeout(1200);
    await page.screenshot({ path: join(values.out, `${name}-${colorScheme}-${width}.png`) });
  }
  await context.close();
}
