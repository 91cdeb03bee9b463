import { createApp } from '../http/app.js';
import { addPages } from '../http/pages.js';
import type { Served } from '../http/served.js';
import type { Log } from '../log.js';
import { loginPath, pageSessionHandlers } from '../routes/admin/page-session.js';
import { createAccess } from '../security/access.js';
import { allowedHosts, authority } from '../security/hosts.js';
import { createLoginLinks } from '../security/login-link.js';
import { createPageSessions } from '../security/page-session.js';
import { createMemoryStore } from '../store/memory.js';
import { federationHandlers } from './handlers.js';
import { createUpstreams, type Upstream } from './upstreams.js';

export interface FederationOptions {
  /** The gateways to read from. Their session ids must be distinct. */
  readonly upstreams: readonly Upstream[];
  /** The token of the federation itself. */
  readonly token: string;
  /** Additional accepted Host headers: `gateway.example:443`. */
  readonly allowedHosts?: readonly string[];
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly log?: Log;
  readonly version?: string;
}

export type Federation = Served;

/** Lists, searches and counts several gateways as one. It stores nothing and changes nothing. */
export function createFederation(options: FederationOptions): Federation {
  const { token, tls, version = '0.0.0', log = () => undefined, upstreams } = options;
  // For keys and browser logins, which last as long as the process.
  const store = createMemoryStore();
  const access = createAccess(token, store, Date.now);
  const links = createLoginLinks(store, Date.now);
  const pageSessions = createPageSessions(store, access, links, Date.now);
  const callers = { access, pageSessions };
  let hosts: ReadonlySet<string> = new Set();
  let isDraining = false;
  const { app, close } = createApp({
    ...{ callers, hosts: () => hosts, isDraining: () => isDraining, log, ...(tls && { tls }) },
    handlers: {
      ...federationHandlers(createUpstreams(upstreams), version, () => isDraining),
      ...pageSessionHandlers({ pageSessions, links, store, now: Date.now }, tls !== undefined),
    },
  });
  addPages(app, { callers, folder: undefined, docs: undefined, notice: noticeOf(upstreams) });
  return {
    async listen({ host = '127.0.0.1', port = 0 } = {}) {
      await app.listen({ host, port });
      const address = app.server.address();
      const bound = { host, port: typeof address === 'object' && address ? address.port : port };
      hosts = allowedHosts(bound, options.allowedHosts);
      const shown = host === '0.0.0.0' ? '127.0.0.1' : host;
      return `${tls ? 'https' : 'http'}://${authority(shown, bound.port)}`;
    },
    loginPath: async () => loginPath((await links.create()).secret),
    async close() {
      isDraining = true;
      await close();
      await store.close();
    },
  };
}

/** Commands and live pages are those of the gateways, so it says where they are. */
function noticeOf(upstreams: readonly Upstream[]): string {
  const links = upstreams.map(({ url }) => `<li><a href="${escaped(url)}">${escaped(url)}</a></li>`).join('');
  return `It reads several gateways as one: their <a href="/v1/sessions">sessions</a>, <a href="/v1/loops">loops</a> and
<a href="/v1/figures">figures</a>; the interface is at <a href="/docs">/docs</a>. It changes nothing and has no page of its
own. These gateways have theirs:<ul>${links}</ul>`;
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
