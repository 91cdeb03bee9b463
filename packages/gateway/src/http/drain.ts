import type { FastifyInstance } from 'fastify';

const GRACE_MS = 5000;
const POLL_MS = 10;

/** Closes the server. Requests in progress get some time to finish; idle connections are closed. */
export function closerOf(app: FastifyInstance): () => Promise<void> {
  let inFlight = 0;
  app.addHook('onRequest', (_request, reply, done) => {
    inFlight++;
    // Fires once, also for aborted requests, for which `onResponse` does not.
    reply.raw.once('close', () => inFlight--);
    done();
  });
  return async () => {
    const until = Date.now() + GRACE_MS;
    while (inFlight > 0 && Date.now() < until) await new Promise((done) => setTimeout(done, POLL_MS));
    const closed = app.close();
    app.server.closeAllConnections();
    await closed;
  };
}
