import { api } from '../api/client.js';
import type { SessionSummary, StoredEvent } from '../contract.js';
import type { GatewayConfig } from '../contract-admin.js';
import { type Point, pointsOf } from '../session/graph/replay.js';

export interface PreviewRow {
  readonly id: string;
  readonly agent: string;
  readonly before: Judged;
  readonly after: Judged;
}

export interface Judged {
  readonly status: Point['status'];
  /** The event at which the loop was first found. */
  readonly firstLoop: number | null;
}

const MAX_SESSIONS = 20;
const MAX_EVENTS = 500;

/** A short summary of the session. */
export function judge(points: readonly Point[]): Judged {
  const firstLoop = points.find(({ status }) => status === 'looping')?.seq ?? null;
  const isOdd = points.some(({ status }) => status === 'suspicious');
  return { status: firstLoop !== null ? 'looping' : isOdd ? 'suspicious' : 'healthy', firstLoop };
}

export function isChanged({ before, after }: PreviewRow): boolean {
  return before.status !== after.status || before.firstLoop !== after.firstLoop;
}

/** Runs recent sessions through core with both configurations, in this browser. */
export async function preview(
  sessions: readonly SessionSummary[],
  now: GatewayConfig,
  next: GatewayConfig,
): Promise<readonly PreviewRow[]> {
  const recent = sessions.toSorted((a, b) => b.updated_at - a.updated_at).slice(0, MAX_SESSIONS);
  return Promise.all(
    recent.map(async ({ id, agent_id, model, events: count }) => {
      const events = await recentEvents(id, count);
      const [before, after] = await Promise.all([
        pointsOf(events, now, model),
        pointsOf(events, next, model),
      ]);
      return { id, agent: agent_id || id, before: judge(before), after: judge(after) };
    }),
  );
}

async function recentEvents(id: string, count: number): Promise<readonly StoredEvent[]> {
  const { events } = await api.events(id, { from: Math.max(0, count - MAX_EVENTS), limit: MAX_EVENTS });
  return events;
}
