import type { Case } from '../data/case.js';

export type Event = Readonly<Record<string, unknown>>;

/** The events of a trace; the core refuses values that are not objects. */
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

/** One event for each; the same trace if none changes. */
export function mapEvents(one: Case, change: (event: Event, i: number) => Event): Case {
  const events = eventsOf(one).map(change);
  return events.every((event, i) => event === one.events[i]) ? one : { ...one, events };
}

/** Changes the results of calls; a call without a result stays without one. */
export function mapResults(one: Case, change: (result: unknown, call: Event) => unknown): Case {
  return mapEvents(one, (event) => {
    if (!isCall(event) || event['result'] === undefined || event['result'] === null) return event;
    const result = change(event['result'], event);
    return result === event['result'] ? event : { ...event, result };
  });
}

/** Replaces each event by a list of events; an empty list means that the event joined the next one. */
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

/** The same labels for events that have moved. */
export function moveLabels(one: Case, to: (event: number) => number): Case {
  const { by, span } = one;
  return {
    ...one,
    ...(by !== undefined && { by: to(by) }),
    ...(span && { span: [to(span[0]), to(span[1])] }),
  };
}

/**
 * Whether something may be inserted before this event: a call that neither continues a round nor ends a
 * stream.
 */
export function isGap(events: readonly Event[], i: number): boolean {
  const [event, before] = [events[i], events[i - 1]];
  if (!event || !isCall(event) || before?.['kind'] === 'delta') return false;
  const { round } = event;
  return round === undefined || !before || !isCall(before) || before['round'] !== round;
}

/** A new event at the time of the event before it. */
export function beside(event: Event, neighbour: Event | undefined): Event {
  return neighbour?.['at'] === undefined ? event : { ...event, at: neighbour['at'] };
}

/** The number of equal outcomes of a call above which a trace is healthy only with waits in between. */
const MANY = 5;

/** Whether some call often returns one outcome, so that the trace is healthy only because it waits. */
export function hasManyEqualOutcomes(one: Case): boolean {
  const counts = new Map<string, number>();
  for (const event of eventsOf(one)) {
    if (!isCall(event)) continue;
    const key = JSON.stringify([event['tool'], event['args'], event['result']]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()].some((count) => count >= MANY);
}
