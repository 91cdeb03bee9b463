import type { Audit } from '../mcp/audit/audit-file.js';
import { readPolicy } from '../mcp/policy/read-policy.js';
import { createExchange } from '../mcp/session/exchange/exchange.js';
import { createRelay, type Relay } from '../mcp/session/relay.js';
import type { RelayOptions } from '../mcp/session/relay-types.js';
import { createLineRelay, type LineRelay } from '../mcp/transport/line-relay.js';

interface Setup {
  readonly policy?: string;
  readonly limit?: number;
  /** Default true. */
  readonly isAudited?: boolean;
  readonly relay?: Partial<RelayOptions>;
}

export interface Between {
  readonly relay: Relay;
  readonly lines: LineRelay;
  readonly clock: { now: number };
  readonly audited: Record<string, unknown>[];
  readonly say: (message: string | Buffer) => void;
  readonly answer: (message: string) => void;
  /** Messages received since the last check. */
  readonly toClient: () => string;
  readonly toServer: () => string;
}

/** A relay between a recorded client and a recorded server. The clock moves only when the test moves it. */
export function between({ policy, limit = 1 << 20, isAudited = true, relay: options }: Setup = {}): Between {
  const client: Buffer[] = [];
  const server: Buffer[] = [];
  const audited: Record<string, unknown>[] = [];
  const clock = { now: 1_000_000 };
  const audit: Audit = {
    write: (line) =>
      audited.push({
        ...(JSON.parse(line) as object),
        before: { client: client.length, server: server.length },
      }) > 0,
    close: () => undefined,
  };
  const relay = createRelay({
    server: 'demo',
    ...(isAudited && { audit }),
    clock: () => clock.now,
    ...(policy !== undefined && { policy: readPolicy(policy, 'policy.yaml') }),
    ...options,
  });
  const lines = createLineRelay({
    exchange: createExchange(relay.session('one'), { canAsk: true }),
    toClient: (bytes) => client.push(Buffer.from(bytes)),
    toServer: (bytes) => server.push(Buffer.from(bytes)),
    limit,
  });
  const text = (list: Buffer[]): string => Buffer.concat(list.splice(0)).toString('utf8');
  return {
    relay,
    lines,
    clock,
    audited,
    say: (message) => lines.fromClient(Buffer.isBuffer(message) ? message : Buffer.from(message)),
    answer: (message) => lines.fromServer(Buffer.from(message)),
    toClient: () => text(client),
    toServer: () => text(server),
  };
}

export const call = (id: string | number, tool = 'echo', args: unknown = { a: 1 }, more = ''): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":${JSON.stringify(tool)},"arguments":${JSON.stringify(args)}${more}}}\n`;
export const result = (id: string | number, text = 'done', more = ''): string =>
  `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":${JSON.stringify(text)}}]${more}}}\n`;
export const DENY = 'rules: [{ action: deny, tool: danger*, reason: it is dangerous }]';
