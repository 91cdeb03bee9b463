/**
 * Most requests are the last one of their connection with something added to the history. That much the bytes tell, without
 * reading the whole: what was added is all that must be looked at before the request goes on.
 */
import type { Entry } from '../protocols/history-entry.js';
import { isRecord, parseJson } from '../../json.js';
import type { Continued } from '../conversation/plan-request.js';

/** A request that went to the upstream as it came, and what it was known by. */
export interface Gone extends Continued {
  readonly bytes: Buffer;
  /** Where its history ends, once that is known. */
  readonly historyEnd?: number | undefined;
  readonly path: string;
}

export interface LastRequests {
  readonly remember: (connection: object, gone: Gone) => void;
  readonly of: (connection: object) => Gone | undefined;
  readonly forget: (connection: object) => void;
}

/** Of one request, and of all that are kept. */
const LONGEST = 4 * 1024 * 1024;
const MOST = 64 * 1024 * 1024;

/** The last request of each connection; beyond a size those kept longest are forgotten. */
export function lastRequests(most = MOST): LastRequests {
  const kept = new Map<object, Gone>();
  let size = 0;
  const forget = (connection: object): void => {
    size -= kept.get(connection)?.bytes.length ?? 0;
    kept.delete(connection);
  };
  return {
    of: (connection) => kept.get(connection),
    forget,
    remember(connection, gone) {
      forget(connection);
      if (gone.bytes.length > Math.min(LONGEST, most)) return;
      kept.set(connection, gone);
      size += gone.bytes.length;
      for (const oldest of kept.keys()) {
        if (size <= most) break;
        forget(oldest);
      }
    },
  };
}

const COMMA = 0x2c;
const LIST_END = 0x5d;

/** What a request adds to the end of the history of the last one. */
export interface Added {
  readonly entries: readonly Entry[];
  readonly historyEnd: number;
}

/** `undefined` where that is not the whole difference. */
export function addedTo(last: Gone, bytes: Buffer): Added | undefined {
  const { bytes: before, protocol } = last;
  if (bytes.length <= before.length) return undefined;
  const from = last.historyEnd ?? sameUpTo(before, bytes);
  const to = bytes.length - (before.length - from);
  if (before[from] !== LIST_END || bytes[from] !== COMMA) return undefined;
  if (before.compare(bytes, 0, from, 0, from) !== 0) return undefined;
  if (before.compare(bytes, to, bytes.length, from) !== 0) return undefined;
  const added = parseJson(`[${bytes.toString('utf8', from + 1, to)}]`);
  if (!Array.isArray(added) || !added.every(isRecord)) return undefined;
  const entries = protocol.readHistory({ [protocol.historyField]: added });
  // Nothing that is known as part of a history: it may be another list that has grown.
  return entries.length === 0 ? undefined : { entries, historyEnd: to };
}

/** How many bytes two buffers share from their beginning, the first being the shorter one. Compared by the system, in halves. */
function sameUpTo(shorter: Buffer, longer: Buffer): number {
  let same = 0;
  let length = shorter.length;
  while (length > 0) {
    const half = (length + 1) >> 1;
    const isSame = shorter.compare(longer, same, same + half, same, same + half) === 0;
    if (isSame) same += half;
    else if (half === 1) break;
    length = isSame ? length - half : half;
  }
  return same;
}
