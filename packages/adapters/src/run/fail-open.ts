import type { AdapterOptions } from './options.js';

type Told = Pick<AdapterOptions, 'onError'>;

/**
 * Runs guard code so that it never breaks the agent: a failure is reported, and the agent continues without the guard.
 */
export function failOpen<T>(options: Told, otherwise: T, work: () => T): T {
  try {
    return work();
  } catch (error) {
    tellError(options, error);
    return otherwise;
  }
}

/** The same for asynchronous work. */
export async function failOpenLater<T>(options: Told, otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    tellError(options, error);
    return otherwise;
  }
}

const warned = new WeakSet();

/** Without an `onError` callback, emits one process warning. */
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
    // A failing error callback must not break the agent either.
  }
}
