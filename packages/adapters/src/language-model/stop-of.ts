import type { Stop } from '../run/run.js';

/** Why the guard ended a run, from its result or one of its steps; undefined if it did not. */
export function stopOf({ providerMetadata }: { readonly providerMetadata?: unknown }): Stop | undefined {
  const { rutbreak } = (providerMetadata ?? {}) as { readonly rutbreak?: { readonly stop?: Stop } };
  return rutbreak?.stop;
}
