import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createGateway, createMemoryStore, type GatewayOptions } from '@rutbreak/gateway';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { createParser } from '../api/sse.js';
import { findBrowser } from './browser.js';

const HOME = resolve(import.meta.dirname, '../..');
export const PAGES = join(HOME, 'dist');
export const TOKEN = 'rbt_live-test';
const HEADERS = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

/** `npm test` builds the page first; a run of a single test file may need to build it. */
export async function buildPage(): Promise<void> {
  if (!existsSync(join(PAGES, 'index.html'))) await build({ root: HOME, logLevel: 'error' });
}

export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox'],
  });
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Answers are looked at field by field.
type Answer = any;

/** A step in a broadcast. */
interface SentOn {
  readonly meta: { readonly session_id: string };
  readonly action: { readonly tool_call: string };
}

/** A real gateway that serves the page. */
export interface LiveGateway {
  readonly url: string;
  readonly get: (path: string, key?: string) => Promise<Answer>;
  readonly post: (path: string, body: unknown, key?: string) => Promise<Answer>;
  /** Everything that was broadcast on a topic so far. */
  readonly told: (topic: string) => Promise<readonly SentOn[]>;
  readonly open: (page: Page, hash: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startLive(
  options: Partial<GatewayOptions> = {},
  place: { readonly port: number } = { port: 0 },
): Promise<LiveGateway> {
  const gateway = createGateway({ store: createMemoryStore(), token: TOKEN, pages: PAGES, ...options });
  const url = await gateway.listen(place);
  const ask = async (path: string, init: RequestInit, key?: string): Promise<Answer> => {
    const headers = { ...HEADERS, ...(key !== undefined && { authorization: `Bearer ${key}` }) };
    const reply = await fetch(url + path, { ...init, headers });
    return { ...((await reply.json()) as object), status: reply.status };
  };
  return {
    url,
    get: (path, key) => ask(path, {}, key),
    post: (path, body, key) => ask(path, { method: 'POST', body: JSON.stringify(body) }, key),
    async told(topic) {
      const stop = AbortSignal.timeout(400);
      const from = { ...HEADERS, 'last-event-id': '0' };
      const reply = await fetch(`${url}/v1/stream?topics=${topic}`, { headers: from, signal: stop });
      const parser = createParser();
      const found: SentOn[] = [];
      try {
        for await (const chunk of reply.body?.pipeThrough(new TextDecoderStream()) ?? [])
          found.push(...parser.push(chunk).map(({ data }) => JSON.parse(data) as SentOn));
      } catch {
        // The stream never ends on its own.
      }
      return found;
    },
    async open(page, hash) {
      await page.goto('about:blank');
      await page.goto(`${url}/sign-in#token=${TOKEN}&to=${encodeURIComponent(hash)}`);
      await page.getByText('Live', { exact: true }).waitFor();
    },
    close: () => gateway.close(),
  };
}

interface StepParts {
  readonly session: string;
  readonly intent?: string;
  readonly tool?: string;
  readonly status?: string;
  readonly control?: object;
}

let count = 0;

/** A DecisionLog message. */
export function stepOf({ session, intent = 'run', tool = 'npm test', status, control }: StepParts): object {
  return {
    meta: {
      ...{
        trace_id: `${session}-${count++}`,
        timestamp: Date.now(),
        session_id: session,
        cluster_id: 'live',
      },
    },
    identity: { agent_id: session, agent_type: 'coder', capability_version: '1.0' },
    ...{ cognition: { intent }, action: { tool_call: tool, status: status ?? 'failure' } },
    ...(control && { control }),
  };
}

export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
