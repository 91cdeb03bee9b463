import { createGateway } from '../../gateway.js';
import { createPostgresStore } from '../../store/postgres/store.js';
import { createSqliteStore } from '../../store/sqlite/store.js';
import type { Store } from '../../store/store.js';
import { forgetNumbers, type Mutant, mutateStore } from './mutants.js';
import { sleep } from './random.js';

export const TOKEN = 'rbt_faults';

export interface Place {
  readonly kind: 'sqlite' | 'postgres';
  /** A file or a database's address. */
  readonly at: string;
}

export interface ReplicaOptions {
  readonly place: Place;
  readonly mutant?: Mutant;
}

export async function openStore({ kind, at }: Place): Promise<Store> {
  return kind === 'sqlite' ? createSqliteStore(at) : createPostgresStore(at);
}

/** A separate process: the gateway on a free port; its first line of output is the address. */
export async function serveReplica(options: ReplicaOptions): Promise<void> {
  // The database may be down, or stop during the start; a supervisor would restart this process.
  for (let attempt = 1; ; attempt++) {
    try {
      console.log(await start(options));
      return;
    } catch (error) {
      if (attempt >= 100) throw error;
      await sleep(200);
    }
  }
}

async function start({ place, mutant }: ReplicaOptions): Promise<string> {
  const store = await openStore(place);
  const gateway = createGateway({ store: mutateStore(store, mutant), token: TOKEN });
  try {
    const url = await gateway.listen({ port: 0 });
    return mutant === 'skip-dedupe' ? await forgetNumbers(url) : url;
  } catch (error) {
    await gateway.close().catch(() => undefined);
    throw error;
  }
}
