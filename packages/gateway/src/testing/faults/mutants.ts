import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SessionUpdate, Store } from '../../store/store.js';
import { sleep } from './random.js';

/** Faults that the harness must detect. They wrap the gateway: no switch inside it can cause them. */
export const MUTANTS = ['ack-before-commit', 'no-version-check', 'skip-dedupe'] as const;
export type Mutant = (typeof MUTANTS)[number];

export function mutateStore(store: Store, mutant: Mutant | undefined): Store {
  if (mutant === 'ack-before-commit') return { ...store, commit: commitLater(store) };
  if (mutant === 'no-version-check') return { ...store, commit: commitBlindly(store) };
  return store;
}

/** Acknowledges at once and writes afterwards. */
function commitLater(store: Store): Store['commit'] {
  let last: Promise<unknown> = Promise.resolve();
  return (updates) => {
    last = last
      .then(() => sleep(20))
      .then(() => store.commit(updates))
      .catch(() => undefined);
    return Promise.resolve(new Set(updates.map(({ id }) => id)));
  };
}

/** Accepts any stored version as the expected one. */
function commitBlindly(store: Store): Store['commit'] {
  return async (updates) => {
    const found = await store.load(updates.map(({ id }) => id));
    const blind = updates.map((update): SessionUpdate => {
      const expected = found.get(update.id)?.version ?? 0;
      return { ...update, expected };
    });
    return store.commit(blind);
  };
}

/** A proxy before the gateway that removes the sequence numbers by which it detects duplicates. */
export async function forgetNumbers(target: string): Promise<string> {
  const server = createServer((request, reply) => {
    void (async () => {
      const text = await textOf(request);
      const rest = JSON.parse(text || '{}') as Record<string, unknown>;
      delete rest['firstSeq'];
      delete rest['command_id'];
      const headers = {
        'content-type': 'application/json',
        authorization: request.headers.authorization ?? '',
      };
      const body = request.method === 'GET' ? null : JSON.stringify(rest);
      const answer = await fetch(target + (request.url ?? ''), {
        method: request.method ?? 'GET',
        headers,
        body,
      });
      reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    })().catch(() => reply.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
