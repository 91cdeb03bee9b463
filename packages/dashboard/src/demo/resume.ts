import { api } from '../api/client.js';
import type { Order } from './agent.js';

export function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** Asks until a person has let the session go on, or has ended it. */
export async function untilResumed(session: string, isOver: () => boolean): Promise<Order> {
  while (!isOver()) {
    await pause(600);
    const { state } = await api.session(session);
    if (state === 'ended') return { action: 'stop' };
    if (state === 'active') return { action: 'continue' };
  }
  return { action: 'stop' };
}
