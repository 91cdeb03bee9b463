import type { Loop } from '../api/sessions.js';
import { change, type Draft } from './draft.js';

/** What became of a loop, or what somebody says of it. The newest one's document goes along; older ones keep theirs. */
export function markLoop(
  draft: Draft,
  id: string | undefined,
  mark: Partial<Pick<Loop, 'outcome' | 'feedback'>>,
): void {
  const { loops, newest } = draft.record;
  if (!loops.some((loop) => loop.id === id)) return;
  change(draft, { loops: loops.map((loop) => (loop.id === id ? { ...loop, ...mark } : loop)) });
  if (!newest || newest.id !== id) return;
  const next = { ...newest, ...mark };
  change(draft, { newest: next });
  draft.loops.set(next.id, next);
}
