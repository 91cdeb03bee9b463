/**
 * Most requests repeat the previous request of their connection and add entries to the history. Comparing bytes shows
 * this without parsing the whole request, so only the added part needs inspection before the proxy forwards it.
 */
import type { Entry } from '../protocols/history-entry.js';
import { isRecord, parseJson } from '../../shared/json.js';
import type { PreviousRequest } from '../conversation/plan-request.js';

/** A request that the proxy forwarded unchanged, with the facts read from it. */
export interface SentRequest extends PreviousRequest {
  readonly bytes: Buffer;
  /** The offset at which its history ends, once known. */
  readonly historyEnd?: number | undefined;
  readonly path: string;
}

export interface LastRequests {
  readonly remember: (connection: object, sent: SentRequest) => void;
  readonly of: (connection: object) => SentRequest | undefined;
  readonly forget: (connection: object) => void;
}

/** Maximum bytes of one request, and of all stored requests together. */
const LONGEST = 4 * 1024 * 1024;
const MOST = 64 * 1024 * 1024;

/** The last request of each connection. Beyond the size limit, the oldest ones are dropped. */
export function lastRequests(most = MOST): LastRequests {
  const kept = new Map<object, SentRequest>();
  let size = 0;
  const forget = (connection: object): void => {
    size -= kept.get(connection)?.bytes.length ?? 0;
    kept.delete(connection);
  };
  return {
    of: (connection) => kept.get(connection),
    forget,
    remember(connection, sent) {
      forget(connection);
      if (sent.bytes.length > Math.min(LONGEST, most)) return;
      kept.set(connection, sent);
      size += sent.bytes.length;
      for (const oldest of kept.keys()) {
        if (size <= most) break;
        forget(oldest);
      }
    },
  };
}

const COMMA = 0x2c;
const LIST_END = 0x5d;

/** The entries that a request appends to the history of the previous one. */
export interface Added {
  readonly entries: readonly Entry[];
  readonly historyEnd: number;
}

/** Returns `undefined` if the requests differ in any other way. */
export function addedTo(last: SentRequest, bytes: Buffer): Added | undefined {
  const { bytes: before, protocol } = last;
  if (bytes.length <= before.length) return undefined;
  const from = last.historyEnd ?? commonPrefix(before, bytes);
  const to = bytes.length - (before.length - from);
  if (before[from] !== LIST_END || bytes[from] !== COMMA) return undefined;
  if (before.compare(bytes, 0, from, 0, from) !== 0) return undefined;
  if (before.compare(bytes, to, bytes.length, from) !== 0) return undefined;
  const added = parseJson(`[${bytes.toString('utf8', from + 1, to)}]`);
  if (!Array.isArray(added) || !added.every(isRecord)) return undefined;
  const entries = protocol.readHistory({ [protocol.historyField]: added });
  // None of the added items is part of a history, so a different list may have grown.
  return entries.length === 0 ? undefined : { entries, historyEnd: to };
}

/** The length of the common prefix of two buffers. Binary search, because native comparison is fast. */
function commonPrefix(shorter: Buffer, longer: Buffer): number {
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
