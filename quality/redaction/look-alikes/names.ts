import type { Draw } from '../../../packages/loopbench/src/metamorphic/draw.js';

type Row = readonly [id: string, make: (draw: Draw) => unknown];

const NAMES = ['token', 'password', 'secret', 'apiKey', 'api_key', 'access_token', 'client_secret'] as const;
const VARIABLES = ['API_KEY', 'DB_PASSWORD', 'GITHUB_TOKEN', 'CLIENT_SECRET', 'OPENAI_API_KEY'] as const;

/** Names of secrets, without a secret. */
export const NAME_LOOK_ALIKES: readonly Row[] = [
  [
    'token-count',
    (d) =>
      d.pick<unknown>([
        `"max_tokens": ${d.integer(1, 9000)}`,
        { max_tokens: d.integer(1, 9000) },
        { usage: { input_tokens: d.integer(1, 9000), output_tokens: d.integer(1, 900) } },
        `Total tokens: ${d.integer(1000, 90_000)}`,
        `tokens=${d.integer(1000, 90_000)} cost=$0.02`,
        JSON.stringify({ total_tokens: d.integer(1000, 99_999), cache_read_input_tokens: 0 }),
        `token count: ${d.integer(1000, 90_000)}`,
        `used 12,345 tokens of 200,000`,
      ]),
  ],
  [
    'tokenizer',
    (d) =>
      d.pick<unknown>([
        { tokenizer: 'cl100k_base' },
        `token_type: Bearer`,
        { token_type: 'bearer' },
        `"eos_token": "<|endoftext|>"`,
        `pad_token_id: ${d.integer(0, 50_257)}`,
        `tokens: ["${d.word()}", "${d.word()}"]`,
        `SyntaxError: Unexpected token '}' at line ${d.integer(1, 99)}`,
        `Unexpected token: ${d.word()}`,
        `token: punctuation.definition.string`,
      ]),
  ],
  [
    'password-rule',
    (d) =>
      d.pick([
        `password must be at least ${d.integer(6, 20)} characters`,
        `Password: must contain a digit`,
        `The password is required.`,
        `Error: password authentication failed for user "${d.word()}"`,
        `password is too short`,
        `Your password has expired, ${d.word()}`,
        `"password": "must be a string"`,
        `Enter password: `,
        `passwords do not match`,
        `Forgot your password?`,
      ]),
  ],
  [
    'placeholder',
    (d) =>
      d.pick([
        `${d.pick(VARIABLES)}=your-${d.word()}-here`,
        `${d.pick(VARIABLES)}=<your key>`,
        `${d.pick(VARIABLES)}=YOUR_API_KEY`,
        `"${d.pick(NAMES)}": "YOUR_TOKEN_HERE"`,
        `${d.pick(VARIABLES)}=xxxxxxxxxxxxxxxx`,
        `${d.pick(NAMES)}: <${d.word()}>`,
        `${d.pick(VARIABLES)}=...`,
        `Authorization: Bearer <token>`,
        `Authorization: Bearer YOUR_TOKEN`,
        `-H "X-Api-Key: <api-key>"`,
        `${d.pick(NAMES)}: ********`,
        `${d.pick(NAMES)}: [REDACTED]`,
        `sk-...`,
        `ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`,
        `postgres://user:password@localhost/db`,
        `${d.pick(VARIABLES)}=changeme`,
      ]),
  ],
  [
    'reference',
    (d) =>
      d.pick<unknown>([
        `${d.pick(VARIABLES)}=\${${d.pick(VARIABLES)}}`,
        `${d.pick(NAMES)}: $${d.pick(VARIABLES)}`,
        `const ${d.pick(NAMES)} = process.env.${d.pick(VARIABLES)};`,
        `${d.pick(NAMES)} = os.environ["${d.pick(VARIABLES)}"]`,
        `${d.pick(NAMES)}: {{ .Values.${d.word()}.secret }}`,
        `${d.pick(NAMES)}: \${{ secrets.${d.pick(VARIABLES)} }}`,
        `curl -H "Authorization: Bearer $${d.pick(VARIABLES)}" https://example.test`,
        { [d.pick(NAMES)]: `\${env:${d.pick(VARIABLES)}}` },
        `https://$USER:$PASS@example.test/`,
        `postgres://\${DB_USER}:\${DB_PASS}@db/app`,
        `mysql -u root -p"$MYSQL_PASSWORD" shop`,
        `docker run -e ${d.pick(VARIABLES)} app`,
      ]),
  ],
  [
    'code',
    (d) =>
      d.pick([
        `const ${d.pick(NAMES)} = await getToken();`,
        `this.${d.pick(NAMES)} = options.${d.pick(NAMES)};`,
        `if (!${d.pick(NAMES)}) throw new Error('missing ${d.pick(NAMES)}');`,
        `function login(user: string, password: string): Promise<Token> {`,
        `  ${d.pick(NAMES)}?: string;`,
        `  ${d.pick(NAMES)}: string;`,
        `${d.pick(NAMES)} = request.headers.get("authorization")`,
        `return { ${d.pick(NAMES)}: null };`,
        `def check(password: str, secret=None):`,
        `expect(${d.pick(NAMES)}).toBeDefined();`,
        `password = input("Password: ")`,
        `${d.pick(NAMES)}: z.string().min(8),`,
        `let token = lexer.next_token();`,
        `token = tokens[i + 1]`,
        `secret := vault.Read(ctx, path)`,
        `password=password,`,
        `apiKey={apiKey}`,
      ]),
  ],
  [
    'schema',
    (d) =>
      d.pick<unknown>([
        {
          properties: { [d.pick(NAMES)]: { type: 'string', description: d.words(4) } },
          required: [d.pick(NAMES)],
        },
        JSON.stringify({ [d.pick(NAMES)]: { type: 'string' } }),
        `password VARCHAR(255) NOT NULL,`,
        `<input type="password" name="password" autocomplete="current-password">`,
        `| ${d.pick(NAMES)} | string | yes | ${d.words(4)} |`,
        `  "${d.pick(NAMES)}": "string",`,
        `${d.pick(NAMES)}: String!`,
        { type: 'password', label: d.word() },
      ]),
  ],
  [
    'help',
    (d) =>
      d.pick([
        `  --token <token>      ${d.words(4)}`,
        `  --password string    Password for the ${d.word()}`,
        `      --api-key KEY    ${d.words(3)}`,
        `usage: login [--password-stdin] [--token TOKEN]`,
        `docker login --password-stdin`,
        `Run \`gh auth token\` to print the token.`,
        `ssh -p 2222 ana@${d.word()}.example.test`,
        `mkdir -p ${d.word()}/${d.word()}`,
        `docker run -p 8080:80 ${d.word()}`,
        `ps -u ${d.word()}`,
        `cp -a ${d.word()} ${d.word()}`,
        `git commit -a -m "${d.words(3)}"`,
        `ls -a ${d.word()}`,
        `npm run build -w packages/${d.word()}`,
      ]),
  ],
  [
    'prose',
    (d) =>
      d.pick([
        `The secret to good ${d.word()} is patience.`,
        `Authorization is handled by the ${d.word()} service.`,
        `The Authorization header is missing.`,
        `Basic authentication is disabled for ${d.word()}.`,
        `Use a bearer token, not a password.`,
        `The key idea: ${d.words(5)}.`,
        `Each token expires after ${d.integer(1, 60)} minutes.`,
        `We keep secrets in ${d.word()} and rotate keys monthly.`,
        `Note: session cookies are ${d.word()}.`,
        `The password is stored as a hash by ${d.word()}.`,
        `authentication: ${d.words(3)}`,
        `Token refresh failed: ${d.words(3)}`,
        `secret management with ${d.word()}`,
        `Cookie policy: ${d.words(4)}`,
      ]),
  ],
];
