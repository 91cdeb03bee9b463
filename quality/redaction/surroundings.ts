import type { Draw } from '../../packages/loopbench/src/metamorphic/draw.js';

/** A text or a piece of an event, as an agent might send it. */
export type Surrounding = (secret: string, draw: Draw) => unknown;
type NamedSurrounding = (name: string, secret: string, draw: Draw) => unknown;

type List<Item> = readonly [Item, ...Item[]];

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

const snake = (name: string): string => wordsOf(name).join('_');
const kebab = (name: string): string => wordsOf(name).join('-');
const constant = (name: string): string => snake(name).toUpperCase();
const camel = (name: string): string =>
  wordsOf(name)
    .map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
const pascal = (name: string): string => camel(name).replace(/^./, (letter) => letter.toUpperCase());

/** Where the secret itself has to say what it is. */
export const BARE: List<Surrounding> = [
  (s, d) => `2026-03-0${d.integer(1, 9)}T10:11:12Z INFO ${d.word()} client started with ${s} in 34ms`,
  (s, d) => `[${d.word()}] connected using ${s}`,
  (s) => `const client = new Client('${s}');`,
  (s) => `client = Client("${s}", timeout=30)`,
  (s) => `I found this in the config: \`${s}\`. Should it be rotated?`,
  (s) => `The value is ${s}.`,
  (s) => `+    init(${s}, retries)`,
  (s, d) => `| ${d.word()} | ${s} | yes |`,
  (s) => `Error: 401 invalid credential (${s})\n    at request (/app/src/http.ts:41:11)`,
  (s) => JSON.stringify({ args: ['login', s, '--quiet'] }),
  (s) => `echo ${s} | login --with-stdin`,
  (s) => ({ command: `login ${s} && deploy`, cwd: '/app' }),
  (s) => ({ content: [{ type: 'text', text: `stdout:\n${s}\n` }] }),
  (s) => ({ args: [s] }),
  (s, d) => `${d.words(6)}\n${s}\n${d.words(6)}`,
  (s) => `<code>${s}</code>`,
];

export const BARE_TOKEN: List<Surrounding> = [
  ...BARE,
  (s) => `curl -sS -H "Authorization: Bearer ${s}" https://api.example.test/v1/me`,
  (s) => `curl -H 'Authorization: token ${s}' https://api.example.test/user`,
  (s) =>
    `GET /v1/items HTTP/1.1\r\nHost: api.example.test\r\nAuthorization: Bearer ${s}\r\nAccept: */*\r\n\r\n`,
  (s) => `git clone https://oauth2:${s.replaceAll('/', '%2F')}@git.example.test/team/app.git`,
];

/** Shell and configuration files. */
const FILES: List<NamedSurrounding> = [
  (n, s) => `${constant(n)}=${s}`,
  (n, s) => `export ${constant(n)}=${s}`,
  (n, s) => `export ${constant(n)}="${s}"`,
  (n, s) => `NODE_ENV=production\n${constant(n)}='${s}'\nPORT=3000\n`,
  (n, s) => `docker run --rm -e ${constant(n)}=${s} -p 80:80 app:latest`,
  (n, s) => `${constant(n)}=${s} npm start`,
  (n, s) => `heroku config:set ${constant(n)}=${s} --app shop`,
  (n, s) => `$env:${constant(n)} = "${s}"`,
  (n, s) => `set -x ${constant(n)} ${s}`,
  (n, s) => `setx ${constant(n)} "${s}"`,
  (n, s) => `gh secret set ${constant(n)} --body "${s}"`,
  (n, s) => `kubectl create secret generic app --from-literal=${kebab(n)}=${s}`,
  (n, s) => `deploy --${kebab(n)} ${s} --region eu`,
  (n, s) => `deploy --${kebab(n)}=${s}`,
  (n, s) => `deploy --${kebab(n)} "${s}"`,
  (n, s) => `${snake(n)}: ${s}\nregion: eu\n`,
  (n, s) => `  ${camel(n)}: "${s}"\n`,
  (n, s) => `env:\n  - name: ${constant(n)}\n    value: ${s}\n`,
  (n, s) => `env:\n  - name: ${constant(n)}\n    value: "${s}"\n`,
  (n, s) => `[default]\n${snake(n)} = ${s}\nregion = eu\n`,
  (n, s) => `app.${kebab(n)}=${s}\n`,
  (n, s) => `variable "x" {}\n${snake(n)} = "${s}"\n`,
  (n, s) => `<${camel(n)}>${s}</${camel(n)}>`,
  (n, s) => `<add key="${pascal(n)}" value="${s}" />`,
];

