/** The name of the replacement for a secret. */
export type SecretKind = 'key' | 'token' | 'password' | 'private key' | 'high entropy' | 'cookie';

/** A self-describing secret: a fixed prefix, the rest, and the issuer's documentation. */
export interface Shape {
  readonly start: string;
  /** Sticky and bounded, so that the search is linear in the text. */
  readonly rest: RegExp;
  readonly kind: SecretKind;
  readonly source: string;
}

const alnum = (least: number): RegExp => new RegExp(`[A-Za-z0-9]{${least},512}`, 'y');
const hex = (least: number): RegExp => new RegExp(`[A-Fa-f0-9]{${least},512}`, 'y');
const url = (least: number): RegExp => new RegExp(`[\\w-]{${least},512}`, 'y');
const base64 = (least: number): RegExp => new RegExp(`[\\w+/-]{${least},512}={0,2}`, 'y');

type Row = readonly [starts: string, rest: RegExp, kind: SecretKind, source: string];

/** Several prefixes of one form, separated by spaces. */
const ROWS: readonly Row[] = [
  ['AKIA ASIA ABIA ACCA', /[A-Z2-7]{16}(?![A-Za-z0-9])/y, 'key', 'AWS IAM User Guide, IAM identifiers'],
  ['sk-ant-', url(16), 'key', 'docs.claude.com/en/api/overview'],
  ['sk-', url(16), 'key', 'platform.openai.com/docs/api-reference/authentication'],
  ['sk_live_ sk_test_ rk_live_ rk_test_ pk_live_', alnum(8), 'key', 'docs.stripe.com/keys'],
  ['whsec_', base64(16), 'key', 'docs.stripe.com/webhooks'],
  ['ghp_ gho_ ghu_ ghs_ ghr_', alnum(20), 'token', 'GitHub, About authentication: token formats'],
  ['github_pat_', url(20), 'token', 'GitHub, About authentication: token formats'],
  [
    'glpat- glptt- gldt- glrt- glcbt- glft- glsoat- gloas- glimt- glagent- glffct- GR1348941',
    /[\w-]{16,256}(?:\.[a-z0-9]{2}\.[a-z0-9]{9})?/y,
    'token',
    'docs.gitlab.com/security/tokens',
  ],
  [
    'xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxe.xoxp- xoxe.xoxb- xapp-',
    url(10),
    'token',
    'docs.slack.dev/authentication/tokens',
  ],
  ['hooks.slack.com/services/', /[\w/]{30,128}/y, 'key', 'Slack, incoming webhooks'],
  ['discord.com/api/webhooks/', /[\w/-]{60,128}/y, 'key', 'discord.com/developers/docs/resources/webhook'],
  ['AIza', url(30), 'key', 'cloud.google.com/docs/authentication/api-keys'],
  ['ya29. 1//0', url(20), 'token', 'developers.google.com/identity/protocols/oauth2'],
  ['GOCSPX-', url(16), 'key', 'developers.google.com/identity/protocols/oauth2'],
  ['npm_', alnum(36), 'token', 'github.blog, npm has a new access token format'],
  ['pypi-AgE', url(30), 'token', 'pypi.org/help/#apitoken'],
  ['dckr_pat_ dckr_oat_', url(24), 'token', 'docs.docker.com/security/access-tokens'],
  ['rubygems_', hex(32), 'token', 'guides.rubygems.org/api-key-scopes'],
  ['ATATT3 ATCTT3', /[\w-]{100,400}(?:=[0-9A-F]{8})?/y, 'token', 'Atlassian, manage API tokens'],
  ['ATBB', alnum(24), 'token', 'Bitbucket, app passwords'],
  ['hf_', alnum(24), 'token', 'huggingface.co/docs/hub/security-tokens'],
  ['lsv2_pt_ lsv2_sk_', /[0-9a-f]{32}_[0-9a-f]{10}/y, 'key', 'docs.langchain.com, LangSmith API keys'],
  ['gsk_', alnum(30), 'key', 'console.groq.com/docs/quickstart'],
  ['xai- pplx- r8_', alnum(30), 'key', 'docs.x.ai, docs.perplexity.ai, replicate.com/docs'],
  ['SG.', /[\w-]{16,64}\.[\w-]{16,128}/y, 'key', 'twilio.com/docs/sendgrid, API keys'],
  ['SK', /[0-9a-f]{32}(?![A-Za-z0-9])/y, 'key', 'twilio.com/docs/iam/api-keys'],
  ['shpat_ shpca_ shppa_ shpss_', hex(24), 'token', 'shopify.dev, access tokens'],
  ['EAAA sq0atp- sq0csp-', url(22), 'token', 'developer.squareup.com/docs/build-basics/access-tokens'],
  ['key-', /[0-9a-f]{32}(?![A-Za-z0-9-])/y, 'key', 'documentation.mailgun.com, authentication'],
  ['xkeysib- xsmtpsib-', /[0-9a-f]{64}-[A-Za-z0-9]{16}/y, 'key', 'developers.brevo.com'],
  ['dop_v1_ doo_v1_ dor_v1_', hex(32), 'token', 'docs.digitalocean.com/reference/api'],
  ['dapi', /[0-9a-f]{32}(?:-\d)?/y, 'token', 'docs.databricks.com, personal access tokens'],
  ['sb_secret_', url(24), 'key', 'supabase.com/docs/guides/api/api-keys'],
  ['hvs. hvb. hvr.', url(20), 'token', 'developer.hashicorp.com/vault/docs/concepts/tokens'],
  ['s.', /[A-Za-z0-9]{24}(?![\w-]|\.\w)/y, 'token', 'developer.hashicorp.com/vault/docs/concepts/tokens'],
  ['dp.pt. dp.sa. dp.ct. dp.scim. dp.audit.', alnum(32), 'token', 'docs.doppler.com, token formats'],
  ['dp.st.', /[\w.-]{32,128}/y, 'token', 'docs.doppler.com, token formats'],
  ['pul-', hex(32), 'token', 'pulumi.com/docs, access tokens'],
  ['nfp_', alnum(32), 'token', 'docs.netlify.com/api/get-started'],
  ['fo1_ figd_', url(32), 'token', 'fly.io/docs/security/tokens, developers.figma.com'],
  ['fm1r_ fm1a_ fm2_', base64(40), 'token', 'fly.io/docs/security/tokens'],
  ['HRKU-', url(32), 'token', 'devcenter.heroku.com/articles/authentication'],
  ['napi_', alnum(32), 'key', 'neon.com/docs/manage/api-keys'],
  ['tskey-', url(24), 'key', 'tailscale.com/kb/1277/key-prefixes'],
  ['bkua_', hex(32), 'token', 'buildkite.com/docs/apis/managing-api-tokens'],
  ['dt0c01. dt0s01.', /[A-Z0-9]{24}\.[A-Z0-9]{64}/y, 'token', 'docs.dynatrace.com, API authentication'],
  ['pat', /[A-Za-z0-9]{14}\.[0-9a-f]{64}/y, 'token', 'airtable.com/developers, personal access tokens'],
  ['access-sandbox- access-production-', /[0-9a-f-]{36}/y, 'token', 'plaid.com/docs/api/items'],
  ['lin_api_ lin_oauth_', alnum(24), 'key', 'linear.app/developers'],
  ['ntn_ secret_', alnum(40), 'token', 'developers.notion.com, changelog'],
  ['PMAK-', url(24), 'key', 'learning.postman.com, API authentication'],
  ['sntrys_', /[\w+/=-]{24,512}/y, 'token', 'docs.sentry.io/account/auth-tokens'],
  ['sntryu_', hex(32), 'token', 'docs.sentry.io/account/auth-tokens'],
  ['NRAK- NRII- NRSP-', url(24), 'key', 'docs.newrelic.com, API keys'],
  ['glsa_ glc_', base64(32), 'token', 'grafana.com/docs, service accounts'],
  ['AGE-SECRET-KEY-', /[A-Z0-9]{30,128}/y, 'private key', 'github.com/C2SP/C2SP, age'],
  ['xprv', alnum(80), 'private key', 'BIP-32'],
];

