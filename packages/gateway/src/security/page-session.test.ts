import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Started, startGateway, TOKEN } from '../testing/start.js';

let gateway: Started;
let clock = 1_800_000_000_000;
const lines: string[] = [];
beforeAll(async () => {
  gateway = await startGateway({
    now: () => clock,
    log: (level, message, fields) => void lines.push(JSON.stringify({ level, message, ...fields })),
  });
});
afterAll(() => gateway.close());

const json = { 'content-type': 'application/json', authorization: '' };
const signIn = async (token: string = TOKEN) => {
  const { status, body, headers } = await gateway.send('POST', '/session', JSON.stringify({ token }), json);
  const [cookie = ''] = (headers['set-cookie'] as string[] | undefined) ?? [];
  return { status, secret: body.page_secret as string, cookie: cookie.split(';')[0] ?? '', full: cookie };
};
const ask = async (headers: Record<string, string>, path = '/v1/sessions') =>
  (await gateway.get(path, { authorization: '', ...headers })).status;
const newKey = async (scopes: string[], key = TOKEN) =>
  gateway.post('/v1/keys', { operator_id: 'ada', name: 'k', scopes }, { authorization: `Bearer ${key}` });

describe('a page session', () => {
  it('consists of two secrets, and neither is enough alone: a cookie captured on another port is refused', async () => {
    const { cookie, secret } = await signIn();
    expect(await ask({ cookie, 'x-rutbreak-page': secret })).toBe(200);
    expect(await ask({ cookie })).toBe(401);
    expect(await ask({ cookie, 'x-rutbreak-page': 'rbp_guess' })).toBe(401);
    expect(await ask({ 'x-rutbreak-page': secret })).toBe(401);
    expect(await ask({ cookie, authorization: `Bearer ${cookie.split('=')[1]}` })).toBe(401);
  });

  it('opens the page itself, which holds no data, with the cookie alone', async () => {
    const { cookie } = await signIn();
    expect([await ask({ cookie }, '/'), await ask({}, '/')]).toEqual([200, 401]);
  });

  it('keeps the token out of cookies and log lines', async () => {
    const { full } = await signIn();
    expect(full).not.toContain(TOKEN);
    expect(full).toMatch(/^rutbreak_page_\d+=rbs_[^;]+; HttpOnly; SameSite=Strict; Path=\/; Max-Age=43200$/);
    expect(lines.join('\n')).not.toContain(TOKEN);
    const { headers, text } = await gateway.get('/sign-in');
    expect(headers['referrer-policy']).toBe('no-referrer');
    // Without one, the browser asks for /favicon.ico, and its console shows an error.
    expect(text).toContain('<link rel="icon"');
  });

  it('refuses a wrong token', async () => {
    expect((await signIn('rbt_wrong')).status).toBe(401);
  });

  it('ends when the browser signs out', async () => {
    const { cookie, secret } = await signIn();
    const both = { cookie, 'x-rutbreak-page': secret, authorization: '' };
    expect((await gateway.send('DELETE', '/session', undefined, { cookie, authorization: '' })).status).toBe(
      401,
    );
    expect((await gateway.send('DELETE', '/session', undefined, both)).status).toBe(200);
    expect(await ask(both)).toBe(401);
  });

  it('ends after 12 hours', async () => {
    const { cookie, secret } = await signIn();
    clock += 12 * 3_600_000 - 1000;
    expect(await ask({ cookie, 'x-rutbreak-page': secret })).toBe(200);
    clock += 2000;
    expect(await ask({ cookie, 'x-rutbreak-page': secret })).toBe(401);
  });

  it('has the scopes of its key, and ends with it', async () => {
    const { id, key } = (await newKey(['read'])).body;
    const { cookie, secret } = await signIn(key);
    const both = { cookie, 'x-rutbreak-page': secret };
    expect([await ask(both), await ask(both, '/v1/keys')]).toEqual([200, 403]);
    await gateway.send('DELETE', `/v1/keys/${id}`);
    expect(await ask(both)).toBe(401);
  });
});

