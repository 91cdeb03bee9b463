import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Started, startGateway } from '../testing/start.js';

let gateway: Started;
let port: string;
beforeAll(async () => {
  gateway = await startGateway({ allowedHosts: ['gateway.example:8443'] });
  ({ port } = new URL(gateway.url));
});
afterAll(() => gateway.close());

describe('access to the server', () => {
  it.each(['/healthz', '/readyz'])('responds to %s without a token', async (path) => {
    expect(await gateway.get(path, { authorization: '' })).toMatchObject({ status: 200 });
  });

  it.each([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer rbt_wrong' }],
    ['an empty one', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: 'Basic rbt_test-token' }],
    ['a cookie that is the token', { cookie: 'rutbreak_token=rbt_test-token' }],
    ['a very long token', { authorization: `Bearer ${'x'.repeat(5000)}` }],
  ])('returns 401 with %s, even for unknown routes', async (_, headers) => {
    const answer = await gateway.get('/v1/nothing', { authorization: '', ...headers });
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHORIZED' } } });
    expect(answer.text).not.toContain('rbt_');
  });

  it.each([
    ['authorization', { authorization: 'Bearer rbt_test-token' }],
    ['x-api-key', { 'x-api-key': 'rbt_test-token' }],
  ])('knows a token by %s', async (_, headers) => {
    expect(await gateway.get('/v1/nothing', { authorization: '', ...headers })).toMatchObject({
      status: 404,
    });
  });

  it.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1.nip.io:PORT',
    '127.0.0.1.:PORT',
    'localhost.:PORT',
    '127.0.0.1:1',
    '127.0.0.1',
    '[::1]:PORT',
    'gateway.example',
  ])('refuses the host %s', async (host) => {
    const answer = await gateway.get('/healthz', { host: host.replace('PORT', port) });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'HOST_REFUSED' } } });
  });

  it.each(['127.0.0.1:PORT', 'localhost:PORT', 'LocalHost:PORT', 'gateway.example:8443'])(
    'responds to the host %s',
    async (host) => {
      expect((await gateway.get('/healthz', { host: host.replace('PORT', port) })).status).toBe(200);
    },
  );

  it.each([
    ['null', 403],
    ['https://evil.example', 403],
    ['http://localhost:1', 403],
    ['http://localhost:PORT.evil.example', 403],
    ['file://', 403],
    ['http://localhost:PORT', 200],
    ['https://gateway.example:8443', 200],
  ])('returns %i for a %s page', async (origin, status) => {
    expect((await gateway.get('/healthz', { origin: origin.replace('PORT', port) })).status).toBe(status);
  });

  it('forbids browsers to load other origins, and other pages to read the response', async () => {
    const { headers } = await gateway.get('/healthz');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('10: the documentation at /docs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rutbreak-docs-'));
  let withDocs: Started;
  beforeAll(async () => {
    mkdirSync(join(folder, 'docs/guides'), { recursive: true });
    writeFileSync(join(folder, 'docs/index.html'), '<h1>Docs</h1>');
    writeFileSync(join(folder, 'docs/guides/scan.html'), '<h1>Scan</h1>');
    writeFileSync(join(folder, 'secret.html'), 'secret');
    withDocs = await startGateway({ docs: join(folder, 'docs') });
  });
  afterAll(async () => {
    await withDocs.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = (path: string) => withDocs.get(path, { authorization: '' });

  it('needs no token', async () => {
    expect(await ask('/docs')).toMatchObject({ status: 302, headers: { location: '/docs/' } });
    expect(await ask('/docs/')).toMatchObject({ status: 200, text: '<h1>Docs</h1>' });
    const page = await ask('/docs/guides/scan.html');
    expect(page.text).toBe('<h1>Scan</h1>');
    expect(page.headers['content-type']).toContain('text/html');
  });

  it.each([
    '/docs/nothing.html',
    '/docs/../secret.html',
    '/docs/%2e%2e/secret.html',
    '/docs/..%2fsecret.html',
  ])('has nothing else: %s', async (path) => {
    const answer = await ask(path);
    expect([401, 404]).toContain(answer.status);
    expect(answer.text).not.toContain('secret<');
    expect(answer.text).not.toBe('secret');
  });

  it('shows only the interface if the documentation was not built', async () => {
    const page = await gateway.get('/docs', { authorization: '' });
    expect(page).toMatchObject({ status: 200 });
    expect(page.text).toContain('POST /v1/events');
  });
});
