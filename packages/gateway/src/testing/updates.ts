import type { NewAuditEntry, SessionUpdate } from '../store/store.js';

/** An update of a new session with one event; `over` replaces fields. */
export function updateOf(id: string, change: Partial<SessionUpdate> = {}): SessionUpdate {
  const { expected = 0 } = change;
  return {
    ...{
      id,
      expected,
      nextSeq: expected + 1,
      state: 'active',
      updatedAt: 1000 + expected,
      dueAt: null,
      isLooping: 0,
      waste: 0,
    },
    ...{ summary: '{}', record: `{"seen":${expected + 1}}`, audit: [], documents: [] },
    history: [{ firstSeq: expected, lastSeq: expected, at: 1000, payload: `["e${expected}"]` }],
    broadcasts: [{ topic: 'loops', at: 1000, body: `{"n":${expected}}` }],
    ...change,
  };
}

/** An audit line of this command. */
export const auditOf = (command: string): NewAuditEntry => ({
  ...{ at: 5, operator: 'ada', command, before: 'b', after: 'a', detail: '{}' },
});
