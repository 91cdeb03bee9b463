import type { EngineLimits } from './engine/queue/job.js';
import type { Log } from './log.js';
import type { ConfigChange } from './ops/cluster-config.js';
import type { Store } from './store/store.js';
import type { WebhookOptions } from './webhook/dispatcher.js';
import type { StreamOptions } from './stream/sse.js';

export interface GatewayOptions {
  /** Stores the sessions; the gateway closes it on shutdown. */
  readonly store: Store;
  /** The owner's token, with all scopes. */
  readonly token: string;
  /** Additional accepted Host headers: `gateway.example:443`. */
  readonly allowedHosts?: readonly string[];
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Differences from the default configuration, until an operator changes it at run time. */
  readonly config?: ConfigChange;
  readonly limits?: Partial<EngineLimits>;
  readonly stream?: StreamOptions;
  readonly webhooks?: WebhookOptions;
  /** `LOOP_DETECTION_OVERRIDE=true`: overrides never need more confirmation. */
  readonly permitsOverride?: boolean;
  /** Receives log entries; `createLog` writes them as JSON lines. */
  readonly log?: Log;
  /** The folder of the documentation, served at /docs; without it, /docs shows only the interface. */
  readonly docs?: string;
  /** The folder of the built dashboard; without it, the gateway serves a welcome text. */
  readonly pages?: string;
  /** The version of the program. */
  readonly version?: string;
  /** For tests: the clock, in milliseconds. */
  readonly now?: () => number;
  /** For tests: timeout for receiving a request, in milliseconds. */
  readonly requestMs?: number;
  /** Starts simulated agents with the gateway. */
  readonly demo?: boolean;
  /** For tests: milliseconds between two steps of a simulated agent. */
  readonly demoPaceMs?: number;
  /** For tests: milliseconds between two sweeps. */
  readonly sweepMs?: number;
}
