import type { IdKey } from '../../wire/envelope.js';
import type { CallRelay, Ticket } from '../relay-types.js';

/** A forwarded call without a response so far. */
export interface Pending {
  readonly ticket: Ticket;
  /** The session that made it. */
  readonly session: CallRelay;
  /** The client's id, as it wrote it. */
  readonly id: string;
}

/** Open calls by id. A client that uses an id twice gets its answers in the order of its calls. */
export interface PendingCalls {
  readonly size: () => number;
  readonly add: (key: IdKey, pending: Pending) => void;
  readonly take: (key: IdKey) => Pending | undefined;
  /** Removes and returns all calls that match. */
  readonly takeIf: (isMeant: (pending: Pending) => boolean) => readonly Pending[];
}

/** The open calls of one id; nearly always one. */
type Waiting = Pending | Pending[];

export function pendingCalls(): PendingCalls {
  const calls = new Map<IdKey, Waiting>();
  let size = 0;
  const take = (key: IdKey): Pending | undefined => {
    const waiting = calls.get(key);
    if (waiting === undefined) return undefined;
    const first = Array.isArray(waiting) ? waiting.shift() : waiting;
    if (!Array.isArray(waiting) || waiting.length === 0) calls.delete(key);
    size--;
    return first;
  };
  const add = (key: IdKey, pending: Pending): void => {
    const waiting = calls.get(key);
    calls.set(key, waiting === undefined ? pending : [waiting, pending].flat());
    size++;
  };
  const takeIf = (isMeant: (pending: Pending) => boolean): readonly Pending[] => {
    const taken: Pending[] = [];
    for (const [key, waiting] of calls) {
      const all = [waiting].flat();
      const kept = all.filter((pending) => !isMeant(pending));
      if (kept.length === all.length) continue;
      taken.push(...all.filter(isMeant));
      if (kept.length === 0) calls.delete(key);
      else calls.set(key, kept);
    }
    size -= taken.length;
    return taken;
  };
  return { size: () => size, add, take, takeIf };
}