export const SHAPES: readonly Shape[] = ROWS.flatMap(([starts, rest, kind, source]) =>
  starts.split(' ').map((start) => ({ start, rest, kind, source })),
);

/** The form a value must have after a given name to be a secret. */
type Need =
  /** Anything that is not a mere placeholder. */
  | 'any'
  /** Not a plain word: the tokens of a grammar or a text have the same name. */
  | 'not a word'
  /** Chosen by a person, not only of letters. */
  | 'password'
  /** Random letters and digits, or hexadecimal digits. */
  | 'random'
  /** Twelve words or more. */
  | 'phrase'
  /** Pairs of a cookie. */
  | 'cookie';

export interface SecretName {
  /** The ending of the name, without `_`, `-` and `.`; with `isWord` it must be the whole last word. */
  readonly ending: string;
  readonly kind: SecretKind;
  readonly need: Need;
  readonly isWord?: boolean;
}

/**
 * Names of fields, variables, flags and headers. The names are those of the issuers' documentation above, of CWE-798
 * (hard-coded credentials), RFC 9110 (headers), RFC 6749 (OAuth parameters), libpq and JDBC (connection parameters), Rails
 * and Django (secret_key_base, SECRET_KEY), BIP-39 (mnemonic). The first that fits counts. `max_tokens` is none of them.
 */
