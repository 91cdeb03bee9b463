import type { Draw } from '../../../packages/loopbench/src/metamorphic/draw.js';

type Row = readonly [id: string, make: (draw: Draw) => unknown];

const VARIABLES = ['API_KEY', 'DB_PASSWORD', 'GITHUB_TOKEN', 'CLIENT_SECRET', 'OPENAI_API_KEY'] as const;

/** Words that contain, or resemble, those that secrets stand beside. */
export const WORD_LOOK_ALIKES: readonly Row[] = [
  [
    'test-report',
    (d) =>
      d.pick<unknown>([
        `PASS src/${d.word()}.test.ts`,
        `Tests: ${d.integer(1, 99)} passed, 1 failed`,
        { pass: true, fail: 0 },
        `pass: ${d.integer(1, 999)}`,
        `# pass ${d.integer(1, 999)}`,
        `passed=${d.integer(1, 999)} failed=0`,
        `pass rate: 0.${d.integer(10, 99)}`,
        `✓ rejects a wrong password (${d.integer(1, 99)} ms)`,
        `ok ${d.integer(1, 99)} - token is refreshed`,
      ]),
  ],
  [
    'key-words',
    (d) =>
      d.pick<unknown>([
        `primary_key: ${d.word()}_id`,
        `sort_key=created_at`,
        { key: `${d.word()}.${d.word()}.title`, value: d.words(3) },
        `keyboard: ${d.word()}`,
        `hotkey: ctrl+shift+k`,
        `"key": "value"`,
        `FOREIGN KEY (${d.word()}_id) REFERENCES ${d.word()}(id)`,
        `monkey: ${d.word()}`,
        `cache-key: v1-npm-linux-${d.hex(16)}`,
        `KeyError: '${d.word()}'`,
        { key: d.word(), direction: 'asc' },
        `for key, value in ${d.word()}.items():`,
        `key: ${d.integer(1, 99)}`,
        `public_key: ${d.word()}.pub`,
        `partition_key: ${d.word()}`,
        `key_count: ${d.integer(1, 99)}`,
        `keys: [${d.word()}, ${d.word()}]`,
      ]),
  ],
  [
    'names-of-secrets',
    (d) =>
      d.pick<unknown>([
        { secretName: `${d.word()}-credentials` },
        `secretKeyRef:\n  name: ${d.word()}\n  key: password\n`,
        `password_file=/run/secrets/${d.word()}`,
        `keyFile: /etc/ssl/private/${d.word()}.pem`,
        `Missing environment variable ${d.pick(VARIABLES)}`,
        `token_url: https://auth.example.test/oauth/token`,
        `auth_mode=oauth2`,
        `grant_type=password`,
        `"grant_type": "client_credentials"`,
        `password_policy: strict`,
        `token_ttl: ${d.integer(1, 24)}h`,
        `secret_version: ${d.integer(1, 9)}`,
        `token_name: ${d.word()}`,
        `passwordless: true`,
        `password_min_length: ${d.integer(8, 20)}`,
        `session_timeout: ${d.integer(1, 90)}m`,
      ]),
  ],
  [
    'flags',
    (d) =>
      d.pick<unknown>([
        { token: null, password: '' },
        { secret: true },
        `requires_password: false`,
        `password: true`,
        `token: false`,
        `"secret": null`,
        `api_key=`,
        `PASSWORD=""`,
        { hasToken: true, apiKey: '' },
        `token=none`,
        `password: null,`,
        `auth: ${d.pick(['none', 'required', 'optional'])}`,
      ]),
  ],
  [
    'author',
    (d) =>
      d.pick<unknown>([
        { author: `${d.word()} <${d.word()}@example.test>` },
        `Author: ${d.words(2)}`,
        `authors = ["${d.words(2)}"]`,
        `authority: ${d.word()}.example.test`,
        `Co-authored-by: ${d.word()} <${d.word()}@example.test>`,
        `oauth: enabled`,
        `compass: ${d.word()}`,
        `bypass: ${d.word()}`,
        `passenger: ${d.words(2)}`,
        `secretary: ${d.words(2)}`,
        `tokenize: ${d.word()}`,
      ]),
  ],
  ['long-prose', (d) => `${d.words(d.integer(12, 60))}.`],
  ['list-of-words', (d) => `${d.words(12).split(' ').join(' ')}\n${d.words(12)}`],
  [
    'cookie-settings',
    (d) =>
      d.pick([
        `Set-Cookie: theme=dark; Path=/; SameSite=Lax`,
        `cookie: { secure: true, maxAge: ${d.integer(1, 9000)} }`,
        `Cookies are ${d.word()}.`,
        `cookie_domain=${d.word()}.example.test`,
        `Cookie: lang=en; theme=light`,
      ]),
  ],
  [
    'version',
    (d) =>
      d.pick([
        `v${d.integer(1, 20)}.${d.integer(0, 20)}.${d.integer(0, 20)}-beta.${d.integer(1, 9)}+${d.hex(7)}`,
        `claude-sonnet-4-5-20250929`,
        `gpt-4o-mini-2024-07-18`,
        `${d.word()}@${d.integer(1, 9)}.${d.integer(0, 9)}.0`,
        `python-3.12.1-h${d.hex(7)}_0`,
        `eslint-plugin-${d.word()}-${d.word()}`,
        `ubuntu-24.04-${d.word()}-arm64`,
        `sk-learn-${d.integer(1, 9)}`,
      ]),
  ],
];