/** Code, logs and requests. */
const TEXTS: List<NamedSurrounding> = [
  (n, s) => JSON.stringify({ [camel(n)]: s, retries: 3 }),
  (n, s) => JSON.stringify({ region: 'eu', auth: { [snake(n)]: s } }, null, 2),
  (n, s) => JSON.stringify({ body: JSON.stringify({ [snake(n)]: s }) }),
  (n, s) => `{'${snake(n)}': '${s}', 'debug': False}`,
  (n, s) => `${constant(n)} = "${s}"`,
  (n, s) => `const ${camel(n)} = '${s}';`,
  (n, s) => `  ${camel(n)}: '${s}',`,
  (n, s) => `process.env.${constant(n)} = '${s}';`,
  (n, s) => `os.environ["${constant(n)}"] = "${s}"`,
  (n, s) => `Config{${pascal(n)}: "${s}", Debug: true}`,
  (n, s) => `:${snake(n)} => '${s}',`,
  (n, s) => `config.${camel(n)} = "${s}"`,
  (n, s) => `client = Client(${snake(n)}="${s}", timeout=30)`,
  (n, s, d) => `time=2026-03-01T10:00:00Z level=info msg="${d.word()}" ${snake(n)}=${s} status=200`,
  (n, s) => `DEBUG request headers: {${kebab(n)}: ${s}, accept: */*}`,
  (n, s) => `https://api.example.test/v1/items?${snake(n)}=${encodeURIComponent(s)}&page=2`,
  (n, s) => `curl -H "${n.includes('-') ? n : `X-${kebab(n)}`}: ${s}" https://api.example.test/v1`,
  (n, s) => `POST /v1 HTTP/1.1\nHost: api.example.test\n${n.includes('-') ? n : `X-${kebab(n)}`}: ${s}\n\n{}`,
  (n, s) => `-${constant(n)}=${s}\n+${constant(n)}=\n`,
  (n, s) => `${constant(n)}: ${s}`,
];

const OBJECTS: List<NamedSurrounding> = [
  (n, s) => ({ [camel(n)]: s, path: '/app' }),
  (n, s) => ({ env: { [constant(n)]: s, PORT: '3000' } }),
  (n, s) => ({ env: [{ name: constant(n), value: s }] }),
  (n, s) => ({ key: constant(n), value: s }),
  (n, s) => ({ headers: { [n.includes('-') ? n.toLowerCase() : `x-${kebab(n)}`]: s } }),
  (n, s) => ({ env: [`${constant(n)}=${s}`] }),
  (n, s) => ({ args: ['deploy', `--${kebab(n)}`, s] }),
];

export function named(draw: Draw, name: string, secret: string): unknown {
  // A name such as `//host/:_authToken` stands in one kind of file only.
  if (name.startsWith('//')) return `registry=https://packages.example.test/\n${name}=${secret}\n`;
  const list = draw.pick<List<NamedSurrounding>>([FILES, TEXTS, FILES, TEXTS, OBJECTS]);
  return draw.pick(list)(name, secret, draw);
}

/** Multi-line secrets fit into fewer places. */
export const BLOCKS: List<Surrounding> = [
  (s) => s,
  (s) => `cat > key.pem <<'END'\n${s}\nEND\nchmod 600 key.pem`,
  (s) => JSON.stringify({ private_key: s, client_email: 'app@project.example.test' }),
  (s) => JSON.stringify({ stdout: s }),
  (s) => ({ path: '/home/ana/.ssh/id', content: s }),
  (s) => `key: |\n  ${s.replaceAll('\n', '\n  ')}\n`,
  (s) => `KEY="${s.replaceAll('\n', '\\n')}"`,
  (s, d) => `${d.words(8)}\n\n${s}\n\n${d.words(8)}`,
  (s) => `-${s.replaceAll('\n', '\n-')}`,
];
