import type { HistoryBatch, NewBroadcast, SessionUpdate } from '../store.js';
import type { Sqlite } from './open.js';
import { retry } from './retry.js';
import { statement } from './statement.js';
import { within } from './within.js';

/** Writing more than this at once would hold every other request for longer than it takes to answer one. */
const MOST = 256 * 1024;
/** Nobody commits what was written this long ago, in milliseconds: its process has ended. */
const ABANDONED_MS = 3_600_000;
/** How many abandoned texts one transaction deletes. */
const SOME = 4;

/** The row of each text that is already written. */
export type Places = ReadonlyMap<HistoryBatch | NewBroadcast, number>;
export const NOWHERE: Places = new Map();

/**
 * A transaction of this driver holds the whole process. So the texts of a large update are written ahead, in transactions of
 * limited size, and other requests run in between. Nobody sees these texts until the commit of the update refers to them. After
 * a crash in between nothing refers to them, and they are deleted later.
 */
export interface Ahead {
  readonly write: (update: SessionUpdate) => Promise<Places>;
  /** Within the commit: the texts belong to the session from now on. Throws if one of them is gone. */
  readonly claim: (places: Places) => void;
  /** Deletes texts that no commit refers to. */
  readonly drop: (places: Places) => Promise<void>;
  /** Deletes some texts that were abandoned; returns how many. */
  readonly dropAbandoned: () => number;
}

type Text = readonly [owner: HistoryBatch | NewBroadcast, body: string];

export function createAhead(db: Sqlite, now: () => number): Ahead {
  const { put, settle, remove, abandoned } = rowsOf(db, now);
  const putAll = retry((session: string, texts: readonly Text[]) =>
    within(db, () => texts.map(([owner, body]) => [owner, put(session, body)] as const)),
  );
  const removeAlone = retry((id: number) => within(db, () => remove(id)));
  const drop = async (places: Places): Promise<void> => {
    for (const id of places.values()) {
      // What cannot be deleted now is abandoned, and deleted as such.
      await removeAlone(id).catch(() => undefined);
      await othersRun();
    }
  };
  return {
    async write(update) {
      const places = new Map<Text[0], number>();
      try {
        for (const texts of groupsOf(textsOf(update))) {
          for (const [owner, id] of await putAll(update.id, texts)) places.set(owner, id);
          await othersRun();
        }
        return places;
      } catch (error) {
        await drop(places);
        throw error;
      }
    },
    claim(places) {
      for (const id of places.values())
        if (!settle(id)) throw new Error('A text that was written ahead is gone.');
    },
    drop,
    dropAbandoned() {
      const ids = abandoned();
      for (const id of ids) remove(id);
      return ids.length;
    },
  };
}

function rowsOf(db: Sqlite, now: () => number) {
  const insert = statement(db, 'INSERT INTO texts (session, body) VALUES (?, ?) RETURNING id');
  const note = statement(db, 'INSERT INTO ahead (text, at) VALUES (?, ?)');
  const settle = statement(db, 'DELETE FROM ahead WHERE text = ?');
  const remove = statement(db, 'DELETE FROM texts WHERE id = ?');
  const old = statement(db, `SELECT text FROM ahead WHERE at < ? LIMIT ${SOME}`);
  return {
    put: (session: string, body: string): number => {
      const [{ id } = { id: 0 }] = insert.all<{ readonly id: number }>(session, body);
      note.run(id, now());
      return id;
    },
    settle: (id: number) => settle.run(id) === 1,
    remove: (id: number): void => {
      remove.run(id);
      settle.run(id);
    },
    abandoned: () => old.all<{ readonly text: number }>(now() - ABANDONED_MS).map(({ text }) => text),
  };
}

/** Too much for one transaction. */
export function isLarge(update: SessionUpdate): boolean {
  return textsOf(update).length > 0;
}

/** The texts to write ahead. */
function textsOf({ history, broadcasts }: SessionUpdate): readonly Text[] {
  const batches = sizeOf(history, payloadOf) > MOST ? history : [];
  const entries = sizeOf(broadcasts, bodyOf) > MOST ? broadcasts : [];
  return [
    ...batches.map((batch): Text => [batch, batch.payload]),
    ...entries.map((entry): Text => [entry, entry.body]),
  ];
}

const payloadOf = ({ payload }: HistoryBatch): string => payload;
const bodyOf = ({ body }: NewBroadcast): string => body;

function sizeOf<One>(list: readonly One[], textOf: (one: One) => string): number {
  let size = 0;
  for (const one of list) size += textOf(one).length;
  return size;
}

function* groupsOf(texts: readonly Text[]): Generator<readonly Text[]> {
  let group: Text[] = [];
  let size = 0;
  for (const text of texts) {
    if (group.length > 0 && size + text[1].length > MOST) {
      yield group;
      [group, size] = [[], 0];
    }
    group.push(text);
    size += text[1].length;
  }
  if (group.length > 0) yield group;
}

/** A small request takes a few turns of the event loop: between two parts it may finish. */
const TURNS = 4;

async function othersRun(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((done) => setImmediate(done));
}
