import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson, record } from '../shared/json.js';

/** The number of the first unacknowledged event, if known. */
interface Progress {
  readonly base: number | null;
  /** Numbers before it are lost. */
  readonly isGap: boolean;
}

interface UnsentEvents extends Progress {
  readonly events: readonly string[];
}

/** An append-only file of unsent events, rewritten when it grows too large. Nothing here throws or blocks. */
export interface Spool {
  /** Reads what the last process left. */
  readonly load: () => Promise<UnsentEvents>;
  readonly add: (event: string) => void;
  /** The gateway has acknowledged the oldest `done` events; the spool may drop them. */
  readonly note: (done: number, progress: Progress) => void;
  /** Resolves when all writes are done. */
  readonly settled: () => Promise<void>;
}

const NOTHING: UnsentEvents = { base: null, isGap: false, events: [] };

export const NO_SPOOL: Spool = {
  load: () => Promise.resolve(NOTHING),
  add: () => undefined,
  note: () => undefined,
  settled: () => Promise.resolve(),
};

interface SpoolOptions {
  readonly folder: string;
  readonly session: string;
  /** The spool rewrites the file when it exceeds twice this size. */
  readonly maxBytes: number;
  /** The unsent events, for a rewrite. */
  readonly waiting: () => readonly string[];
  /** Called once, at the first failure. Afterwards events are kept in memory only. */
  readonly onTrouble: (message: string) => void;
}

const REWRITE_AT = 256 * 1024;

export function openSpool({ folder, session, maxBytes, waiting, onTrouble }: SpoolOptions): Spool {
  const file = join(folder, `${createHash('sha256').update(session).digest('hex').slice(0, 32)}.jsonl`);
  const head = `${JSON.stringify({ v: 1, session })}\n`;
  const writer = createWriter(file, onTrouble);
  const rewrite = (progress: Progress): void => {
    const lines = [JSON.stringify({ done: 0, ...progress }), ...waiting().map(eventLine)];
    writer.replace(`${head}${lines.join('\n')}\n`);
  };
  return {
    load() {
      let left = NOTHING;
      writer.attempt(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        left = await readUnsent(file, session, maxBytes);
        await appendFile(file, head, { mode: 0o600 });
      });
      return writer.settled().then(() => left);
    },
    add: (event) => writer.add(eventLine(event)),
    note(done, { base, isGap }) {
      const isDone = writer.size() > REWRITE_AT && waiting().length === 0;
      if (isDone || writer.size() > 2 * maxBytes) rewrite({ base, isGap });
      else writer.add(JSON.stringify({ done, base, isGap }));
    },
    settled: () => writer.settled(),
  };
}

interface Writer {
  /** Runs after all earlier work. After the first failure, which is reported, nothing else runs. */
  readonly attempt: (work: () => Promise<void>) => void;
  readonly add: (line: string) => void;
  readonly replace: (text: string) => void;
  /** The approximate size of the file. */
  readonly size: () => number;
  readonly settled: () => Promise<void>;
}

function createWriter(file: string, onTrouble: SpoolOptions['onTrouble']): Writer {
  let size = 0;
  let isBroken = false;
  let batch: string[] = [];
  let writing: Promise<void> = Promise.resolve();
  const attempt = (work: () => Promise<void>): void => {
    writing = writing.then(async () => {
      if (!isBroken) await work();
    });
    writing = writing.catch((error: unknown) => {
      isBroken = true;
      onTrouble(`${(error as Error).message}; events wait in memory only`);
    });
  };
  return {
    attempt,
    add(line) {
      if (isBroken) return;
      size += line.length + 1;
      batch.push(`${line}\n`);
      if (batch.length > 1) return;
      const mine = batch;
      // Lines that arrive while the disk is busy go into one write.
      attempt(() => {
        if (batch === mine) batch = [];
        return appendFile(file, mine.join(''), { mode: 0o600 });
      });
    },
    replace(text) {
      size = text.length;
      // Pending lines are written before the replacement overwrites the file.
      batch = [];
      attempt(async () => {
        await writeFile(`${file}.new`, text, { mode: 0o600 });
        await rename(`${file}.new`, file);
      });
    },
    size: () => size,
    settled: () => writing,
  };
}

function eventLine(event: string): string {
  return `{"e":${event}}`;
}

/** Skips a line that a crash cut off. */
async function readUnsent(file: string, session: string, maxBytes: number): Promise<UnsentEvents> {
  const about = await stat(file).catch(() => undefined);
  if (!about) return NOTHING;
  if (!about.isFile()) throw new Error(`${file} is not a file`);
  // A file this large was not written by this program.
  if (about.size > 4 * maxBytes + REWRITE_AT) return NOTHING;
  const events: string[] = [];
  let progress: Progress = NOTHING;
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    const { e, done, base, isGap, session: whose } = record(parseJson(line));
    if (whose !== undefined && whose !== session) return NOTHING;
    if (e !== undefined) events.push(JSON.stringify(e));
    if (typeof done !== 'number') continue;
    events.splice(0, done);
    progress = { base: typeof base === 'number' ? base : null, isGap: isGap === true };
  }
  return { ...progress, events };
}
