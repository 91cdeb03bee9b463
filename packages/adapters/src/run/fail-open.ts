import type { AdapterOptions } from './options.js';

type Told = Pick<AdapterOptions, 'onError'>;

/** The guard is never the reason why an agent fails: what goes wrong in it is told, and the agent goes on without it. */
export function failOpen<T>(options: Told, otherwise: T, work: () => T): T {
  try {
    return work();
  } catch (error) {
    tellError(options, error);
    return otherwise;
  }
}

/** The same for work that waits. */
export async function failOpenLater<T>(options: Told, otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    tellError(options, error);
    return otherwise;
  }
}

const warned = new WeakSet();

/** Where nobody listens, one warning of the process has to do. */
function tellError(options: Told, error: unknown): void {
  if (!options.onError) {
    if (warned.has(options)) return;
    warned.add(options);
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.emitWarning(`The guard failed, and the agent goes on without it: ${what}`, 'RutbreakWarning');
    return;
  }
  try {
    options.onError(error);
  } catch {
    // Who cannot even be told of an error must not become one.
  }
}
