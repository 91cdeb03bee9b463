import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskSecrets, redact, redactValue } from './redact.js';

/** Assembled here, so that repository scanners do not take the rows for real secrets. */
const glue = (...parts: string[]): string => parts.join('');
const GITHUB = glue('ghp', '_16C7e42F292c6912E7710c838347Ae178B4a');
const OPENAI = glue('sk', '-proj-Qm3xT9vLr2KpWz8YbN4dHcJ6');
const AWS = glue('AKIA', 'IOSFODNN7EXAMPLE');
const AWS_SECRET = glue('b7Xq2LmP0/WvRtB5nYd8', '+ZkQeHs1JuGfAoTc3iVx');
const JWT = glue('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0NTY3ODkwIn0', '.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P');
const PEM = glue(
  '-----BEGIN RSA PRIV',
  'ATE KEY-----\nMIIEpAIBAAKCAQEA\nxyz\n-----END RSA PRIV',
  'ATE KEY-----',
);

describe('a secret is removed because of its form or its name', () => {
  it.each([
    ['a GitHub token', `remote: ${GITHUB} rejected`, 'remote: [redacted:token] rejected'],
    ['a token inside a URL path', `https://h.example/${GITHUB}`, '[redacted:token]'],
    ['an OpenAI key', `key ${OPENAI}.`, 'key [redacted:key]'],
    ['an AWS key id', `id=${AWS},`, 'id=[redacted:key],'],
    ['an AWS secret, by its randomness', `got ${AWS_SECRET} back`, 'got [redacted:high entropy] back'],
    ['a JWT', `auth ${JWT}`, 'auth [redacted:token]'],
    ['a Slack token', glue('xoxb', '-123456789012-abcdefABCDEF'), '[redacted:token]'],
    ['a bearer header', `Authorization: Bearer abcDEF123456ghi`, 'Authorization: Bearer [redacted:token]'],
    ['a bearer token in prose', 'use Bearer abcDEF123456ghi there', 'use Bearer [redacted:token] there'],
    [
      'basic credentials',
      'Authorization: Basic dXNlcjpwYXNzd29yZA==',
      'Authorization: Basic [redacted:token]',
    ],
    ['a header in curl', `curl -H "X-Api-Key: k1l2m3"`, 'curl -H "X-Api-Key: [redacted:key]"'],
    ['a cookie, the whole line', 'Cookie: sid=1; theme=dark\nnext', 'Cookie: [redacted:cookie]\nnext'],
    ['a private key', `before\n${PEM}\nafter`, 'before\n[redacted:private key]\nafter'],
    ['a private key without its end', PEM.slice(0, 50), '[redacted:private key]'],
    [
      'a password in a URL',
      'postgres://app:hunter2@db:5432/x',
      'postgres://app:[redacted:password]@db:5432/x',
    ],
    ['a password with @ in a URL', 'amqp://u:p@ss@h/', 'amqp://u:[redacted:password]@h/'],
    ['a short password in a URL', 'redis://:pw@h', 'redis://:[redacted:password]@h'],
    ['an assignment', 'DB_PASSWORD=hunter2 npm start', 'DB_PASSWORD=[redacted:password] npm start'],
    ['a password that begins with a dollar', 'password: $ecret-9', 'password: [redacted:password]'],
    ['a JSON field', '{"api_key": "short-one", "n": 1}', '{"api_key": "[redacted:key]", "n": 1}'],
    ['JSON inside JSON', String.raw`{\"token\":\"abc123\"}`, String.raw`{\"token\":\"[redacted:token]\"}`],
    [
      'a passphrase with blanks',
      `passphrase = "correct horse battery"`,
      'passphrase = "[redacted:password]"',
    ],
    ['a quote that never closes', `password: "abc def\nrest`, 'password: "[redacted:password]\nrest'],
    ['a flag', 'deploy --token tok-12 --dry-run', 'deploy --token [redacted:token] --dry-run'],
    ['a flag with =', 'deploy --client-secret=abc;x', 'deploy --client-secret=[redacted:key];x'],
    ['a query', '/cb?access_token=abc&state=1', '/cb?access_token=[redacted:token]&state=1'],
    ['curl -u', 'curl -u admin:s3cret https://h', 'curl -u admin:[redacted:password] https://h'],
    ['YAML', 'db:\n  password: hunter2\n  port: 1', 'db:\n  password: [redacted:password]\n  port: 1'],
    ['letters and digits in no order', 'got q8Zk2LmP0xWv7RtB5nYdx3Hc6JsTa1Fw', 'got [redacted:high entropy]'],
  ])('%s', (_, text, expected) => expect(redact(text)).toContain(expected));

  const HEX = 'd676f463c1b2a9e8f7d6c5b4a3928170';
  const B64 = 'q8Zk2LmP0xWv7RtB5nYdx3Hc6JsTa1Fwq8Zk2LmP0xWv';
  it.each([
    [
      'a short name of a password',
      'DB_PASS=hunter2-x SMTP_PASS=hunter2-x pass=hunter2-x dbPass: "hunter2-x"',
    ],
    ['a key by the name of its service', `STRIPE_KEY=${HEX}2-x OPENAI_KEY=${HEX}2-x`],
    ['keys of a framework', `RAILS_MASTER_KEY=${HEX}2-x SECRET_KEY_BASE=${HEX}2-x`],
    ['a plural and a value', 'passwords: hunter2-x, secret_value=hunter2-x'],
    [
      'mysql, redis and aws',
      'mysql -u root -phunter2-x; redis-cli -a hunter2-x; aws configure set aws_secret_access_key hunter2-x',
    ],
    [
      'other commands',
      "sshpass -p 'hunter2-x' ssh h; docker login -u me -p hunter2-x; ldapsearch -w hunter2-x",
    ],
    ['a cookie of curl', "curl -b 'sid=hunter2-x' h"],
    ['SQL', "ALTER USER a WITH PASSWORD 'hunter2-x'; CREATE USER b IDENTIFIED BY 'hunter2-x'"],
    ['a line of .netrc', 'machine h login me password hunter2-x'],
    [
      'a variable of a shell',
      'set -x DB_PASSWORD hunter2-x\nsetx API_TOKEN "hunter2-x"\ngh secret set API_TOKEN --body "hunter2-x"',
    ],
    ['a name and a value in YAML', 'env:\n  - name: DB_PASSWORD\n    value: hunter2-x\n'],
    [
      'a name and a value in JSON and XML',
      '{"name": "DB_PASSWORD", "value": "hunter2-x"} <add key="ApiToken" value="hunter2-x"/>',
    ],
    ['a tag', '<password>hunter2-x</password>'],
    ['an item of a list of arguments', '["deploy", "--api-token", "hunter2-x"]'],
    [
      'keys of services',
      [
        glue('sb_sec', `ret_${B64.slice(0, 22)}_2-xAbCd1`),
        glue('lsv2', `_pt_${HEX}_a1b2c3d4e5`),
        glue('glc', 'bt-64_q8Zk2LmP0xWv7RtB2-x'),
        glue('dckr', '_pat_q8Zk2LmP0xWv7RtB5nYdaB12-x'),
      ].join(' '),
    ],
    ['a prefix and a digest', glue('bkua', `_${HEX}a1b2c3d4`)],
    ['a prefix in capitals and a digest', glue('ACME', `_${HEX}a1b2c3d4`)],
    ['a random word and a digest', glue('ACMEPAT', `_${B64.slice(0, 20)}_${HEX}a1b2c3d4`)],
    ['128 bits and the region of an account', glue(HEX, '-eu1')],
    [
      'an address that is a key',
      glue('https://hooks.slack', `.com/services/T12345678/B1234567890/${B64.slice(0, 24)}`),
    ],
    ['a token of a bot', glue('123456789', `:AAE${B64.slice(0, 32)}`)],
    [
      'a seed phrase',
      `mnemonic: ${'hunter abandon '.repeat(6)}\nrecovery phrase is: ${'hunter abandon '.repeat(6)}`,
    ],
  ])('%s', (_, text) => expect(redact(text)).not.toMatch(/hunter|2-x|d676f463|q8Zk2LmP/));

  it.each([
    ['a commit with its name', 'COMMIT_d676f463c1b2a9e8f7d6c5b4a3928170654fedcb'],
    ['a commit', 'd676f46 and d676f463c1b2a9e8f7d6c5b4a3928170654fedcb'],
    ['a name and a commit', 'GatewayServer2_d676f463c1b2a9e8f7d6c5b4a3928170654fedcb'],
    [
      'commits with tags',
      `d676f463c1b2a9e8f7d6c5b4a3928170654fedcb-rc1 d676f463c1b2a9e8f7d6c5b4a3928170-arm64`,
    ],
    ['an ETag of parts, and an MD5 in a name', `"${HEX}-12" ${HEX}.mp4 ${HEX}-v2`],
    ['a SHA-256', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['a lockfile digest', 'sha512-9Zk2LmP0xWv7RtB5nYdq8Zk2LmP0xWv7RtB5nYdA=='],
    ['a UUID', '123e4567-e89b-12d3-a456-426614174000'],
    ['a ULID', '01J9Z3NDEKTSV4RRFFQ69G5FAV'],
    ['ids of calls and messages', 'toolu_01A09q90qw90lq917835lq9 call_Hx8Kq2LmP0xWv7RtB5nYd'],
    ['a path', '/home/me/packages/core/src/detection/detectors/RepeatedCall2.test.ts'],
    ['a Windows path', String.raw`C:\Users\Me\AppData\Local\Temp\Build2026\out.txt`],
    ['a long name', 'shouldReturnTheSameFingerprintForEqualValuesV2InTheDefaultPreset'],
    ['a constant', 'MAX_OUTPUT_TOKENS_PER_REQUEST_2026_LIMIT'],
    ['counts of tokens', 'max_tokens: 4096, "total_tokens": 12345, token: 42'],
    ['types', 'interface Login { password: string; token: string | undefined }'],
    ['a variable', 'export TOKEN=$GITHUB_TOKEN password="${DB_PASSWORD}" secret=<your-secret>'],
    ['code', 'const token = getToken(); const password = process.env.DB_PASSWORD;'],
    ['prose', 'The password is required. A token was missing; basic understanding helps.'],
    ['a URL with a port', 'http://localhost:8080/a:b@c and git@github.com:me/repo.git'],
    ['a user id for docker', 'docker run -u 1000:1000 image'],
    ['a public key', '-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----'],
    ['a scikit package', 'pip install sk-learn-contrib-lightning'],
    ['ISO times and versions', '2026-11-15T23:33:11.123Z v20.19.43-rc.1+build.20261115'],
    ['a picture', `data:image/png;base64,iVBORw0KGgo${B64}${B64} and /9j/${B64}${B64}`],
    ['a certificate', `-----BEGIN CERTIFICATE-----\n${B64}\n-----END CERTIFICATE-----`],
    ['a public key of SSH', `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${B64.slice(0, 43)} me@host`],
    ['a fingerprint, a checksum of Go, an etag', `SHA256:${B64} h1:${B64}= etag: "${B64}"`],
    ['a text in base64', 'VGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIHRoZSBsYXp5IGRvZw=='],
    ['ids of objects', 'pi_3IKxgjYG0LMPER4HfCNo40wO file-kycjHhR0FeK31fvjQPd02Ajr job hi0c6pj5M7B8uIhrZOHEs'],
    ['harmless keys', `primary_key: id, cache-key=${HEX}, nextPageToken: "${HEX}", public_key=${HEX}`],
    ['rules for passwords', 'Password: must contain a digit; "password": "must be a string"'],
    ['placeholders', 'API_KEY=your-key-here TOKEN=changeme "token": "YOUR_TOKEN_HERE"'],
    ['tokens of a grammar', 'Unexpected token: foo, token = tokens[i + 1], token: String!'],
    ['settings in a cookie', 'Set-Cookie: theme=dark; Path=/; SameSite=Lax'],
    [
      'code that names secrets',
      'pass: (state) => 1, secret: hook.secret, token == x, Token::parse(part), (cookie: string) => a',
    ],
    ['a header with a placeholder', 'Authorization: Bearer <key>, Idempotency-Key'],
    ['a revision', "cannot locate revision identified by 'e41c9a77b210'"],
    ['results of tests', 'pass: 34, pass=98.5%, bypass: all, tests pass'],
    ['ports and flags', 'ssh -p 2222 host; mkdir -p a/b; cp -a x y; mysql -p"$PW" db; curl -b jar.txt h'],
    ['nothing', ''],
  ])('left alone: %s', (_, text) => expect(redact(text)).toBe(text));
});

describe('a long text', () => {
  it('is cut, with a count of the rest', () => {
    expect(redact('a '.repeat(50), { limit: 20 })).toBe(`${'a '.repeat(10)}… [80 more characters]`);
  });

  it.each([0, 1, 5, 20, 39, 40, 41, 4090, 4096, 4100])(
    'hides a key that stands %d characters after the limit',
    (at) => {
      const text = `${'x '.repeat(50)}${' '.repeat(at)}${GITHUB} ${'y '.repeat(5000)}`;
      const out = redact(text, { limit: 100 + at });
      expect(out).not.toMatch(/ghp_[0-9A-Z]{4}/i);
    },
  );

  it('shrinks, and text that moves inside the limit is complete', () => {
    const text = `${GITHUB} `.repeat(400);
    expect(redact(text, { limit: 1000 })).not.toMatch(/16C7/);
  });

  it('takes time linear in its length', { timeout: 60_000 }, () => {
    const hard = [
      '-----BEGIN ',
      'password="',
      '://a:',
      'eyJ.',
      'token=',
      '--token ',
      'Bearer ',
      'a/',
      '\\"',
      '-u a:',
      ...[
        'cookie:the ',
        'phrase: a ',
        'authorization: the ',
        'token=$(',
        'key=a=',
        'eyJ/',
        'whsec_/',
        'mysql -p ',
      ],
      ...[
        'name: token\n value: ',
        '<token>is',
        'set token ',
        "password 'is ",
        'identified by ',
        '["--token",',
      ],
      ...[
        `-----BEGIN CERTIFICATE-----\n${'aB3'.repeat(12)}\n-----END CERTIFICATE-----\n`,
        'AAAA',
        'a.b/c+d~',
      ],
    ];
    for (const piece of hard) {
      const once = (n: number): number => {
        const text = piece.repeat(n);
        // CPU time, because other programs may be busy as well.
        const start = process.cpuUsage();
        redact(text, { limit: text.length });
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
      };
      once(2000);
      // Eight times as long: quadratic time would be 64 times as long.
      const ratio = (): number => once(32_000) / Math.max(0.5, once(4000));
      // A pause of the engine may spoil one measurement, and hardly three.
      const isLinear = [1, 2, 3].some(() => ratio() < 30);
      expect(isLinear, piece).toBe(true);
    }
  });
});

describe('values', () => {
  it('keep their shape; names, texts and keys are redacted', () => {
    const value = {
      user: 'me',
      password: 'hunter2',
      pin: { passcode: 1234 },
      headers: { Authorization: `Bearer ${JWT}` },
      list: [GITHUB, 1, null, true],
      [OPENAI]: 'as a key',
      tokens: 12,
    };
    expect(redactValue(value)).toEqual({
      user: 'me',
      password: '[redacted:password]',
      pin: { passcode: '[redacted:password]' },
      headers: { Authorization: '[redacted:token]' },
      list: ['[redacted:token]', 1, null, true],
      '[redacted:key]': 'as a key',
      tokens: 12,
    });
  });

  it.each([
    ['a pair of name and value', { env: [{ name: 'DB_PASSWORD', value: 'hunter2-x' }] }],
    ['a pair of key and value', { key: 'API_TOKEN', value: 'hunter2-x' }],
    ['a flag before its value', { args: ['deploy', '--api-token', 'hunter2-x'] }],
    ['a header as a list of two', { headers: [['X-Api-Key', 'hunter2-x']] }],
    ['a list under a name', { passwords: ['hunter2-x', 'hunter2-x'] }],
  ])('%s', (_, value) => expect(JSON.stringify(redactValue(value))).not.toContain('hunter2'));

  it('placeholders for a secret stay', () => {
    const value = { password: '${env:DB_PASSWORD}', token: null, schema: { secret: 'string' }, pass: true };
    expect(redactValue(value)).toEqual(value);
  });

  it.each([
    ['a cycle', () => ((a: { self?: unknown }) => ((a.self = a), a))({})],
    [
      'a getter that throws',
      () =>
        Object.defineProperty({}, 'x', {
          enumerable: true,
          get: () => {
            throw new Error('no');
          },
        }),
    ],
    [
      'a proxy that throws',
      () =>
        new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error('no');
            },
          },
        ),
    ],
    [
      'maps, dates, errors, functions, symbols',
      () => [new Map([['a', 1]]), new Date(0), new Error('e'), () => 1, Symbol('s'), 10n],
    ],
    ['a very wide value', () => Array.from({ length: 300_000 }, (_, i) => i)],
  ])('%s does no harm', (_, make) => expect(() => JSON.stringify(redactValue(make()))).not.toThrow());

  it('reads objects with hidden content', () => {
    expect(JSON.stringify(redactValue([new Map([['k', GITHUB]]), new Error(`bad ${AWS}`)]))).not.toMatch(
      /16C7|IOSF/,
    );
  });
});

