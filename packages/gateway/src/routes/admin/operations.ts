import { openApi } from '../../api/docs/openapi.js';
import type { SessionEngine } from '../../engine/engine.js';
import type { Handlers } from '../../http/handler.js';
import type { Store } from '../../store/store.js';
import type { Counters } from '../../ops/metrics.js';
import { docsPage } from './docs-page.js';
import type { ClusterConfig } from '../../ops/cluster-config.js';
import { readTotals, type TotalsWriter } from '../../ops/totals.js';

export interface OpsParts {
  readonly engine: SessionEngine;
  readonly store: Store;
  readonly cluster: ClusterConfig;
  readonly counters: Counters;
  readonly totals: Pick<TotalsWriter, 'flush'>;
  readonly clients: () => number;
  readonly deliveries: () => { readonly delivered: number; readonly failed: number };
  /** Whether the whole documentation is served. */
  readonly hasDocs: boolean;
  readonly now: () => number;
  readonly version: string;
}

/** Metrics, interface description and statistics. */
export function opsHandlers(parts: OpsParts): Pick<Handlers, 'metrics' | 'openapi' | 'docs' | 'getStats'> {
  const { engine, store, cluster, counters, clients, version, now } = parts;
  return {
    async metrics({ reply }) {
      const { cached, queued } = engine.size();
      void reply.type('text/plain; version=0.0.4; charset=utf-8');
      return counters.text({
        rutbreak_sessions: await store.count(),
        rutbreak_sessions_cached: cached,
        rutbreak_jobs_queued: queued,
        rutbreak_stream_clients: clients(),
        rutbreak_kill_switch: cluster.kill().active ? 1 : 0,
        rutbreak_webhooks_delivered: parts.deliveries().delivered,
        rutbreak_webhooks_failed: parts.deliveries().failed,
      });
    },
    openapi: () => ({ ...openApi(version) }),
    docs({ reply }) {
      // Links between pages are relative, so the address must end with a slash.
      if (parts.hasDocs) return void reply.redirect('/docs/');
      void reply.type('text/html; charset=utf-8');
      return docsPage();
    },
    async getStats() {
      await parts.totals.flush();
      return {
        ...{ sessions: await store.count(), store: store.kind, version, ...engine.size() },
        ...{ stream_clients: clients(), kill_switch: cluster.kill().active },
        ...(await readTotals(store, now())),
      };
    },
  };
}