export const NAMES: readonly SecretName[] = [
  { ending: 'token', kind: 'token', need: 'not a word', isWord: true },
  ...rows('password', 'any', 'password passwords passwd passphrase passcode pwd connectionstring'),
  ...rows('password', 'any', 'credential credentials passwordvalue passvalue'),
  { ending: 'pass', kind: 'password', need: 'password', isWord: true },
  ...rows('key', 'any', 'secret secrets secretkey secretvalue secretkeybase apikey accesskey masterkey'),
  ...rows('key', 'any', 'signingkey encryptionkey accountkey sharedaccesskey apikeyvalue authkey'),
  ...rows('private key', 'any', 'privatekey'),
  ...rows('token', 'any', 'token tokenvalue authorization'),
  ...rows('cookie', 'cookie', 'cookie'),
  ...rows('private key', 'phrase', 'mnemonic phrase'),
  // SQL: `IDENTIFIED BY '…'`.
  { ending: 'identified', kind: 'password', need: 'any' },
  { ending: 'key', kind: 'key', need: 'random', isWord: true },
  { ending: 'sig', kind: 'key', need: 'random', isWord: true },
  { ending: 'pat', kind: 'token', need: 'random', isWord: true },
];

function rows(kind: SecretKind, need: Need, endings: string): SecretName[] {
  return endings.split(' ').map((ending) => ({ ending, kind, need }));
}

/**
 * Words before `key` and `token` that make the name harmless: `primary_key`, `nextPageToken`, `eos_token`.
 */
export const HARMLESS_BEFORE = new Set(
  (
    'public pub primary foreign sort partition cache idempotency object row range hash routing group index dedup event ' +
    'page next continuation sync cancellation eos bos pad unk mask sep cls'
  ).split(' '),
);

/** Command options with a password: the command, the option, whether the value follows without a space. */
export const COMMANDS: readonly {
  readonly command: RegExp;
  readonly option: string;
  readonly isAttached: boolean;
  /** What the value must contain, if the option takes other values, too. */
  readonly has?: string;
  readonly source: string;
}[] = [
  { command: /\b(?:mysql\w*|mariadb\S*)\s/, option: '-p', isAttached: true, source: 'mysql(1)' },
  { command: /\b7z\w*\s/, option: '-p', isAttached: true, source: '7z(1)' },
  { command: /\bsshpass\s/, option: '-p', isAttached: false, source: 'sshpass(1)' },
  {
    command: /\b(?:docker|podman|nerdctl|helm|oras)\s.{0,40}\blogin\s/,
    option: '-p',
    isAttached: false,
    source: 'docker-login(1)',
  },
  { command: /\bcurl\s/, option: '-b', isAttached: false, has: '=', source: 'curl(1)' },
  { command: /\bredis-cli\s/, option: '-a', isAttached: false, source: 'redis.io/docs, redis-cli' },
  { command: /\bldap\w+\s/, option: '-w', isAttached: false, source: 'ldapsearch(1)' },
  {
    command: /\b(?:sqlcmd|bcp|zip|unzip|mosquitto_\w+)\s/,
    option: '-P',
    isAttached: false,
    source: 'sqlcmd, zip(1), mosquitto_pub(1)',
  },
];

/** Prefixes of encoded data that is not secret: images, archives, documents, fonts and public keys. */
export const ENCODED_DATA =
  /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|JVBERi0|UEsDB|H4sI|d09GM|d09GR|T2dnU|SUkqA|AAAA(?:B3NzaC1|C3NzaC1|E2VjZHNh|GnNrLX))/;

/** Identifiers, not credentials: ids of calls, messages, runs and objects, and marked digests. */
export const HARMLESS_ID =
  /^(?:toolu|call|chatcmpl|msg|req|resp|run|sess|session|thread|asst|evt|event|cmpl|fc|rs|file|img|image|user|org|proj|project|task|job|node|chunk|step|batch|hash|commit|build|trace|span|doc|page|block|item|obj|object|id|sha\d*|md5|go|v\d)[_-]|^sha(?:1|224|256|384|512)-|\.apps\.googleusercontent\.com$|^age1[02-9ac-hj-np-z]{0,80}|^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;

/** Names of values that are not secret, however random they look: `etag: "…"`, `h1:…`, `SHA256:…`. */
export const HARMLESS_NAME =
  /(?:\bid|_id|Id|ID|ids|[Hh]ash|digest|checksum|integrity|[Ee][Tt]ag|md5|MD5|sha\d{0,3}|SHA\d{0,3}|fingerprint|cursor|\bh1|base64|commit)[\d-]{0,3}["'`]?[ \t]?[:=,][ \t]?["'`]?$/;
