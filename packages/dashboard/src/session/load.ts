import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../api/client.js';
import type { Loop, SessionDetail, StoredEvent } from '../contract.js';
import { type GatewayConfig } from '../contract-admin.js';
import { ownOf } from '../live/state.js';
import { useLive } from '../live/store.js';
import { useAsk } from '../parts/ask.js';
import { stillHeld } from './timeline/event-rows.js';
import { configFor, type Point, pointsOf } from './graph/replay.js';

const FIRST_PAGE = 1000;
const PAGE = 500;

export interface SessionData {
  readonly detail: SessionDetail | undefined;
  readonly events: readonly StoredEvent[];
  readonly loops: readonly Loop[];
  readonly config: GatewayConfig | undefined;
  readonly points: readonly Point[];
  readonly problem: string;
  readonly reload: () => void;
  /** Number of events before the first loaded one. */
  readonly earlier: number;
  readonly loadEarlier: () => void;
}

/** Loads a session, and reloads it when the stream reports a change. */
export function useSession(id: string): SessionData {
  const { state } = useLive();
  const summary = ownOf(state.sessions, id);
  const stamp = `${id} ${summary?.version ?? 0} ${summary?.updated_at ?? 0}`;
  const [turn, setTurn] = useState(0);
  const key = `${stamp} ${turn} ${useBeat(summary?.state !== 'ended')}`;
  const detail = useAsk(key, () => api.session(id));
  const loops = useAsk(key, () => api.sessionLoops(id));
  const config = useAsk(`config ${state.configVersion}`, () => api.config());
  const { events: all, earlier, loadEarlier } = useEvents(id, key, detail.data?.events);
  const held = detail.data?.held ?? 0;
  const events = useMemo(() => stillHeld(all, held), [all, held]);
  const [known, preset] = [config.data?.config, detail.data?.preset];
  const own = useMemo(() => known && configFor(known, preset), [known, preset]);
  const points = usePoints(events, own, detail.data?.model ?? '');
  return {
    ...{ detail: detail.data, events, loops: loops.data?.loops ?? [], config: own, points },
    ...{ problem: detail.problem, reload: () => setTurn((n) => n + 1), earlier, loadEarlier },
  };
}

const BEAT_MS = 1500;

/** A counter that rises while the session may grow and the page is visible. */
function useBeat(isOn: boolean): number {
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) setBeat((n) => n + 1);
    }, BEAT_MS);
    return () => clearInterval(timer);
  }, [isOn]);
  return beat;
}

type Events = Pick<SessionData, 'events' | 'earlier' | 'loadEarlier'>;

/** Requests new events only. Held steps may change until they count, so they are requested again. */
function useEvents(id: string, key: string, count: number | undefined): Events {
  const [events, setEvents] = useState<readonly StoredEvent[]>([]);
  const known = useRef(events);
  known.current = events;
  const take = (more: readonly StoredEvent[]): void => {
    const bySeq = new Map([...known.current, ...more].map((event) => [event.seq, event]));
    setEvents([...bySeq.values()].toSorted((a, b) => a.seq - b.seq));
  };
  useEffect(() => {
    if (count === undefined) return undefined;
    let isCurrent = true;
    const isWanted = (): boolean => isCurrent;
    const settled = known.current.findLast(({ held }) => !held)?.seq;
    const from = settled === undefined ? Math.max(0, count - FIRST_PAGE) : settled + 1;
    const follow = async (): Promise<void> => {
      for (let next: number | null = from; next !== null && isWanted();) {
        const page = await api.events(id, { from: next, limit: PAGE });
        if (isWanted()) take(page.events);
        next = page.events.length === 0 ? null : page.next;
      }
    };
    follow().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [id, key, count]);
  const earlier = events[0]?.seq ?? 0;
  const loadEarlier = (): void => {
    void api.events(id, { from: Math.max(0, earlier - PAGE), limit: PAGE }).then((page) => take(page.events));
  };
  return { events, earlier, loadEarlier };
}

function usePoints(
  events: readonly StoredEvent[],
  config: GatewayConfig | undefined,
  model: string,
): readonly Point[] {
  const [points, setPoints] = useState<readonly Point[]>([]);
  useEffect(() => {
    if (!config || events.length === 0) return undefined;
    let isCurrent = true;
    pointsOf(events, config, model)
      .then((next) => {
        if (isCurrent) setPoints(next);
      })
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [events, config, model]);
  return points;
}
