import type { Case } from '../data/case.js';

export type Event = Readonly<Record<string, unknown>>;

/** The events of a trace; what is no object is left to the core to refuse. */
export function eventsOf({ events }: Case): readonly Event[] {
  return events as readonly Event[];
}

export const isCall = ({ kind }: Event): boolean => kind === 'call';
export const isMessage = ({ kind, text }: Event): boolean => kind === 'message' && typeof text === 'string';

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

export function without(event: Event, field: string): Event {
  if (event[field] === undefined) return event;
  return Object.fromEntries(Object.entries(event).filter(([name]) => name !== field));
}

/** One event for each; the same trace where none changes. */
export function mapEvents(one: Case, change: (event: Event, i: number) => Event): Case {
  const events = eventsOf(one).map(change);
  return events.every((event, i) => event === one.events[i]) ? one : { ...one, events };
}

/** Changes the results of calls; a call without a result keeps having none. */
export function mapResults(one: Case, change: (result: unknown, call: Event) => unknown): Case {
  return mapEvents(one, (event) => {
    if (!isCall(event) || event['result'] === undefined || event['result'] === null) return event;
    const result = change(event['result'], event);
    return result === event['result'] ? event : { ...event, result };
  });
}

/** Puts a list of events in the place of each; an empty list means that the event went into the next one. */
export function replaceEvents(one: Case, pieces: readonly (readonly unknown[])[]): Case {
  const ends: number[] = [];
  let length = 0;
  for (const piece of pieces) {
    ends.push(length + Math.max(0, piece.length - 1));
    length += piece.length;
  }
  return moveLabels(
    { ...one, events: pieces.flat() },
    (event) => ends[Math.min(event, ends.length - 1)] ?? 0,
  );
}

/** The same labels about events that stand elsewhere now. */
export function moveLabels(one: Case, to: (event: number) => number): Case {
  const { by, span } = one;
  return {
    ...one,
    ...(by !== undefined && { by: to(by) }),
    ...(span && { span: [to(span[0]), to(span[1])] }),
  };
}

/** Whether something may stand before this event: a call that neither goes on with a round nor ends a stream. */
export function isGap(events: readonly Event[], i: number): boolean {
  const [event, before] = [events[i], events[i - 1]];
  if (!event || !isCall(event) || before?.['kind'] === 'delta') return false;
  const { round } = event;
  return round === undefined || !before || !isCall(before) || before['round'] !== round;
}

/** A new event at the time of the one that it follows. */
export function beside(event: Event, neighbour: Event | undefined): Event {
  return neighbour?.['at'] === undefined ? event : { ...event, at: neighbour['at'] };
}

/** More equal outcomes of a call than a healthy trace may have without a wait between them. */
const MANY = 5;

/** Whether some call comes back often with one outcome, so that the trace is healthy only because it waits. */
export function hasManyEqualOutcomes(one: Case): boolean {
  const counts = new Map<string, number>();
  for (const event of eventsOf(one)) {
    if (!isCall(event)) continue;
    const key = JSON.stringify([event['tool'], event['args'], event['result']]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()].some((count) => count >= MANY);
}
