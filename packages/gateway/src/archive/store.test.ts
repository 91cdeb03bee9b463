import { createGuard } from '@rutbreak/core';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../store/memory.js';
import type { Store } from '../store/store.js';
import { createArchiveStore, rowsIn } from './store.js';

/** A loop as detection reports it. */
function loopOf(command: string) {
  const session = createGuard().session(command);
  for (let i = 0; i < 20; i++) {
    const decision = session.after({ tool: 'Bash', args: { command }, result: 'nothing to commit' });
    if (decision.kind !== 'refused' && decision.verdict.primary) return decision.verdict.primary;
  }
  throw new Error('There is no loop.');
}

it('hundreds of facts in one request become one write per pattern, and none is lost', async () => {
  const store = createMemoryStore();
  let writes = 0;
  const counting: Store = {
    ...store,
    putDocument(...args) {
      writes++;
      return store.putDocument(...args);
    },
  };
  const archive = createArchiveStore(counting, () => false);
  const facts = ['git status', 'ls']
    .map(loopOf)
    .flatMap((loop) => Array.from({ length: 300 }, (_, at) => ({ kind: 'seen' as const, loop, at })));
  await archive.record(facts, 'somebody');
  const rows = await rowsIn(store);
  expect(rows.reduce((sum, { row }) => sum + row.seen, 0)).toBe(600);
  expect(writes).toBe(rows.length);
});
