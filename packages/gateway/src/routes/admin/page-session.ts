import { checkScopes, cookieOf, pageCookie, PAGE_HEADER } from '../../http/auth.js';
import type { Handlers } from '../../http/handler.js';
import { HttpProblem } from '../../http/problem.js';
import type { LoginLinks } from '../../security/login-link.js';
import { appendAudit, auditLine } from '../../store/change-document.js';
import type { Store } from '../../store/store.js';
import { PAGE_SESSION_MS, type PageSessions } from '../../security/page-session.js';

export interface SignInParts {
  readonly pageSessions: PageSessions;
  readonly links: LoginLinks;
  readonly store: Store;
  readonly now: () => number;
}

/** Browsers do not send the part after `#`, so it appears in no log and no referrer. */
export function loginPath(secret: string): string {
  return `/sign-in#link=${secret}`;
}

/** Signs browsers in and out. */
export function pageSessionHandlers(
  { pageSessions: sessions, links, store, now }: SignInParts,
  isSecure: boolean,
): Pick<Handlers, 'openPageSession' | 'createLoginLink' | 'endPageSession'> {
  const flags = `HttpOnly; SameSite=Strict; Path=/${isSecure ? '; Secure' : ''}`;
  return {
    async openPageSession({ body, request, reply }) {
      const opened =
        'token' in body ? await sessions.open(body.token) : await sessions.openWithLink(body.link);
      if (!opened)
        throw new HttpProblem('UNAUTHORIZED', 'This token or link is not valid.', {
          hint: 'A login link works once, for 5 minutes: create a new one.',
        });
      const name = pageCookie(request);
      void reply.header(
        'set-cookie',
        `${name}=${opened.cookie}; ${flags}; Max-Age=${PAGE_SESSION_MS / 1000}`,
      );
      return { page_secret: opened.header, expires_at: opened.expiresAt };
    },
    async createLoginLink({ body, identity }) {
      checkScopes(identity, ['ingest', 'read', 'control']);
      const { secret, expiresAt } = await links.create();
      await appendAudit(store, auditLine(now(), body.operator_id, 'create_login_link', {}));
      return { path: loginPath(secret), expires_at: expiresAt };
    },
    async endPageSession({ request, reply }) {
      const cookie = cookieOf(request);
      const header = request.headers[PAGE_HEADER];
      const isOwn =
        cookie !== undefined && typeof header === 'string' && (await sessions.identify(cookie, header));
      if (!isOwn) throw new HttpProblem('UNAUTHORIZED', 'There is no such page session.');
      await sessions.end(cookie);
      void reply.header('set-cookie', `${pageCookie(request)}=; ${flags}; Max-Age=0`);
      return { removed: true };
    },
  };
}
