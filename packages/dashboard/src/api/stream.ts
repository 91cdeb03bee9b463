import type { Topic } from '../contract.js';
import { createParser, type Entry } from './sse.js';
import { pageHeaders, withQuery } from './client.js';

export type Connection = 'connecting' | 'live' | 'waiting' | 'refused';

export interface StreamOptions {
  readonly topics: readonly Topic[];
  readonly onEntries: (entries: readonly Entry[]) => void;
  readonly onConnection: (state: Connection) => void;
  /** For tests. */
  readonly fetch?: typeof fetch;
  readonly pause?: (ms: number) => Promise<void>;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
/** The gateway sends a heartbeat every 15 s; after three missed ones the connection counts as dead. */
const SILENCE_MS = 45_000;

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Drops known entries: a resumed stream may repeat some. */
export function newerThan(last: string, entries: readonly Entry[]): readonly Entry[] {
  const seen = Number(last);
  if (last === '' || !Number.isFinite(seen)) return entries;
  return entries.filter(({ id }) => id === '' || !(Number(id) <= seen));
}

/**
 * Follows the stream until `close`, and resumes after the last entry when the connection breaks. EventSource would give up
 * at the first response other than 200, which a restarting gateway sends.
 */
export function openStream(options: StreamOptions): { readonly close: () => void } {
  const { pause = sleep } = options;
  const ending = new AbortController();
  let last = '';
  const isOver = (): boolean => ending.signal.aborted;
  const follow = async (): Promise<void> => {
    let wait = FIRST_WAIT_MS;
    while (!isOver()) {
      const outcome = await readOnce(options, last, ending.signal, (id) => (last = id));
      if (isOver()) return;
      if (outcome === 'refused') {
        options.onConnection('refused');
        return;
      }
      if (outcome === 'was live') wait = FIRST_WAIT_MS;
      options.onConnection('waiting');
      await pause(wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  };
  void follow();
  return { close: () => ending.abort() };
}

type End = 'was live' | 'failed' | 'refused';

async function readOnce(
  { topics, onEntries, onConnection, fetch: load = fetch }: StreamOptions,
  last: string,
  ending: AbortSignal,
  remember: (id: string) => void,
): Promise<End> {
  const silence = new AbortController();
  const signal = AbortSignal.any([ending, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  let isLive = false;
  let newest = last;
  try {
    onConnection('connecting');
    const reply = await load(withQuery('/v1/stream', { topics: topics.join(',') }), {
      headers: { ...pageHeaders(), ...(last !== '' && { 'last-event-id': last }) },
      credentials: 'same-origin',
      signal,
    });
    if (reply.status === 401 || reply.status === 403) return 'refused';
    if (!reply.ok || !reply.body) return 'failed';
    isLive = true;
    onConnection('live');
    const parser = createParser();
    const decoder = new TextDecoder();
    const reader = reply.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      const entries = newerThan(newest, parser.push(decoder.decode(part.value, { stream: true })));
      newest = entries.findLast(({ id }) => id !== '')?.id ?? newest;
      remember(newest);
      if (entries.length > 0) onEntries(entries);
    }
  } catch {
    // The caller reconnects.
  } finally {
    clearTimeout(timer);
  }
  return isLive ? 'was live' : 'failed';
}
