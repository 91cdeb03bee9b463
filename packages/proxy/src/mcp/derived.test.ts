import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createGatewayClient } from './gateway-client.js';
import { createRelay } from './relay.js';
import type { RelayEvent } from './relay-session.js';

describe('what a call through the MCP proxy changed', () => {
  it('is told right after the call, once', () => {
    const events: RelayEvent[] = [];
    const session = createRelay({
      ...{ server: 'files', clock: () => 7, onEvent: (_, event) => events.push(event) },
    }).session('one');
    const call = (tool: string, args: unknown, isError = false): void => {
      const admission = session.admit({ tool, args, isResend: false });
      if (admission.kind !== 'forward') expect.fail(admission.kind);
      session.observed(admission.ticket, { content: [{ type: 'text', text: 'ok' }] }, isError);
    };
    call('write_file', { path: 'a.ts', content: 'x' });
    call('read_file', { path: 'a.ts' });
    call('write_file', { path: 'b.ts', content: 'x' }, true);
    expect(events).toMatchObject([
      { kind: 'call', tool: 'write_file', at: 7 },
      { kind: 'edit', path: 'a.ts', derived: true, at: 7 },
      { kind: 'call', tool: 'read_file' },
      { kind: 'call', tool: 'write_file', isError: true },
    ]);
  });

  it('goes to the gateway with a number of its own and without secrets', async () => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        bodies.push(body);
        response.end('{}');
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const client = createGatewayClient({ url: `http://127.0.0.1:${port}`, interval: 5 });
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    client.tell('one', { kind: 'call', tool: 'TodoWrite', args: {} });
    client.tell('one', {
      kind: 'state',
      todos: [{ text: `use ${secret}`, status: 'pending' }],
      derived: true,
    });
    await client.close();
    server.close();
    const sent = bodies.map((body) => JSON.parse(body) as { events: object[]; firstSeq: number });
    expect(sent.flatMap(({ events }) => events)).toMatchObject([
      { kind: 'call' },
      { kind: 'state', todos: [{ status: 'pending' }], derived: true },
    ]);
    expect(bodies.join('')).not.toContain(secret);
  });
});
