import { type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rungs } from './contract.js';
import { plain } from './format.js';
import { findBrowser } from './testing/browser.js';
import { makeLoop, makeSession, NO_LOOP_FIGURES, NOW } from './testing/fleet.js';
import { HOSTILE } from './testing/hostile.js';
import { buildPage, openBrowser, PAGES } from './testing/live.js';
import { type Fleet, type StandIn, startStandIn } from './testing/stand-in.js';

const texts = HOSTILE.map(({ text }) => text);
/** For fields that a page shows only once. */
const all = texts.filter((text) => text.length < 700).join(' | ');
/** A megabyte in one field of each list is enough. */
const short = texts.map((text) => text.slice(0, 20_000));
const idOf = (i: number): string => (short[i] ?? '').slice(0, 200) || `empty ${i}`;

const sessions = short.map((text, i) => ({
  ...makeSession(i % 3 === 0 ? 4 : i % 48),
  ...{
    id: idOf(i),
    agent_id: texts[i] ?? '',
    agent_type: text,
    model: text,
    cluster_id: text,
    last_loop: text,
  },
}));
// Without a slash, which the stand-in would parse as the end of the id.
const TARGET = idOf(1);

const EVIDENCE = {
  ...{ events: [0, 1, 2], elements: short, examples: short, variations: short, count: 3, window: 9 },
  ...{ first: 0, last: 2 },
};
const rungOf = (rung: string): Rungs[number] => ({
  rung,
  times: 1,
  first_at: NOW,
  last_at: NOW,
  last_seq: 1,
});
const loops = short.map((text, i) => ({
  ...makeLoop(i, i < 3 ? TARGET : idOf(i)),
  ...{ id: `l-${i}`, brief: texts[i] ?? '', text, detector: text, category: text, rung: text, pattern: text },
  figures: { ...NO_LOOP_FIGURES, rungs: [rungOf(text)], is_ignored: true },
  // Sessions that are shown in full.
  ...(i < 3 && { text: all, detector: all, evidence: EVIDENCE }),
}));

const BODIES: readonly ((text: string) => object)[] = [
  (text) => ({ kind: 'call', tool: text, args: { [text.slice(0, 50)]: text }, result: text }),
  (text) => ({ kind: 'turn', role: text, text }),
  (text) => ({ kind: 'error', type: text, message: text, fix: text }),
  (text) => ({ kind: 'edit', path: text, before: text, after: text }),
  (text) => ({ kind: text, [text]: text }),
  (text) => ({ cognition: { intent: text }, action: { tool_call: text, tool_input: text, status: text } }),
];
const events: Fleet['events'] = texts.map((text, seq) => ({
  ...{ seq, at: NOW, door: 'events', held: seq % 40 === 7, body: BODIES[seq % BODIES.length]?.(text) },
}));

const gate = (text: string, i: number): object => ({
  ...{ id: `g-${i}`, seq: i, trace_id: text, intent: text, tool_call: text, opened_at: NOW, status: 'open' },
  ...{ expires_at: NOW + 1e6, on_timeout: 'reject', decided_by: null, decided_at: null },
});
const dagNode = (text: string, i: number): object => ({
  ...{ id: `d-${i}`, parent: i === 0 ? null : `d-${i - 1}`, seq: i, at: NOW, intent: text, tool_call: text },
  ...{ status: text, agent_id: text, orphan: false, waiting: false, cycle_refused: false },
});

const intervention = (text: string, seq: number): object => ({
  ...{ seq, node: text, at: NOW, by: text, what: text, brief: text },
});

/** A fleet in which every text is hostile. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  [`/v1/sessions/${TARGET}`]: {
    ...sessions[1],
    ...{
      summary: all,
      gates: short.map(gate),
      paused: { by: all, at: NOW, reason: all },
      preset: all,
      is_off: false,
    },
    ...{ state: 'paused', pending: short.map((text, i) => ({ id: `p-${i}`, kind: 'inject', text })) },
    override: { friction: all, allowed: true, warning: all },
    ladder: { rung: all, count: 1, gate: all, rungs: short.map(rungOf) },
    packet: {
      ...{ packet_id: all, content: short },
      loop_metadata: {
        ...{ detected_at: all, loop_type: all, pattern: all, pattern_hash: all, reset_count: 1 },
        previous_attempts: short.map((text, i) => ({ approach_summary: text, failed_at: `${i}` })),
      },
    },
  },
  [`/v1/sessions/${TARGET}/dag`]: {
    session_id: TARGET,
    nodes: short.map(dagNode),
    edges: [],
    root: 'd-0',
    interventions: short.map(intervention),
  },
  '/v1/mutes': {
    mutes: short.map((text, i) => ({
      ...{ id: `m-${i}`, pattern: text, category: text, brief: text, by: text, reason: text },
      ...{ created_at: NOW, expires_at: NOW },
    })),
  },
  '/v1/demo': {
    ...{ running: true, started_at: NOW, agents: [] },
    captions: short.map((text, id) => ({
      ...{ id, at: NOW, session_id: text, agent_id: text, story: text, kind: 'loop', text },
    })),
  },
  '/v1/audit': {
    entries: short.map((text, id) => ({
      ...{
        id,
        session_id: text,
        at: NOW,
        operator_id: text,
        command: text,
        before_hash: text,
        after_hash: text,
      },
      detail: { reason: text },
    })),
  },
  '/v1/archive': {
    patterns: short.map((text, i) => ({
      ...{
        id: `${text.slice(0, 60)} ${i}`,
        category: text,
        seen: 1,
        overrides: 0,
        false_alarms: 0,
        last_at: NOW,
      },
      outcomes: { [text]: { recovered: 1, failed: 0 } },
    })),
  },
  '/v1/proposals': {
    proposals: short.map((text) => ({
      ...{ kind: 'tighten', model: text, why: text },
      changes: [{ owner: text, option: text, before: 1, after: 2, why: text }],
    })),
  },
  '/v1/keys': {
    keys: short.map((name, i) => ({ id: `k-${i}`, name, scopes: ['read', name], created_at: NOW })),
  },
  '/v1/webhooks': {
    webhooks: short.map((text, i) => ({
      ...{
        id: `w-${i}`,
        url: text,
        topics: [text],
        created_at: NOW,
        delivered: 1,
        failed: 1,
        last_error: text,
        state: text,
      },
    })),
  },
  '/v1/stats': { sessions: 1, store: all, version: all, cached: 0, queued: 0, kill_switch: true },
  '/gateway/kill-switch': { active: true, by: all, at: NOW, reason: all },
};

/** Elements that must never be on the page. */
const INJECTED =
  'script,img,iframe,object,embed,style,link,base,video,audio,marquee,math,template,noscript,xmp,b,body,form[action],use,animate';
