import type { Client } from 'pg';

const CHANNEL = 'rutbreak_hints';
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

interface Hints {
  /** Call after a commit: notifies listeners in this process now, and other replicas soon. */
  readonly tell: () => void;
  readonly onHint: (listener: () => void) => () => void;
  readonly close: () => Promise<void>;
}

/**
 * Wake-ups between replicas, on a separate connection. A notification takes a database-wide commit lock, so it is not part
 * of a commit: while one is in flight, all further ones are merged into one. Notifications may get lost, because readers
 * also poll.
 */
export function createHints(connect: () => Client): Hints {
  const listeners = new Set<() => void>();
  const wake = (): void => {
    for (const listener of listeners) listener();
  };
  let isSending = false;
  let isWanted = false;
  const line = keepListening(connect, wake);
  const send = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    while (isWanted) {
      isWanted = false;
      await line
        .client()
        ?.query(`NOTIFY ${CHANNEL}`)
        .catch(() => undefined);
    }
    isSending = false;
  };
  return {
    tell() {
      wake();
      isWanted = true;
      void send();
    },
    onHint(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: line.close,
  };
}

interface Line {
  /** Undefined while disconnected. */
  readonly client: () => Client | undefined;
  readonly close: () => Promise<void>;
}

/** Reconnects with growing delays, and wakes listeners once afterwards, because notifications may have been lost. */
function keepListening(connect: () => Client, wake: () => void): Line {
  let current: Client | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let wait = FIRST_WAIT_MS;
  const lose = (client: Client): void => {
    if (client === current) current = undefined;
    client.removeAllListeners('end');
    client.end().catch(() => undefined);
    if (isClosed) return;
    timer = setTimeout(() => void listen(), wait).unref();
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  };
  const listen = async (): Promise<void> => {
    const client = connect();
    // Without a listener, an error would end the process; 'end' follows it.
    client.on('error', () => undefined);
    try {
      await client.connect();
      client.on('end', () => lose(client));
      // Commits of this process have already woken its listeners.
      client.on('notification', ({ processId }) => processId !== processIdOf(client) && wake());
      await client.query(`LISTEN ${CHANNEL}`);
    } catch {
      lose(client);
      return;
    }
    current = client;
    wait = FIRST_WAIT_MS;
    wake();
  };
  const started = listen();
  return {
    client: () => current,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await started;
      await current?.end().catch(() => undefined);
    },
  };
}

/** The driver has this method; its types lack it. */
function processIdOf(client: Client): number {
  return (client as Client & { readonly processID: number }).processID;
}
