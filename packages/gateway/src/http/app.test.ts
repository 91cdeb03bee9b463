import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Started, startGateway } from '../testing/start.js';

let gateway: Started;
let port: string;
beforeAll(async () => {
  gateway = await startGateway({ allowedHosts: ['gateway.example:8443'] });
  ({ port } = new URL(gateway.url));
});
afterAll(() => gateway.close());

describe('access to the server', () => {
  it.each(['/healthz', '/readyz'])('answers %s to anybody on this machine', async (path) => {
    expect(await gateway.get(path, { authorization: '' })).toMatchObject({ status: 200 });
  });

  it.each([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer rbt_wrong' }],
    ['an empty one', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: 'Basic rbt_test-token' }],
    ['a cookie that is the token', { cookie: 'rutbreak_token=rbt_test-token' }],
    ['a very long token', { authorization: `Bearer ${'x'.repeat(5000)}` }],
  ])('answers 401 with %s, even where there is no route', async (_, headers) => {
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
    'answers to the host %s',
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
  ])('answers a page of %s with %i', async (origin, status) => {
    expect((await gateway.get('/healthz', { origin: origin.replace('PORT', port) })).status).toBe(status);
  });

  it('tells browsers to load nothing from elsewhere, and allows no other page to read', async () => {
    const { headers } = await gateway.get('/healthz');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});