describe('a key', () => {
  it.each([
    [['control'], ['control'], 200],
    [['control'], ['ingest'], 403],
    [['control'], ['control', 'read'], 403],
    [['control', 'read'], ['read'], 200],
    [['read'], ['read'], 403],
  ])('with %j that creates one with %j gets status %i', async (own, wanted, status) => {
    const { key } = (await newKey(own)).body;
    expect((await newKey(wanted, key)).status).toBe(status);
  });

  it.each([
    [['control'], ['control'], 200],
    [['control'], ['ingest'], 403],
    [['control'], ['control', 'read'], 403],
    [['control', 'read'], ['read'], 200],
    [['read'], ['read'], 403],
  ])('with %j that revokes one with %j gets status %i', async (own, wanted, status) => {
    const { key } = (await newKey(own)).body;
    const other = (await newKey(wanted)).body;
    const authorization = `Bearer ${key}`;
    const revoked = await gateway.send('DELETE', `/v1/keys/${other.id}`, undefined, { authorization });
    expect(revoked.status).toBe(status);
    const { body } = await gateway.get('/v1/keys');
    const ids = (body.keys as { id: string }[]).map(({ id }) => id);
    expect(ids.includes(other.id)).toBe(status !== 200);
  });

  it('without read cannot create a webhook that reads for it', async () => {
    const { key } = (await newKey(['control'])).body;
    const body = { operator_id: 'eve', url: 'http://127.0.0.1:9/', topics: ['loops'] };
    const answer = await gateway.post('/v1/webhooks', body, { authorization: `Bearer ${key}` });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
  });
});

it('an unknown route is refused before its body is parsed', async () => {
  const answer = await gateway.send('POST', '/v1/nothing', '{"broken', json);
  expect(answer).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHORIZED' } } });
});

describe('a login link', () => {
  const newLink = async (key = TOKEN): Promise<{ status: number; secret: string }> => {
    const headers = { authorization: `Bearer ${key}` };
    const { status, body } = await gateway.post('/v1/login-links', { operator_id: 'ada' }, headers);
    return { status, secret: String(body.path).split('#link=')[1] ?? '' };
  };
  const follow = (link: string) => gateway.send('POST', '/session', JSON.stringify({ link }), json);

  it('yields a page session, once', async () => {
    const { secret } = await newLink();
    const { status, body, headers } = await follow(secret);
    expect(status).toBe(200);
    const cookie = (headers['set-cookie'] as string[])[0]?.split(';')[0] ?? '';
    expect(await ask({ cookie, 'x-rutbreak-page': body.page_secret })).toBe(200);
    expect((await follow(secret)).status).toBe(401);
  });

  it('works for one of two browsers that use it at once', async () => {
    const { secret } = await newLink();
    const statuses = await Promise.all([follow(secret), follow(secret)]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('expires after five minutes', async () => {
    const { secret } = await newLink();
    clock += 5 * 60_000;
    expect((await follow(secret)).status).toBe(401);
  });

  it('is not a token, is in no log, and cannot be created by a key with fewer scopes', async () => {
    const { secret } = await newLink();
    expect(await ask({ authorization: `Bearer ${secret}` })).toBe(401);
    expect(lines.join('\n')).not.toContain(secret);
    const { key } = (await newKey(['control'])).body;
    expect((await newLink(key)).status).toBe(403);
  });
});

describe('10: /docs in a browser', () => {
  it('is an HTML page without Markdown, and needs no token', async () => {
    const { status, text } = await gateway.get('/docs', { authorization: '', accept: 'text/html,*/*' });
    expect(status).toBe(200);
    expect(text).toContain('<h2>POST /gateway/messages</h2>');
    expect(text).toContain('<td><code>fleet.looping</code></td>');
    expect(text.replaceAll(/<pre>[\s\S]*?<\/pre>/g, '')).not.toMatch(/```|^## |^\| ---/m);
  });
});
