/**
 * Tells apart clients that send no session id, as all clients of protocol version 2026-07-28 do. The request ids of a
 * client grow by one and never repeat, so a request belongs to the client whose ids it continues. Connections are only
 * a hint: a client may use several, and several clients in one process may share them.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { addRecent } from '../../../shared/bounded.js';
import { parseJson, record } from '../../../shared/json.js';
import { type Envelope, idKey, type IdKey } from '../../wire/envelope.js';

export interface ClientIdentity {
  /** The name of the client that sent this request. */
  readonly nameOf: (request: IncomingMessage, facts: RequestFacts) => string;
}

interface RequestFacts {
  /** The ids of its messages. */
  readonly ids: readonly IdKey[];
  /** Every `initialize` starts a new client. */
  readonly isInitialize: boolean;
  /** The client's description of itself in the request, as JSON. */
  readonly clientInfo: string;
}

interface Client {
  readonly name: string;
  /** Clients with different keys are different clients. */
  readonly key: string;
  readonly first: number;
  last: number;
  /** Recently used ids. */
  readonly used: Set<number>;
  /** Its open connections. */
  readonly sockets: Set<object>;
}

const MAX_CLIENTS = 1000;
const MAX_USED = 256;
/** How far requests of one client may overtake each other. */
const MAX_GAP = 32;

export function clientIdentity(): ClientIdentity {
  // In order of use; the most recent client is last.
  const clients = new Set<Client>();
  let count = 0;
  const create = (key: string, id: number): Client => {
    const name = `client-${++count}`;
    return { name, key, first: id, last: id, used: new Set(), sockets: new Set() };
  };
  return {
    nameOf(request, facts) {
      const key = keyOf(request, facts.clientInfo);
      const [id] = facts.ids.filter(isCounter);
      const same = facts.isInitialize ? [] : [...clients].filter((one) => one.key === key).toReversed();
      const found =
        id === undefined ? findBySocket(same, request.socket, facts) : findById(same, id, request.socket);
      const client = found ?? create(key, id ?? 0);
      addRecent(clients, client, MAX_CLIENTS);
      for (const one of facts.ids.filter(isCounter)) use(client, one);
      hold(client, request.socket);
      return client.name;
    },
  };
}

function isCounter(id: IdKey): id is number {
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0;
}

/** `candidates` start with the most recent client, and the sort is stable. */
function findById(candidates: readonly Client[], id: number, socket: object): Client | undefined {
  const cost = (client: Client): number =>
    2 * Math.abs(id - client.last - 1) + (client.sockets.has(socket) ? 0 : 1);
  return candidates
    .filter(({ first, last, used }) => id > first && !used.has(id) && Math.abs(id - last) <= MAX_GAP)
    .toSorted((a, b) => cost(a) - cost(b))[0];
}

/** For ids that are not numbers: the client of this connection, or the most recent one without open connections. */
function findBySocket(
  candidates: readonly Client[],
  socket: object,
  { ids }: RequestFacts,
): Client | undefined {
  const known = candidates.find(({ sockets }) => sockets.has(socket));
  if (known) return known;
  // A message without an id does not start a new client.
  return ids.length === 0 ? candidates[0] : candidates.find(({ sockets }) => sockets.size === 0);
}

function use(client: Client, id: number): void {
  client.last = Math.max(client.last, id);
  addRecent(client.used, id, MAX_USED);
}

function hold({ sockets }: Client, socket: IncomingMessage['socket']): void {
  if (sockets.has(socket)) return;
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}

/** A digest, so that credentials are never stored. */
function keyOf({ headers }: IncomingMessage, clientInfo: string): string {
  const facts = [headers.authorization ?? '', headers['user-agent'] ?? '', clientInfo];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';

/** The client's description of itself in a request of protocol version 2026-07-28; '' if absent. */
function clientInfoOf(message: Buffer): string {
  if (!message.includes(CLIENT_INFO)) return '';
  const meta = record(record(record(parseJson(message.toString('utf8')))['params'])['_meta']);
  return JSON.stringify(meta[CLIENT_INFO] ?? '');
}

/** The facts in a body that identify the client. */
export function requestFacts(body: Buffer, envelopes: readonly Envelope[]): RequestFacts {
  return {
    // The id of a response belongs to the server.
    ids: envelopes.flatMap(({ id, method }) => (id && method !== undefined ? [idKey(body, id)] : [])),
    isInitialize: envelopes.some(({ method }) => method === 'initialize'),
    clientInfo: clientInfoOf(body),
  };
}
