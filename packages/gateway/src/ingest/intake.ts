import type { Request, SessionEngine } from '../engine/engine.js';
import type { Done } from '../engine/queue/job.js';
import type { Settings } from '../engine/settings.js';
import type { Reply } from '../engine/work.js';
import type { Store } from '../store/store.js';
import type { Admit } from './admission.js';
import type { DeltaRedaction } from './redact/delta-redaction.js';

export interface IngestParts {
  readonly engine: SessionEngine;
  readonly store: Store;
  readonly settings: () => Settings;
  readonly now: () => number;
  readonly admit: Admit;
  readonly deltas: DeltaRedaction;
}

type IngestKind = 'message' | 'events' | 'hook';
type Taken<K extends IngestKind> = Done<Exclude<Reply<K>, undefined>>;

/** All ingest routes submit here: it admits sessions, then stores all requests in one transaction. */
export async function takeAll<K extends IngestKind>(
  { engine, admit }: IngestParts,
  kind: K,
  given: readonly Request<K>[],
): Promise<readonly PromiseSettledResult<Taken<K>>[]> {
  const requests = given.map((request) => ({ ...request, session: wellFormed(request.session) }));
  const refused = await admit(requests.map(({ session }) => session));
  const admitted = requests.filter(({ session }) => !refused.has(session));
  const results = [...(await engine.submitAll(kind, admitted))];
  return requests.map(({ session }) => {
    const reason = refused.get(session);
    // Ingest creates the session, so there is always a reply.
    return reason ? { status: 'rejected', reason } : (results.shift() as PromiseSettledResult<Taken<K>>);
  });
}

/** Half a surrogate pair cannot stand in a URL, so nobody could read, pause or delete such a session. */
function wellFormed(session: string): string {
  // The types of ES2023 do not know this method; Node does.
  return (session as string & { readonly toWellFormed: () => string }).toWellFormed();
}

/** Does the same for one request. */
export async function takeOne<K extends IngestKind>(
  { engine, admit }: IngestParts,
  kind: K,
  { session: given, input, bytes }: Request<K>,
): Promise<Taken<K>> {
  const session = wellFormed(given);
  const refused = (await admit([session])).get(session);
  if (refused) throw refused;
  return (await engine.submit(kind, session, input, bytes)) as Taken<K>;
}
