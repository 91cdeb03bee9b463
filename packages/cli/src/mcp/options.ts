import type { GatewayLink } from '@rutbreak/proxy/gateway-client';
import type { Audit, Policy } from '@rutbreak/proxy/mcp';
import type { ConfigFlags, Loaded } from '../config/load.js';
import type { Io } from '../io.js';
import type { LiveSessions } from '../session/live-sessions.js';

/** `--config` names a list of servers here, so our own file has another flag. */
export interface SharedOptions extends Omit<ConfigFlags, 'config'> {
  readonly guardConfig?: string;
  readonly policy?: string;
  readonly audit?: string;
  readonly shadow?: boolean;
  readonly breakerCalls?: number;
  readonly breakerWindow?: number;
  readonly name?: string;
  readonly timeout?: number;
  readonly gateway?: string;
  readonly sessionHeader?: string;
  /** False: HTTP is served without a token. */
  readonly token?: boolean;
}

export type Task =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
      readonly name: string | undefined;
    }
  | { readonly kind: 'http'; readonly url: string; readonly port: number; readonly name: string | undefined }
  /** One server of a client's settings, or all of them. */
  | { readonly kind: 'one'; readonly config: string; readonly server: string }
  | { readonly kind: 'all'; readonly config: string; readonly port: number };

export interface Parts {
  readonly guard: Loaded['guard'];
  readonly config: Loaded['config'];
  readonly policy?: Policy;
  readonly audit?: Audit;
  readonly gateway?: GatewayLink;
}

export interface Context {
  readonly options: SharedOptions;
  readonly parts: Parts;
  readonly live: LiveSessions;
  readonly signal: AbortSignal;
  readonly io: Io;
}
