import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Tests look into whatever came.
  readonly body: any;
  readonly status: number;
}

/** A webhook receiver that returns the given statuses in order, and then repeats the last one. */
export async function startReceiver(...answers: readonly number[]): Promise<{
  readonly url: string;
  readonly received: Received[];
  readonly close: () => Promise<void>;
}> {
  const received: Received[] = [];
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = answers[Math.min(received.length, answers.length - 1)] ?? 200;
      const text = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, text, body: JSON.parse(text), status });
      reply.writeHead(status, { location: '/elsewhere' }).end('thanks');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
