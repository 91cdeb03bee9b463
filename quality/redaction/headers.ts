import type { Draw } from '../../packages/loopbench/src/metamorphic/draw.js';
import type { Drawn, Names } from './drawn.js';
import { base64, chars, uuid } from './format.js';

function header(draw: Draw, name: string, value: string): unknown {
  return draw.pick<unknown>([
    `${name}: ${value}`,
    `curl -H '${name}: ${value}' https://api.example.test`,
    `curl --header "${name}: ${value}" https://api.example.test`,
    `> GET / HTTP/2\n> Host: api.example.test\n> ${name}: ${value}\n> accept: */*`,
    { headers: { [name]: value, accept: '*/*' } },
    { headers: { [name.toLowerCase()]: [value] } },
    { headers: [[name, value]] },
    { headers: [{ name, value }] },
    JSON.stringify({ headers: { [name]: value } }),
    `requests.get(url, headers={'${name}': '${value}'})`,
    `fetch(url, { headers: { '${name}': "${value}" } })`,
  ]);
}

/** A token that says nothing about itself. */
export function opaque(draw: Draw): string {
  return draw.pick([
    () => chars(draw, 'w', draw.integer(24, 64)),
    () => chars(draw, 'x', 40),
    () => `${chars(draw, 'b', 43)}=`,
    () => uuid(draw),
    () => chars(draw, 'a', 32),
  ])();
}

const COOKIES: Names = [
  ...([
    'sessionid',
    'sid',
    'connect.sid',
    'PHPSESSID',
    'JSESSIONID',
    'laravel_session',
    'auth_token',
  ] as const),
  ...['_app_session', '__Host-session', '__Secure-next-auth.session-token', 'remember_me', 'access_token'],
];

export function cookie(draw: Draw): Drawn {
  const secret = chars(draw, 'w', draw.integer(26, 48));
  const pair = `${draw.pick(COOKIES)}=${secret}`;
  const [name, value] = draw.pick<readonly [string, string]>([
    ['Cookie', `theme=dark; ${pair}; lang=en`],
    ['Cookie', pair],
    ['Set-Cookie', `${pair}; Path=/; HttpOnly; SameSite=Lax`],
  ]);
  const place = draw.chance(0.15) ? `curl -b '${pair}' https://example.test` : header(draw, name, value);
  return { value: place, parts: [secret] };
}

export function basic(draw: Draw): Drawn {
  const encoded = base64(`${draw.word()}:${chars(draw, 'A', draw.integer(10, 20))}`).replace(/=+$/, '');
  const name = draw.pick(['Authorization', 'Proxy-Authorization']);
  return { value: header(draw, name, `Basic ${encoded}`), parts: [encoded] };
}

export function bearer(draw: Draw): Drawn {
  const secret = opaque(draw);
  const [name, scheme] = draw.pick<readonly [string, string]>([
    ['Authorization', 'Bearer '],
    ['Authorization', 'Token '],
    ['X-Api-Key', ''],
    ['X-Auth-Token', ''],
    ['Private-Token', ''],
    ['Authorization', 'ApiKey '],
  ]);
  return { value: header(draw, name, `${scheme}${secret}`), parts: [secret] };
}
