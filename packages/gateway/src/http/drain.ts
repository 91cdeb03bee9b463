import type { FastifyInstance } from 'fastify';

const PATIENCE_MS = 5000;
const LOOK_EVERY_MS = 10;

/** Closes the server: what was begun is answered, for a while; who holds a connection without asking is not waited for. */
export function closerOf(app: FastifyInstance): () => Promise<void> {
  let inFlight = 0;
  app.addHook('onRequest', (_request, reply, done) => {
    inFlight++;
    // Comes once, also for a client that went away, whom `onResponse` does not count.
    reply.raw.once('close', () => inFlight--);
    done();
  });
  return async () => {
    const until = Date.now() + PATIENCE_MS;
    while (inFlight > 0 && Date.now() < until) await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
    const closed = app.close();
    app.server.closeAllConnections();
    await closed;
  };
}
