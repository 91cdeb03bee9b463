import type { Draw } from '../../../packages/loopbench/src/metamorphic/draw.js';
import { chars, uuid } from '../format.js';

type Row = readonly [id: string, make: (draw: Draw) => unknown];

const image = (d: Draw): string => `iVBORw0KGgo${chars(d, 'b', d.integer(80, 400))}=`;

/** Identifiers, digests and encoded data. */
export const ID_LOOK_ALIKES: readonly Row[] = [
  [
    'commit-id',
    (d) =>
      d.pick([
        `commit ${d.hex(40)}\nAuthor: Ana <ana@example.test>`,
        `${d.hex(7)} fix: ${d.words(3)}`,
        `HEAD is now at ${d.hex(9)} ${d.words(2)}`,
        { sha: d.hex(40) },
        `uses: actions/checkout@${d.hex(40)}`,
      ]),
  ],
  [
    'sha256',
    (d) =>
      d.pick([
        `${d.hex(64)}  dist/app.tar.gz`,
        `sha256:${d.hex(64)}`,
        `node:20@sha256:${d.hex(64)}`,
        { digest: `sha256:${d.hex(64)}` },
        `SHA256 (a.iso) = ${d.hex(64)}`,
        `checksum = "${d.hex(64)}"`,
      ]),
  ],
  [
    'md5',
    (d) =>
      d.pick([
        `${d.hex(32)}  file.bin`,
        `MD5 (file) = ${d.hex(32)}`,
        { md5: d.hex(32) },
        `Content-MD5: ${chars(d, 'b', 22)}==`,
        `etag: "${d.hex(32)}"`,
      ]),
  ],
  [
    'tagged-digest',
    (d) =>
      d.pick([
        `ETag: "${d.hex(32)}-${d.integer(1, 99)}"`,
        `registry.example/app:${d.hex(40)}-${d.pick(['amd64', 'arm64', 'linux', 'rc1', 'alpine3'])}`,
        `${d.hex(32)}-${d.pick(['v2', 'amd64', 'dirty', 'final', 'x64'])}`,
        `${d.hex(32)}.${d.pick(['mp4', 'js', 'gz', 'm4a'])}`,
        `${d.word()}-${d.hex(32)}-${d.word()}`,
      ]),
  ],
  [
    'uuid',
    (d) =>
      d.pick([
        `request ${uuid(d)} took 12ms`,
        { id: uuid(d) },
        `GET /v1/users/${uuid(d)} 200`,
        `parentUuid: ${uuid(d)}`,
        { tool_use_id: uuid(d) },
      ]),
  ],
  [
    'session-id',
    (d) =>
      d.pick<unknown>([
        { session_id: uuid(d) },
        `session ${uuid(d)} resumed`,
        JSON.stringify({ sessionId: uuid(d), cwd: '/app' }),
        `--resume ${uuid(d)}`,
      ]),
  ],
  [
    'npm-integrity',
    (d) =>
      d.pick([
        `"integrity": "sha512-${chars(d, 'b', 86)}=="`,
        `integrity sha512-${chars(d, 'b', 86)}==`,
        `resolution: {integrity: sha512-${chars(d, 'b', 86)}==}`,
        `<script integrity="sha384-${chars(d, 'b', 64)}" crossorigin>`,
      ]),
  ],
  [
    'lock-file',
    (d) =>
      d.pick([
        `example.test/mod v1.2.3 h1:${chars(d, 'b', 43)}=`,
        `    --hash=sha256:${d.hex(64)} \\`,
        `    {file = "a-1.0.tar.gz", hash = "sha256:${d.hex(64)}"},`,
        `specifier: ^1.2.3\n  version: 1.2.3(${d.word()}@4.5.6)`,
      ]),
  ],
  [
    'image',
    (d) =>
      d.pick<unknown>([
        `data:image/png;base64,${image(d)}`,
        { type: 'image', data: image(d), mimeType: 'image/png' },
        { source: { type: 'base64', media_type: 'image/png', data: image(d) } },
        `<img src="data:image/gif;base64,R0lGOD${chars(d, 'b', 90)}">`,
      ]),
  ],
  [
    'path',
    (d) =>
      d.pick([
        `/home/${d.word()}/projects/${d.word()}-${d.word()}/node_modules/@${d.word()}/${d.word()}/dist/index.js:12:3`,
        `C:\\Users\\${d.word()}\\AppData\\Local\\${d.word()}\\token.ts`,
        `/tmp/${d.word()}-${chars(d, 'A', 6)}/secrets/README.md`,
        `src/auth/password-reset/${d.word()}Token.tsx`,
        `~/.config/${d.word()}/keys.toml`,
      ]),
  ],
  [
    'asset-name',
    (d) =>
      d.pick([
        `dist/assets/index-${chars(d, 'w', 8)}.js  142.31 kB`,
        `main.${d.hex(20)}.chunk.css`,
        `/_next/static/chunks/${d.integer(100, 999)}-${d.hex(16)}.js`,
        `static/media/logo.${d.hex(32)}.svg`,
      ]),
  ],
  [
    'css',
    (d) =>
      d.pick([
        `<div class="css-${chars(d, 'a', 7)} MuiBox-root" id="${d.word()}-${chars(d, 'a', 9)}">`,
        `.${d.word()}_${d.word()}__${chars(d, 'A', 5)} { color: #${d.hex(6)} }`,
        `#token-list-${d.integer(1, 99)} > .key-${chars(d, 'a', 8)}`,
        `data-v-${d.hex(8)}`,
      ]),
  ],
  [
    'request-id',
    (d) =>
      d.pick([
        `request-id: req_011C${chars(d, 'A', 20)}`,
        `x-request-id: ${uuid(d)}`,
        `x-amz-request-id: ${chars(d, 'U', 16)}`,
        `cf-ray: ${d.hex(16)}-FRA`,
        `x-amz-id-2: ${chars(d, 'b', 75)}=`,
      ]),
  ],
  [
    'model-id',
    (d) =>
      d.pick<unknown>([
        { id: `toolu_01${chars(d, 'A', 22)}`, type: 'tool_use' },
        { tool_call_id: `call_${chars(d, 'A', 24)}` },
        { id: `chatcmpl-${chars(d, 'A', 29)}` },
        `msg_01${chars(d, 'A', 22)}`,
        { id: `resp_${d.hex(48)}` },
        { system_fingerprint: `fp_${d.hex(10)}` },
        { id: `rs_${d.hex(48)}`, encrypted: false },
      ]),
  ],
  [
    'object-id',
    (d) =>
      d.pick([
        `customer cus_${chars(d, 'A', 14)} paid`,
        `price_1${chars(d, 'A', 23)}`,
        `pi_3${chars(d, 'A', 23)} succeeded`,
        `file-${chars(d, 'A', 24)}`,
        `acct_1${chars(d, 'A', 15)}`,
        `ObjectId("${d.hex(24)}")`,
      ]),
  ],
  [
    'cloud-id',
    (d) =>
      d.pick([
        `arn:aws:iam::${chars(d, 'd', 12)}:role/${d.word()}`,
        `i-0${d.hex(16)} running`,
        `vpc-0${d.hex(16)}`,
        `subnet-${d.hex(17)}`,
        `projects/${d.word()}-${chars(d, 'd', 6)}/locations/eu/keyRings/${d.word()}/cryptoKeys/${d.word()}`,
        `${chars(d, 'd', 12)}-${chars(d, 'a', 32)}.apps.googleusercontent.com`,
      ]),
  ],
  [
    'trace-id',
    (d) =>
      d.pick([
        `traceparent: 00-${d.hex(32)}-${d.hex(16)}-01`,
        { traceId: d.hex(32), spanId: d.hex(16) },
        `trace_id=${d.hex(32)} span_id=${d.hex(16)}`,
        `b3: ${d.hex(32)}-${d.hex(16)}-1`,
      ]),
  ],
  [
    'public-key',
    (d) =>
      d.pick([
        `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${chars(d, 'b', 43)} ana@laptop`,
        `-----BEGIN CERTIFICATE-----\n${chars(d, 'b', 64)}\n${chars(d, 'b', 64)}\n-----END CERTIFICATE-----`,
        `-----BEGIN PUBLIC KEY-----\n${chars(d, 'b', 64)}\n-----END PUBLIC KEY-----`,
        `SHA256:${chars(d, 'b', 43)} ana@laptop (ED25519)`,
        `age1${chars(d, 'a', 58)}`,
      ]),
  ],
  [
    'ulid',
    (d) =>
      d.pick([
        `01J${chars(d, '0123456789ABCDEFGHJKMNPQRSTVWXYZ', 23)}`,
        { eventId: `01J${chars(d, '0123456789ABCDEFGHJKMNPQRSTVWXYZ', 23)}` },
        `job ${chars(d, 'w', 21)} done`,
        `ksuid 2${chars(d, 'A', 26)}`,
      ]),
  ],
  [
    'hex-dump',
    (d) =>
      d.pick([
        `00000010  ${Array.from({ length: 16 }, () => d.hex(2)).join(' ')}  |................|`,
        `0x${d.hex(16)} <+${d.integer(1, 99)}>: mov`,
        `ether ${Array.from({ length: 6 }, () => d.hex(2)).join(':')}`,
        `inet6 fe80::${d.hex(4)}:${d.hex(4)}:${d.hex(4)}:${d.hex(4)}`,
      ]),
  ],
  [
    'address',
    (d) =>
      d.pick([
        `http://localhost:${d.integer(3000, 9999)}/@vite/client`,
        `git@git.example.test:${d.word()}/${d.word()}.git`,
        `postgres://localhost:5432/${d.word()}`,
        `postgres://${d.word()}@db.example.test/app`,
        `https://example.test/a?page=2&sort=${d.word()}&token_type=bearer`,
        `mailto:${d.word()}@example.test`,
        `https://example.test:8443/users/@${d.word()}`,
        `ssh://git@git.example.test:2222/${d.word()}.git`,
      ]),
  ],
  [
    'base64-text',
    (d) =>
      d.pick([
        `content: ${Buffer.from(d.words(20)).toString('base64')}`,
        { encoding: 'base64', content: Buffer.from(d.words(30)).toString('base64') },
        `//# sourceMappingURL=data:application/json;base64,${Buffer.from(`{"version":3,"sources":["${d.word()}.ts"]}`).toString('base64')}`,
        `nextCursor: ${Buffer.from(JSON.stringify({ after: d.integer(1, 9999) })).toString('base64')}`,
      ]),
  ],
  [
    'identifier',
    (d) =>
      d.pick([
        `AbstractSingletonProxyFactoryBean${d.integer(1, 9)}`,
        `${d.word()}_${d.word()}_${d.word()}_${d.word()}_${d.word()}`,
        `test_${d.word()}_returns_token_when_${d.word()}_is_valid PASSED`,
        `com.example.${d.word()}.${d.word()}.security.TokenAuthenticationFilter`,
        `sk-toggleable__label-arrow`,
        `${d.word()}-${d.word()}-controller-manager-${chars(d, 'a', 10)}-${chars(d, 'a', 5)}`,
      ]),
  ],
  [
    'page-token',
    (d) =>
      d.pick<unknown>([
        { nextPageToken: null, items: [] },
        `"next_page_token": ""`,
        { continuation: false },
        `pageToken=${d.integer(1, 99)}`,
      ]),
  ],
  [
    'numbers',
    (d) =>
      d.pick([
        `${chars(d, 'd', 13)} ${chars(d, 'd', 10)}`,
        `pid ${chars(d, 'd', 6)} exited after ${d.next()}s`,
        `1.${chars(d, 'd', 16)}e-${d.integer(1, 9)}`,
        `seed=${chars(d, 'd', 10)}`,
        `+49 ${chars(d, 'd', 10)}`,
      ]),
  ],
];
