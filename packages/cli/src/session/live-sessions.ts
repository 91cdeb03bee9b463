/** The sessions of the proxies in this process, with the decisions about each. */
import type { Snapshot } from '@rutbreak/core';
import { archiveFacts, type Lifting, setRecent } from '@rutbreak/core/edge';
import type { LiveSession, OnDecision } from '@rutbreak/proxy/mcp';
import { UsageError } from '../errors/usage-error.js';
import type { ArchiveFile } from '../store/archive-file.js';
import { cleaned, newRecord, noteDecision, noteRefusal, type LocalRecord } from '../store/record.js';

export interface LiveSessions {
  /** Adds a proxy. `nameOf` maps the proxy's name of a session to the id that people use. */
  readonly add: (nameOf: (session: string) => string) => LiveProxy;
  readonly list: () => readonly LocalRecord[];
  /** With the snapshot. */
  readonly load: (id: string) => LocalRecord;
  /** Keeps the record. With a command, the session continues from its snapshot. */
  readonly put: (record: LocalRecord, command?: Lifting) => LocalRecord;
}

export interface LiveProxy {
  readonly nameOf: (session: string) => string;
  readonly onDecision: OnDecision;
  /** The agent of a session tried to run a command that only a person may run. */
  readonly refused: (session: string, command: Lifting) => void;
  /** Call this once the proxy exists. */
  readonly attach: (sessions: () => readonly LiveSession[]) => void;
}

const MAX_RECORDS = 1000;

export function liveSessions(archive?: ArchiveFile, now: () => number = Date.now): LiveSessions {
  const proxies: { nameOf: LiveProxy['nameOf']; sessions: () => readonly LiveSession[] }[] = [];
  const { records, keep } = keptRecords();
  const all = (): readonly Named[] =>
    proxies.flatMap(({ nameOf, sessions }) => sessions().map((live) => ({ id: nameOf(live.id), live })));
  const recordOf = ({ id, live }: Named): LocalRecord => {
    const { startedAt: createdAt, lastAt: updatedAt } = live;
    return { ...(records.get(id) ?? newRecord(id, createdAt)), createdAt, updatedAt };
  };
  const find = (id: string): Named => {
    const found = all().find((one) => one.id === id);
    if (!found) throw new UsageError(`the proxy has no session ${id} any more.`);
    return found;
  };
  return {
    add: (nameOf) =>
      newProxy(nameOf, (sessions) => void proxies.push({ nameOf, sessions }), {
        records,
        keep,
        now,
        archive,
      }),
    list: () => all().map((one) => cleaned(recordOf(one))),
    load(id) {
      const found = find(id);
      return { ...recordOf(found), snapshot: found.live.snapshot() };
    },
    put(given, command) {
      const { live } = find(given.id);
      if (command) {
        checkAgent(live, given, command, keep, now());
        resume(live, given, command, now());
      }
      const record = withoutSnapshot(given);
      keep(given.id, record);
      return record;
    },
  };
}

/** Bounded: the least recently changed ones are dropped. */
function keptRecords(): { readonly records: ReadonlyMap<string, LocalRecord>; readonly keep: Keep } {
  const records = new Map<string, LocalRecord>();
  return {
    records,
    keep: (id, record) => setRecent(records, id, record, MAX_RECORDS),
  };
}

/** The state stays in the proxy. */
function withoutSnapshot(record: LocalRecord): LocalRecord {
  const rest: { snapshot?: Snapshot } & LocalRecord = { ...record };
  delete rest.snapshot;
  return rest;
}

interface Named {
  readonly id: string;
  readonly live: LiveSession;
}

type Keep = (id: string, record: LocalRecord) => void;

interface Keeping {
  readonly records: ReadonlyMap<string, LocalRecord>;
  readonly keep: Keep;
  readonly now: () => number;
  readonly archive: ArchiveFile | undefined;
}

function newProxy(
  nameOf: LiveProxy['nameOf'],
  attach: LiveProxy['attach'],
  { records, keep, now, archive }: Keeping,
): LiveProxy {
  const recordOf = (session: string, at: number): LocalRecord => {
    const id = nameOf(session);
    return records.get(id) ?? newRecord(id, at);
  };
  return {
    ...{ nameOf, attach },
    onDecision(session, decision, at) {
      const before = recordOf(session, at);
      const after = noteDecision(before, decision, at);
      if (after === before) return undefined;
      keep(after.id, after);
      void archive?.add(archiveFacts(before.log, decision, at));
      return archive?.hintFor(before.log, decision);
    },
    refused(session, command) {
      const at = now();
      const before = recordOf(session, at);
      keep(before.id, noteRefusal(before, { at, command, by: BY_AGENT }));
    },
  };
}

const BY_AGENT = 'the agent of this session';

/** The model behind the proxy asked for this exact command, so a person does not send it. */
function checkAgent(
  { agentCommand }: LiveSession,
  record: LocalRecord,
  command: Lifting,
  keep: Keep,
  at: number,
): void {
  if (agentCommand === undefined) return;
  keep(record.id, noteRefusal(withoutSnapshot(record), { at, command, by: BY_AGENT }));
  throw new UsageError(
    `only a person can lift a block, and the agent of ${record.id} runs this command. Run it once the agent has gone on or ended.`,
  );
}

function resume(live: LiveSession, { id, snapshot, off }: LocalRecord, command: Lifting, at: number): void {
  if (!snapshot) throw new UsageError(`the state of ${id} is missing.`);
  const offUntil = off === 'reset' ? Infinity : off;
  live.resume({ command, at, snapshot, ...(offUntil !== undefined && { offUntil }) });
}
