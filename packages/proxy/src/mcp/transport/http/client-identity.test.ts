import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRelay } from '../../session/relay.js';
import { clientIdentity, requestFacts } from './client-identity.js';
import type { IdKey } from '../../wire/envelope.js';

const request = (socket: object, agent = 'sdk'): IncomingMessage =>
  ({ headers: { 'user-agent': agent }, socket }) as unknown as IncomingMessage;
const facts = (id: IdKey | undefined, isInitialize = false) => ({
  ...requestFacts(Buffer.alloc(0), []),
  ids: id === undefined ? [] : [id],
  isInitialize,
});
const socket = (): EventEmitter => new EventEmitter();

describe('clients without a session id', () => {
  it.each<[string, readonly (readonly [id: IdKey | undefined, socket: number])[], number]>([
    [
      'a client on one connection is one client',
      [
        [0, 1],
        [1, 1],
        [2, 1],
      ],
      1,
    ],
    [
      'a client that opens a connection for each request is one client',
      [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 4],
      ],
      1,
    ],
    [
      'requests that overtake each other belong to one client',
      [
        [0, 1],
        [3, 2],
        [1, 3],
        [2, 4],
      ],
      1,
    ],
    [
      'an id that comes again is another client',
      [
        [0, 1],
        [1, 1],
        [0, 2],
        [1, 2],
      ],
      2,
    ],
    [
      'clients of one process that share a connection are two',
      [
        [0, 1],
        [0, 1],
        [1, 1],
        [1, 1],
      ],
      2,
    ],
    [
      'a counter that is far away is another client',
      [
        [0, 1],
        [5000, 2],
      ],
      2,
    ],
    [
      'ids that are no numbers follow the connection',
      [
        ['"a', 1],
        ['"b', 1],
        ['"c', 2],
      ],
      2,
    ],
    [
      'a notification belongs to the client seen last',
      [
        [0, 1],
        [undefined, 2],
      ],
      1,
    ],
  ])('%s', (_, requests, expected) => {
    const clients = clientIdentity();
    const sockets = new Map(requests.map(([, n]) => [n, socket()]));
    const names = requests.map(([id, n]) => clients.nameOf(request(sockets.get(n) ?? {}), facts(id)));
    expect(new Set(names).size).toBe(expected);
  });

  it('initialize starts a new client on the same connection', () => {
    const clients = clientIdentity();
    const one = socket();
    const first = clients.nameOf(request(one), facts(0, true));
    expect(clients.nameOf(request(one), facts(1))).toBe(first);
    expect(clients.nameOf(request(one), facts(2, true))).not.toBe(first);
  });

  it('a client with non-numeric ids is recognised on a new connection', () => {
    const clients = clientIdentity();
    const old = socket();
    const name = clients.nameOf(request(old), facts('"a'));
    old.emit('close');
    expect(clients.nameOf(request(socket()), facts('"b'))).toBe(name);
  });

  it('clients that name themselves differently are different clients', () => {
    const clients = clientIdentity();
    const body = (name: string): Buffer =>
      Buffer.from(`{"params":{"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"${name}"}}}}`);
    const names = ['a', 'b'].map((name) =>
      clients.nameOf(request(socket()), { ...requestFacts(body(name), []), ids: [1] }),
    );
    expect(names[0]).not.toBe(names[1]);
  });

  it('interleaved jobs that begin alike raise no alarm, each on its own connections', () => {
    const turns = fc.array(fc.nat({ max: 9 }), { minLength: 40, maxLength: 120 });
    fc.assert(
      fc.property(turns, (order) => {
        const clients = clientIdentity();
        const relay = createRelay({ server: 'demo', clock: () => 0 });
        const steps = new Map<number, number>();
        const sockets = new Map<number, EventEmitter>();
        for (const job of order) {
          const step = steps.get(job) ?? 0;
          if (step > 5) continue;
          steps.set(job, step + 1);
          sockets.set(job, sockets.get(job) ?? socket());
          const name = clients.nameOf(request(sockets.get(job) ?? {}), facts(step));
          const session = relay.session(name);
          const admission = session.admit({ tool: 'read', args: { step }, isResend: false });
          if (admission.kind !== 'forward')
            throw new Error(`${admission.kind}: ${JSON.stringify(admission)}`);
          session.ended(admission.ticket, 'ok');
          expect(session.observed({ ...admission.ticket, isHeld: true }, `content ${step}`, false)).toBe('');
        }
      }),
    );
  });
});
