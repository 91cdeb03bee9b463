import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join, normalize, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Callers, checkCaller, cookieOf } from './auth.js';
import { HttpProblem } from './problem.js';
import { SIGN_IN, SIGN_IN_SCRIPT } from './sign-in.js';

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

const TYPES: Readonly<Record<string, string>> = {
  '.html': HTML,
  '.js': SCRIPT,
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

const NO_PAGE = `It runs. This build has no dashboard; the interface is at <a href="/docs">/docs</a>,
sessions are at <a href="/v1/sessions">/v1/sessions</a>.`;

/** Where there is no dashboard, a person still lands somewhere. */
const welcome = (
  text: string,
): string => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Rutbreak</title>
<link rel="icon" href="data:,">
<style>body{font:16px/1.5 system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem}</style>
<h1>Rutbreak gateway</h1><p>${text}</p></html>`;

interface PageOptions {
  readonly callers: Callers;
  readonly folder: string | undefined;
  /** The folder of the documentation. */
  readonly docs: string | undefined;
  /** What a person reads if there is no dashboard, as HTML. */
  readonly notice?: string;
}

/** Browsers get the sign-in page; programs get the problem. */
function refuse(problem: unknown, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isBrowser = headers.accept?.includes('text/html') === true;
  if (!isBrowser || !(problem instanceof HttpProblem) || problem.status !== 401) throw problem;
  return reply.code(401).type(HTML).send(SIGN_IN);
}

/** The page's own files contain no data, so the cookie alone is enough. */
async function checkReader(request: FastifyRequest, callers: Callers): Promise<void> {
  const cookie = cookieOf(request);
  if (cookie !== undefined && (await callers.pageSessions.isOpen(cookie))) return;
  await checkCaller(request, callers, 'read');
}

/** Serves the dashboard and the sign-in page. */
export function addPages(
  app: FastifyInstance,
  { callers, folder, docs, notice = NO_PAGE }: PageOptions,
): void {
  if (docs !== undefined) addDocs(app, docs);
  app.get('/sign-in', (_request, reply) => reply.type(HTML).send(SIGN_IN));
  app.get('/sign-in.js', (_request, reply) => reply.type(SCRIPT).send(SIGN_IN_SCRIPT));
  app.get('/', async (request, reply) => {
    try {
      await checkReader(request, callers);
    } catch (problem) {
      return refuse(problem, request, reply);
    }
    const index = folder === undefined ? undefined : fileIn(folder, 'index.html');
    return reply.type(HTML).send(index ?? welcome(notice));
  });
  if (folder === undefined) return;
  app.get('/*', async (request, reply) => {
    await checkReader(request, callers);
    const path = (request.params as { readonly '*': string })['*'];
    const file = fileIn(folder, path);
    if (file) return reply.type(TYPES[extname(path)] ?? 'application/octet-stream').send(file);
    // A client-side route, which the page resolves.
    const index =
      extname(path) === '' && !/^(?:v1|gateway)\//.test(path) ? fileIn(folder, 'index.html') : undefined;
    if (!index) throw new HttpProblem('NOT_FOUND', 'There is no such page.');
    return reply.type(HTML).send(index);
  });
}

/** Public: it reveals nothing about this gateway. */
function addDocs(app: FastifyInstance, folder: string): void {
  app.get('/docs/*', (request, reply) => {
    const path = (request.params as { readonly '*': string })['*'] || 'index.html';
    const file = fileIn(folder, path);
    if (!file) throw new HttpProblem('NOT_FOUND', 'There is no such page.', { hint: 'Begin at /docs/.' });
    return reply.type(TYPES[extname(path)] ?? 'application/octet-stream').send(file);
  });
}

function fileIn(folder: string, path: string): Buffer | undefined {
  const file = normalize(join(folder, path));
  if (!file.startsWith(normalize(folder) + sep) || !existsSync(file) || !statSync(file).isFile())
    return undefined;
  return readFileSync(file);
}
