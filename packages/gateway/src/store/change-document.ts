import type { NewAuditEntry, Store } from './store.js';

const MAX_TRIES = 10;

/** Reads, changes and writes a document, and retries if another writer was faster. */
export async function changeDocument(
  store: Store,
  kind: string,
  id: string,
  next: (before: unknown) => unknown,
): Promise<void> {
  for (let i = 0; i < MAX_TRIES; i++) {
    const key = { session: '', kind, id };
    const found = await store.document(key);
    const before: unknown = found && JSON.parse(found.body);
    if (await store.putDocument(key, found?.version ?? 0, JSON.stringify(next(before)))) return;
  }
}

/** An audit line that belongs to the gateway instead of a session. */
export function auditLine(at: number, operator: string, command: string, detail: object): NewAuditEntry {
  return { at, operator, command, before: '', after: '', detail: JSON.stringify(detail) };
}

export function appendAudit(store: Store, line: NewAuditEntry): Promise<void> {
  return store.append({ broadcasts: [], audit: [line] });
}
