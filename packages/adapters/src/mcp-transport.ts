import { createExchange, createRelay, type Exchange, type RelayOptions } from '@rutbreak/proxy/mcp';

/** The transport members that both MCP SDK versions share. All other members stay reachable. */
export interface TransportLike {
  send(message: never, options?: never): Promise<void>;
  close(): Promise<void>;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  onclose?: (() => void) | undefined;
}

export interface WrapOptions extends Omit<RelayOptions, 'server'> {
  /** The server's name in policies and records. Default `mcp`. */
  readonly server?: string;
  /** The name of the agent run. Default: the server's name. */
  readonly session?: string;
}

type Message = Readonly<Record<string, unknown>>;

const OURS: readonly unknown[] = ['tools/call', 'tools/list', 'initialize', 'notifications/cancelled'];
type Deliver = (message: Message, extra?: unknown) => void;

/**
 * Puts the MCP proxy into a client's transport, without another process; pass the result to `client.connect()`. Calls
 * go through policy, audit, breakers and the ladder; all other messages pass.
 */
export function wrapTransport<T extends TransportLike>(transport: T, options: WrapOptions = {}): T {
  const { server = 'mcp', session = server, ...rest } = options;
  const exchange = createExchange(createRelay({ ...rest, server }).session(session), { canAsk: true });
  const inner = transport as unknown as {
    send: (message: Message, options?: unknown) => Promise<void>;
    onmessage?: Deliver | undefined;
  };
  let deliver: Deliver = () => undefined;

  const send = async (message: Message, sendOptions?: unknown): Promise<void> => {
    if (!isOurs(message)) return inner.send(message, sendOptions);
    const bytes = bytesOf(message);
    const { forward, toClient } = exchange.fromClient(bytes, { start: 0, end: bytes.length });
    // Deferred until the client waits for it.
    if (toClient) queueMicrotask(() => deliver(valueOf(toClient)));
    if (forward === true) await inner.send(message, sendOptions);
    else if (forward !== false) await inner.send(valueOf(forward), sendOptions);
  };
  const receive: Deliver = (message, extra) => {
    const { message: seen, then } = lookAt(exchange, message);
    deliver(seen, extra);
    then?.();
  };
  return new Proxy(transport, {
    get(target, name) {
      if (name === 'send') return send;
      if (name === 'onmessage') return deliver;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set(target, name, value: unknown) {
      if (name === 'onmessage') {
        deliver = value as Deliver;
        inner.onmessage = receive;
        return true;
      }
      return Reflect.set(target, name, name === 'onclose' ? closing(exchange, value) : value, target);
    },
  });
}

/**
 * The messages that the exchange must process: calls, lists of tools, client capabilities, cancellations, and responses
 * to our questions.
 */
function isOurs({ method, id }: Message): boolean {
  if (method === undefined) return typeof id === 'string';
  return OURS.includes(method);
}

function lookAt(
  exchange: Exchange,
  message: Message,
): { readonly message: Message; readonly then?: () => void } {
  if (message['method'] !== undefined || !exchange.isWaiting()) return { message };
  const bytes = bytesOf(message);
  const { edited, then } = exchange.fromServer(bytes, { start: 0, end: bytes.length });
  return { message: edited ? valueOf(edited) : message, ...(then && { then }) };
}

/** Records the open calls as lost. The client itself reports this to its callers. */
function closing(exchange: Exchange, onclose: unknown): () => void {
  return () => {
    exchange.close('the connection was closed');
    (onclose as (() => void) | undefined)?.();
  };
}

function bytesOf(message: Message): Buffer {
  return Buffer.from(JSON.stringify(message), 'utf8');
}

function valueOf(bytes: Buffer): Message {
  return JSON.parse(bytes.toString('utf8')) as Message;
}
