/**
 * `npm run attack`: no obfuscated form of a denied call may pass through the MCP proxy to a server that would run it.
 */
import { isRecord, parseJson } from '../../shared/json.js';
import { readPolicy } from '../../mcp/policy/read-policy.js';
import { createExchange } from '../../mcp/session/exchange/exchange.js';
import { createRelay } from '../../mcp/session/relay.js';
import { createLineRelay } from '../../mcp/transport/line-relay.js';
import { disguised, seeded } from './mutate.js';
import { PARSERS } from './parsers.js';

const POLICY = `rules:
  - { action: deny, tool: danger }
  - { action: deny, tool: read, args: { $.path: /etc/* } }
`;
const LONG = 1_200_000;
const SHORT = 60_000;
/** One in this many messages bypasses the proxy, to verify that the obfuscations work. */
const CONTROL = 50;

export interface AttackReport {
  readonly messages: number;
  /** Messages that were forwarded in part or whole. */
  readonly forwarded: number;
  /** Denied calls that a parser found in forwarded bytes. Must be zero. */
  readonly passed: readonly string[];
  /** Of the messages that bypassed the proxy, those in which a parser found a denied call. */
  readonly control: { readonly messages: number; readonly run: number };
}

export function attack(messages: number, seed: number): AttackReport {
  const random = seeded(seed);
  const send = proxied();
  const passed: string[] = [];
  let forwarded = 0;
  const control = { messages: 0, run: 0 };
  for (let i = 0; i < messages; i++) {
    const message = disguised(random);
    const sent = send(message);
    if (sent.length > 0) forwarded++;
    for (const parser of runners(sent)) passed.push(`${parser}: ${JSON.stringify(message.toString('utf8'))}`);
    if (i % CONTROL > 0) continue;
    control.messages++;
    if (runners(message).length > 0) control.run++;
  }
  return { messages, forwarded, passed, control };
}

/**
 * Sends one line and returns what reached the server. Starts a new session now and then, so that state does not
 * accumulate.
 */
function proxied(): (line: Buffer) => Buffer {
  const relay = createRelay({
    server: 'files',
    policy: readPolicy(POLICY, 'policy.yaml'),
    mode: 'shadow',
    breaker: { calls: 10_000 },
  });
  let sent: Buffer[] = [];
  let count = 0;
  const begin = (): ReturnType<typeof createLineRelay> =>
    createLineRelay({
      exchange: createExchange(relay.session(`s${count}`), { canAsk: true }),
      toClient: () => undefined,
      toServer: (bytes) => sent.push(Buffer.from(bytes)),
      limit: 1 << 20,
    });
  let lines = begin();
  return (line) => {
    if (count++ % 1000 === 0) lines = begin();
    sent = [];
    lines.fromClient(line);
    return Buffer.concat(sent);
  };
}

/** The parsers whose server would run a denied call. */
function runners(bytes: Buffer): readonly string[] {
  if (bytes.length === 0) return [];
  return Object.keys(PARSERS).filter((name) => PARSERS[name]?.(bytes).some(isDenied) === true);
}

function isDenied(message: unknown): boolean {
  if (Array.isArray(message)) return message.some(isDenied);
  if (!isRecord(message) || message['method'] !== 'tools/call' || !isRecord(message['params'])) return false;
  const { name, arguments: args } = message['params'];
  return name === 'danger' || (name === 'read' && isRecord(args) && isUnderEtc(args['path']));
}

/** Looks into lists, objects and, as servers of the Python SDK do, into texts that are JSON. */
function isUnderEtc(value: unknown): boolean {
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/.test(value) ? parseJson(value.replaceAll('NaN', '0')) : undefined;
    return value.startsWith('/etc/') || (inner !== undefined && isUnderEtc(inner));
  }
  return typeof value === 'object' && value !== null && Object.values(value).some(isUnderEtc);
}

/** Arguments: `--short`, `--messages N`, `--seed N`. Resolves to the exit code. */
export function main(args: readonly string[], { log }: Pick<Console, 'log'>): number {
  const numberAfter = (flag: string, otherwise: number): number => {
    const at = args.indexOf(flag);
    return at < 0 ? otherwise : Number(args[at + 1]);
  };
  const messages = numberAfter('--messages', args.includes('--short') ? SHORT : LONG);
  const seed = numberAfter('--seed', 1);
  const { forwarded, passed, control } = attack(messages, seed);
  log(`MCP proxy, seed ${seed}: ${messages} disguised messages, ${forwarded} forwarded in whole or in part`);
  log(`without the proxy: a parser runs a denied call in ${control.run} of ${control.messages}`);
  log(`with the proxy: ${passed.length} denied calls reach a server that would run them`);
  for (const one of passed.slice(0, 20)) log(`  ${one}`);
  return passed.length === 0 && control.run > 0 ? 0 : 1;
}
