import type { Ticket } from './relay-session.js';

/** A call that was forwarded and not answered yet. */
export interface Pending {
  readonly ticket: Ticket;
  /** The client's id, as it wrote it. */
  readonly id: string;
}

/** Calls on their way, by id. A client that uses an id twice gets its answers in the order of its calls. */
export interface PendingCalls {
  readonly size: () => number;
  readonly add: (key: string, pending: Pending) => void;
  readonly take: (key: string) => Pending | undefined;
  /** All that this is true of, taken out. */
  readonly takeIf: (isMeant: (pending: Pending) => boolean) => readonly Pending[];
}

export function pendingCalls(): PendingCalls {
  const queues = new Map<string, Pending[]>();
  let size = 0;
  const take = (key: string): Pending | undefined => {
    const queue = queues.get(key);
    const first = queue?.shift();
    if (queue?.length === 0) queues.delete(key);
    if (first) size--;
    return first;
  };
  const add = (key: string, pending: Pending): void => {
    const queue = queues.get(key);
    if (queue) queue.push(pending);
    else queues.set(key, [pending]);
    size++;
  };
  const takeIf = (isMeant: (pending: Pending) => boolean): readonly Pending[] => {
    const taken: Pending[] = [];
    for (const [key, queue] of queues) {
      const kept = queue.filter((pending) => !isMeant(pending));
      taken.push(...queue.filter(isMeant));
      if (kept.length === 0) queues.delete(key);
      else queues.set(key, kept);
    }
    size -= taken.length;
    return taken;
  };
  return { size: () => size, add, take, takeIf };
}