describe('properties', () => {
  const secret = fc.constantFrom(
    GITHUB,
    OPENAI,
    AWS,
    AWS_SECRET,
    JWT,
    `password=hunter2`,
    `http://a:b9x@c`,
    PEM,
  );
  const parts = fc.array(
    fc.oneof(
      fc.string({ maxLength: 30 }),
      secret,
      fc.constantFrom(' ', '\n', '"', "'", '=', ': ', '\\', '--token '),
    ),
  );

  it('a masked text keeps its length, whatever stands side by side', () => {
    fc.assert(
      fc.property(parts, (some) => {
        expect(maskSecrets(some.join(''))).toHaveLength(some.join('').length);
      }),
      { numRuns: 300 },
    );
  });

  it('masking twice changes nothing', () => {
    fc.assert(
      fc.property(parts, (some) => {
        const once = maskSecrets(some.join('\n'));
        expect(maskSecrets(once)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });

  it('a secret between spaces is always removed', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom(GITHUB, OPENAI, AWS, AWS_SECRET, JWT),
        fc.string(),
        (a, s, b) => {
          expect(redact(`${a} ${s} ${b}`)).not.toContain(s);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('a text that the quick scan skips contains no secret for the full scan', () => {
    const words = fc.constantFrom(
      ...[
        'token',
        'Bearer',
        'basic',
        'password',
        'api_key',
        'k_e_y',
        'pwd',
        'passwd=',
        '-u',
        'name:pw9',
        'é',
      ],
      ...['a1b2c3d4e5==', 'abcdefghij=', 'cookie.', ':', '=', ' ', ' ', '"', 'x', 'the', 'string', '7'],
    );
    // A text of this length is always scanned completely.
    const more = `\n${'x '.repeat(5000)}`;
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            words,
            parts.map((some) => some.join(' ').replaceAll('-----', '')),
          ),
        ),
        (some) => {
          const text = some.join('');
          expect(maskSecrets(text + more)).toBe(maskSecrets(text) + more);
        },
      ),
      { numRuns: 500 },
    );
  });
});
