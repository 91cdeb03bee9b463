import type { ConfigFlags, ConfigPlaces } from '../config/load.js';
import type { Prices } from '../config/prices.js';
import type { Finding } from './finding.js';

/** The settings that make a worker scan like the main thread. */
export interface WorkerSetup {
  readonly flags: ConfigFlags;
  readonly places: ConfigPlaces;
  readonly prices: Prices | undefined;
  readonly maxLine: number | undefined;
  readonly hasPage: boolean;
}

/** To a worker: the next file, or the acknowledgement of a batch. */
export type Order = { readonly kind: 'file'; readonly file: string } | { readonly kind: 'taken' };

/** From a worker. */
export interface Batch {
  readonly findings: readonly Finding[];
  /** Bytes read since the last batch. */
  readonly bytes: number;
  readonly isLast: boolean;
}
