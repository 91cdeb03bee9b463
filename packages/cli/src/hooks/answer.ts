import {
  type HookAnswer,
  type HookCall,
  type HookMemory,
  nestedSessions,
  NO_MEMORY,
  SILENT,
  withNesting,
} from '@rutbreak/adapters/hooks';
import { RutbreakError } from '@rutbreak/core';
import { AGENTS, type AgentId, type Reply, senderOf } from '../agents/index.js';
import type { LocalRecord } from '../store/record.js';
import { type ArchiveFile, openArchive } from '../store/archive-file.js';
import { openStore, type Store } from '../store/store.js';
import { noteFired } from './fired.js';
import { keepLate, lateEvents } from './late.js';
import { type HookOptions, type Judged, judgeHook } from './judge.js';

export interface Asked {
  /** The agent whose settings contain the hook. */
  readonly agent: AgentId;
  /** The agent's input, as JSON. */
  readonly input: string;
  readonly dataDir: string;
  readonly options: HookOptions;
  /** How long to wait for another hook of the same session, in milliseconds. */
  readonly wait: number;
  /** Receives a sentence if a session's file is unreadable. */
  readonly onTrouble: (text: string) => void;
  /** Receives what keeps the event for the next hook as long as it is not recorded, for whoever gives up first. */
  readonly onOpen?: (keep: (() => void) | undefined) => void;
}

/** Handles one event of an agent and replies in the agent's own format. Throws if it cannot. */
export async function answerHook({ agent: named, ...asked }: Asked): Promise<Reply> {
  const { dataDir, options, wait, onTrouble } = asked;
  const startedAt = Date.now();
  const input = parsed(asked.input);
  const agent = senderOf(AGENTS[named], input);
  const told = agent.read(input);
  if (!told) throw new Error(`standard input is not what a hook of ${agent.title} receives`);
  const store = openStore(dataDir, { wait, onTrouble });
  const call = agent.nestsAgents === true ? await nested(store, told) : told;
  const onRecorded = (): void => asked.onOpen?.(undefined);
  asked.onOpen?.(call.event === null ? undefined : () => keepLate(dataDir, call, startedAt));
  const answer =
    call.event !== null || call.isRoundEnd === true
      ? await judged({ store, dataDir, options, at: startedAt, archive: archiveOf(asked), onRecorded }, call)
      : SILENT;
  noteFired(dataDir, agent.id, { at: startedAt, event: call.name, took: Date.now() - startedAt });
  return agent.reply(call, answer);
}

/** The sub-agent's own session, if a sub-agent of this run is active. */
async function nested(store: Store, call: HookCall): Promise<HookCall> {
  const memoryIn = async (session: string): Promise<HookMemory> =>
    (await store.load(session))?.hook ?? NO_MEMORY;
  const parent = await memoryIn(call.session);
  const known = new Map<string, HookMemory>();
  const sessions = nestedSessions(parent, call);
  // Only several sub-agents have to be distinguished.
  if (sessions.length > 1) for (const session of sessions) known.set(session, await memoryIn(session));
  return withNesting(parent, call, (session) => known.get(session) ?? NO_MEMORY);
}

function archiveOf({ dataDir, options }: Pick<Asked, 'dataDir' | 'options'>): ArchiveFile {
  return openArchive(dataDir, options.hasConsent);
}

interface Bench {
  readonly store: Store;
  readonly archive: ArchiveFile;
  readonly dataDir: string;
  readonly options: HookOptions;
  readonly at: number;
  readonly onRecorded: () => void;
}

async function judged(bench: Bench, call: HookCall): Promise<HookAnswer> {
  const { store, archive, dataDir, options, at, onRecorded } = bench;
  const judge = (record: LocalRecord): Judged => judgeHook(record, call, at, options, archive);
  let answer: HookAnswer = SILENT;
  let facts: NonNullable<Judged['facts']> = [];
  try {
    const { events, forget } = lateEvents(dataDir, call.session);
    await store.update(call.session, (before) => {
      const caughtUp = events.reduce(
        (record, late) => judgeHook(record, late.call, late.at, options).record,
        before,
      );
      const result = judge(caughtUp);
      ({ answer, facts = [] } = result);
      return result.record;
    });
    onRecorded();
    forget();
    await archive.add(facts);
    return answer;
  } catch (error) {
    if (!(error instanceof RutbreakError && error.code === 'STORE_BUSY')) throw error;
    // Many concurrent hooks: a later one records the event, and a blocked call stays blocked.
    keepLate(dataDir, call, at);
    onRecorded();
    const known = call.event?.kind === 'attempt' ? await store.load(call.session) : undefined;
    const late = known ? judge(known).answer : SILENT;
    return late.kind === 'deny' ? late : SILENT;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(text.trim() === '' ? 'nothing came on standard input' : 'standard input is not JSON');
  }
}
