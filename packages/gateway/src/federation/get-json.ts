import http from 'node:http';
import https from 'node:https';

export interface JsonReply {
  readonly status: number;
  readonly body: unknown;
}

const TIMEOUT_MS = 10_000;
/** Connections stay open: a federation asks the same gateways all the time. */
const AGENTS = {
  'http:': new http.Agent({ keepAlive: true }),
  'https:': new https.Agent({ keepAlive: true }),
};

/**
 * A GET request for JSON, without redirects. `fetch` would take several times as long for small answers, and a federation
 * asks every gateway for each question.
 */
export function getJson(address: string, key: string): Promise<JsonReply> {
  const url = new URL(address);
  const isPlain = url.protocol === 'http:';
  const { request } = isPlain ? http : https;
  const agent = AGENTS[isPlain ? 'http:' : 'https:'];
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json' };
  return new Promise((done, fail) => {
    const asked = request(url, { agent, headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', fail);
      reply.on('end', () => {
        clearTimeout(timer);
        try {
          const text = Buffer.concat(chunks).toString('utf8');
          done({ status: reply.statusCode ?? 0, body: JSON.parse(text) as unknown });
        } catch {
          fail(new Error('The answer is not JSON.'));
        }
      });
    });
    // For the whole answer, not only for silence: a gateway that drips must not hold a request for ever.
    const timer = setTimeout(() => asked.destroy(new Error('No answer in time.')), TIMEOUT_MS);
    asked.on('error', (error) => {
      clearTimeout(timer);
      fail(error);
    });
    asked.end();
  });
}
