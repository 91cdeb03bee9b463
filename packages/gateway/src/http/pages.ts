import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join, normalize, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../security/access.js';
import { checkCaller, COOKIE } from './door.js';
import { HttpProblem } from './problem.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

const WELCOME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Rutbreak</title>
<style>body{font:16px/1.5 system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem}</style>
<h1>Rutbreak gateway</h1><p>It runs. This build has no dashboard; the interface is at <a href="/docs">/docs</a>,
sessions are at <a href="/v1/sessions">/v1/sessions</a>.</p></html>`;

const SIGN_IN = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Rutbreak</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>body{font:15px/1.5 system-ui;max-width:26rem;margin:18vh auto;padding:0 1rem}h1{font-size:1.2rem}
input,button{font:inherit;padding:.4rem .6rem}input{width:100%;box-sizing:border-box;margin:.3rem 0 .8rem}</style>
<h1>Rutbreak asks for its token</h1><p>It is in the file that the gateway named at start. The address that it
printed has it, too.</p><form method="get" action="/"><label>Token<input name="token" type="password"
autocomplete="current-password" required autofocus></label><button>Open</button></form></html>`;

/** A person with a browser is asked; a program is told what is wrong. */
function refuse(problem: unknown, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isBrowser = headers.accept?.includes('text/html') === true;
  if (!isBrowser || !(problem instanceof HttpProblem) || problem.status !== 401) throw problem;
  return reply.code(401).type('text/html; charset=utf-8').send(SIGN_IN);
}

/** The page. Its address may carry the token once; from then on a cookie does, which no script can read. */
export function addPages(
  app: FastifyInstance,
  {
    access,
    folder,
    isSecure,
  }: { readonly access: Access; readonly folder?: string; readonly isSecure: boolean },
): void {
  app.get('/', async (request, reply) => {
    const { token } = request.query as { readonly token?: unknown };
    if (typeof token === 'string') {
      if (!(await access.identify(token)))
        return refuse(new HttpProblem('UNAUTHORIZED', 'This token is not valid.'), request, reply);
      const secure = isSecure ? '; Secure' : '';
      const cookie = `${COOKIE}=${token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000${secure}`;
      // Away from the address with the token in it.
      return reply.header('set-cookie', cookie).redirect('/', 303);
    }
    try {
      await checkCaller(request, access, 'read');
    } catch (problem) {
      return refuse(problem, request, reply);
    }
    const index = folder === undefined ? undefined : fileIn(folder, 'index.html');
    return reply.type('text/html; charset=utf-8').send(index ?? WELCOME);
  });
  if (folder === undefined) return;
  app.get('/*', async (request, reply) => {
    await checkCaller(request, access, 'read');
    const path = (request.params as { readonly '*': string })['*'];
    const file = fileIn(folder, path);
    if (file) return reply.type(TYPES[extname(path)] ?? 'application/octet-stream').send(file);
    // A place inside the page, which finds its way by itself.
    const index =
      extname(path) === '' && !/^(?:v1|gateway)\//.test(path) ? fileIn(folder, 'index.html') : undefined;
    if (!index) throw new HttpProblem('NOT_FOUND', 'There is no such page.');
    return reply.type('text/html; charset=utf-8').send(index);
  });
}

function fileIn(folder: string, path: string): Buffer | undefined {
  const file = normalize(join(folder, path));
  if (!file.startsWith(normalize(folder) + sep) || !existsSync(file) || !statSync(file).isFile())
    return undefined;
  return readFileSync(file);
}
