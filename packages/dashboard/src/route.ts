import { useSyncExternalStore } from 'react';
import { encodeId } from './encode.js';

const VIEWS = ['fleet', 'sessions', 'session', 'loops', 'settings'] as const;
export type View = (typeof VIEWS)[number];

/** The current view. It is completely in the URL, so that people can share it. */
export interface Route {
  readonly view: View;
  /** The id of the session, for the session view. */
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
}

/** `#/sessions/run-1?event=4` */
export function readRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [first = '', id = ''] = path.split('/');
  const query = Object.fromEntries(new URLSearchParams(search));
  if (first === 'sessions' && id !== '') return { view: 'session', id: decode(id), query };
  const view = VIEWS.find((one) => one === first && one !== 'session') ?? 'fleet';
  return { view, id: '', query };
}

export function writeRoute({ view, id, query }: Route): string {
  const path = view === 'session' ? `sessions/${encodeId(id)}` : view === 'fleet' ? '' : view;
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return `#/${path}${search === '' ? '' : `?${search}`}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function hrefOf(view: View, id = '', query: Route['query'] = {}): string {
  return writeRoute({ view, id, query });
}

export function go(view: View, id = '', query: Route['query'] = {}): void {
  window.location.hash = hrefOf(view, id, query);
}

/** Changes the query of this view without a new history entry. */
export function setQuery(change: Route['query']): void {
  const route = readRoute(window.location.hash);
  const next = writeRoute({ ...route, query: { ...route.query, ...change } });
  window.history.replaceState(null, '', next);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(
    (tell) => {
      window.addEventListener('hashchange', tell);
      return () => window.removeEventListener('hashchange', tell);
    },
    () => window.location.hash,
  );
  return readRoute(hash);
}
