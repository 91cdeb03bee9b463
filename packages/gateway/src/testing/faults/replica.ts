import { createGateway } from '../../gateway.js';
import { createPostgresStore } from '../../store/postgres.js';
import { createSqliteStore } from '../../store/sqlite.js';
import type { Store } from '../../store/store.js';
import { forgetNumbers, type Mutant, mutateStore } from './mutants.js';

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

/** A process of its own: the gateway on a free port, whose address is the first line that it prints. */
export async function serveReplica({ place, mutant }: ReplicaOptions): Promise<void> {
  const store = await untilOpen(place);
  const gateway = createGateway({ store: mutateStore(store, mutant), token: TOKEN });
  const url = await gateway.listen({ port: 0 });
  console.log(mutant === 'skip-dedupe' ? await forgetNumbers(url) : url);
}

/** The database may be on its way back. */
async function untilOpen(place: Place): Promise<Store> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await openStore(place);
    } catch (error) {
      if (attempt >= 100) throw error;
      await new Promise((done) => setTimeout(done, 200));
    }
  }
}
