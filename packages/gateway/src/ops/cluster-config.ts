import type { GatewayConfig } from '../api/admin.js';
import type { KillState } from '../api/hitl.js';
import { changed, DEFAULT_CONFIG, type Settings, settle } from '../engine/settings.js';
import type { Store, StoredDocument } from '../store/store.js';

const CONFIG = { session: '', kind: 'config', id: 'main' };
const KILL = { session: '', kind: 'control', id: 'kill-switch' };
const NOT_KILLED: KillState = { active: false, by: null, at: null, reason: null };

/** State shared by all replicas: the configuration and the kill-switch. */
export interface ClusterConfig {
  readonly settings: () => Settings;
  readonly kill: () => KillState;
  /** Reads both from the store. */
  readonly refresh: () => Promise<void>;
  /** False if another operator changed it first. Throws a RutbreakError for an invalid value and changes nothing. */
  readonly changeConfig: (change: Readonly<Record<string, unknown>>, version?: number) => Promise<boolean>;
  readonly setKill: (next: KillState) => Promise<boolean>;
}

/** The fields of the configuration that differ from the default. */
export type ConfigChange = { readonly [K in keyof GatewayConfig]?: Partial<GatewayConfig[K]> };

export function createClusterConfig(store: Store, start: ConfigChange = {}): ClusterConfig {
  const base = changed(DEFAULT_CONFIG, start);
  let settings = settle(base);
  let kill = NOT_KILLED;
  let killVersion = 0;
  const readConfig = (stored: StoredDocument | undefined): void => {
    if (!stored || stored.version === settings.version) return;
    const change = JSON.parse(stored.body) as Readonly<Record<string, unknown>>;
    settings = settle(changed(base, change), stored.version, stored.updatedAt);
  };
  const refresh = async (): Promise<void> => {
    const [config, switched] = await Promise.all([store.document(CONFIG), store.document(KILL)]);
    readConfig(config);
    if (switched && switched.version !== killVersion) {
      killVersion = switched.version;
      kill = JSON.parse(switched.body) as KillState;
    }
  };
  return {
    settings: () => settings,
    kill: () => kill,
    refresh,
    async changeConfig(change, version) {
      await refresh();
      if (version !== undefined && version !== settings.version) return false;
      const next = changed(settings.config, change);
      // Throws before anything is written.
      settle(next);
      const isDone = await store.putDocument(CONFIG, settings.version, JSON.stringify(next));
      await refresh();
      return isDone;
    },
    async setKill(next) {
      await refresh();
      const isDone = await store.putDocument(KILL, killVersion, JSON.stringify(next));
      await refresh();
      return isDone;
    },
  };
}