const HARMFUL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;

describe.skipIf(findBrowser() === undefined)(`${HOSTILE.length} hostile strings`, () => {
  let browser: Browser;
  let page: Page;
  let gateway: StandIn;
  const errors: string[] = [];

  beforeAll(async () => {
    await buildPage();
    browser = await openBrowser();
    gateway = await startStandIn(PAGES, { sessions, loops, events }, (path) =>
      Object.hasOwn(ANSWERS, path) ? ANSWERS[path] : undefined,
    );
    page = await browser.newPage({ reducedMotion: 'reduce' });
    page.on('pageerror', (error) => errors.push(error.message));
  });
  afterAll(async () => {
    await browser.close();
    await gateway.close();
  });

  it('are at least two hundred, of every family', () => {
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.length).toBeGreaterThanOrEqual(200);
  });

  it.each([
    ['fleet', '#/', '.map-node'],
    ['sessions', '#/sessions', '.session-row [data-row]'],
    ['session', `#/sessions/${encodeURIComponent(TARGET)}?event=0`, '.loop-card'],
    ['loops', '#/loops', '.l-brief'],
    ['settings', '#/settings', '.settings-view code'],
  ])(
    'are text on the page of %s: nothing runs, nothing is injected, the layout holds',
    async (_, hash, sign) => {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto('about:blank');
        await page.goto(`${gateway.url}/${hash}`);
        await page.locator(sign).first().waitFor({ state: 'attached' });
        await page.evaluate(() => {
          for (const part of document.querySelectorAll('details')) part.open = true;
        });
        await page.waitForTimeout(100);
        const found = await page.evaluate(look, INJECTED);
        expect(found).toMatchObject({ hit: false, injected: [], handlers: [], links: [], polluted: false });
        expect(found.texts.filter((text) => HARMFUL.test(text)).map((text) => JSON.stringify(text))).toEqual(
          [],
        );
        expect([found.width, found.bar]).toEqual([width, 44]);
      }
    },
  );

  it('are all there to be read', async () => {
    await page.goto('about:blank');
    await page.goto(`${gateway.url}/#/loops`);
    await page.locator('.l-brief').nth(199).waitFor({ state: 'attached' });
    const shown = await page.locator('.l-brief').allTextContents();
    const expected = new Set(texts.map((text) => plain(text, 200)));
    expect(shown.filter((text) => !expected.has(text))).toEqual([]);
    expect(new Set(shown).size).toBeGreaterThanOrEqual(200);
  });

  it('break nothing on the way', () => expect(errors).toEqual([]));
});

/** Runs in the page. */
function look(injected: string): {
  readonly hit: boolean;
  readonly injected: readonly string[];
  readonly handlers: readonly string[];
  readonly links: readonly string[];
  readonly texts: readonly string[];
  readonly polluted: boolean;
  readonly width: number;
  readonly bar: number;
} {
  const root = document.getElementById('root') as HTMLElement;
  const elements = [...root.querySelectorAll('*')];
  const attributes = elements.flatMap((element) => [...element.attributes]);
  return {
    hit: 'hit' in window,
    injected: [...root.querySelectorAll(injected)].map(({ outerHTML }) => outerHTML.slice(0, 200)),
    handlers: attributes.map(({ name }) => name).filter((name) => name.startsWith('on')),
    links: [...root.querySelectorAll('a')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => !/^(#\/|\/v1\/)/.test(href)),
    texts: [
      document.title,
      ...attributes.filter(({ name }) => name === 'title' || name === 'aria-label').map(({ value }) => value),
      ...elements.flatMap((element) =>
        [...element.childNodes]
          .filter(({ nodeType }) => nodeType === 3)
          .map(({ textContent }) => textContent ?? ''),
      ),
    ],
    polluted: Object.keys(Object.prototype).length > 0 || 'agent_id' in {},
    width: Math.max(document.documentElement.scrollWidth, window.innerWidth),
    bar: Math.round(document.querySelector('.bar')?.getBoundingClientRect().height ?? 0),
  };
}
