import type { Client } from 'pg';

const CHANNEL = 'rutbreak_hints';
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

interface Hints {
  /** Something was committed here: tells those who listen in this process now, and the others soon. */
  readonly tell: () => void;
  readonly onHint: (listener: () => void) => () => void;
  readonly close: () => Promise<void>;
}

/**
 * Wake-ups between replicas, on a connection of their own. A notification takes a lock over all commits of the database,
 * so it is neither part of a commit nor sent for each: while one is on its way, all that follow become one more. Losing
 * some is allowed: readers also look by themselves.
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
  /** Undefined while the connection is away. */
  readonly client: () => Client | undefined;
  readonly close: () => Promise<void>;
}

/** Connects again and again, more and more slowly, and wakes once when it is back: who knows what was told meanwhile. */
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
    // Without a listener an error would end the process; 'end' follows it.
    client.on('error', () => undefined);
    try {
      await client.connect();
      client.on('end', () => lose(client));
      // Our own commits woke us when they were made.
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

/** The driver knows it, its types do not. */
function processIdOf(client: Client): number {
  return (client as Client & { readonly processID: number }).processID;
}
