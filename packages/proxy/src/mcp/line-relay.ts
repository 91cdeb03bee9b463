/**
 * Messages as lines, the way stdio carries them. Bytes go on as they came: whole lines from the client, whatever came
 * from the server while no call is open, and whole lines from there, too, while one is, because its outcome is recorded
 * before the client sees it.
 */
import { idKey, idToken, messagesOf } from './envelope.js';
import type { Exchange } from './exchange.js';
import { createFramer } from './framer.js';
import { memberAt, type Span } from './json-bytes.js';
import { lineRefused, refusal } from './message.js';
import * as words from './words.js';

export interface LineRelay {
  fromClient(chunk: Buffer): void;
  fromServer(chunk: Buffer): void;
  /** The server is gone: what it left unfinished is cut off, and everything that waits is answered. */
  serverEnded(how: string): void;
  /** Answers calls that have waited for longer than this many milliseconds. */
  expire(timeout: number, now: number): void;
}

export interface LineRelayOptions {
  readonly exchange: Exchange;
  readonly toServer: (bytes: Buffer) => void;
  readonly toClient: (bytes: Buffer) => void;
  /** The longest line, in bytes. */
  readonly limit: number;
}

const NEWLINE = 0x0a;

export function createLineRelay({ exchange, toServer, toClient, limit }: LineRelayOptions): LineRelay {
  const client = clientDoor(toClient);
  const fromClient = createFramer({
    limit,
    onTooLong: (head, tail) => client.say(requestLost(lostId(head, tail), limit)),
  });
  const fromServer = createFramer({
    limit,
    onTooLong(head, tail) {
      const answer = resultLost(exchange, lostId(head, tail), limit);
      if (answer) client.say(answer);
    },
  });
  return {
    fromClient(chunk) {
      const lines = fromClient.push(chunk);
      if (lines) clientLines(lines, exchange, toServer, client.say);
    },
    fromServer(chunk) {
      const isIdle = !exchange.isWaiting() && fromServer.isEmpty();
      // The end of a line whose beginning is with the client already goes after it, whatever has begun since.
      const cut = isIdle ? chunk.length : client.isMidLine() ? chunk.indexOf(NEWLINE) + 1 || chunk.length : 0;
      if (cut > 0) client.pass(cut === chunk.length ? chunk : chunk.subarray(0, cut));
      if (cut === chunk.length) return;
      const lines = fromServer.push(cut === 0 ? chunk : chunk.subarray(cut));
      if (lines) serverLines(lines, exchange, client.pass);
    },
    serverEnded(how) {
      client.endLine();
      for (const answer of exchange.close(how)) client.say(answer);
    },
    expire(timeout, now) {
      const answers = exchange.expire(now - timeout, (tool) => words.noAnswer(tool, timeout));
      for (const answer of answers) client.say(answer);
    },
  };
}

interface ClientDoor {
  /** Bytes of the server, as they come. */
  readonly pass: (bytes: Buffer) => void;
  /** A line of our own: never in the middle of another. */
  readonly say: (line: Buffer) => void;
  readonly isMidLine: () => boolean;
  readonly endLine: () => void;
}

function clientDoor(toClient: (bytes: Buffer) => void): ClientDoor {
  let isMidLine = false;
  const waiting: Buffer[] = [];
  const sayWaiting = (): void => {
    for (const line of waiting.splice(0)) toClient(line);
  };
  return {
    pass(bytes) {
      toClient(bytes);
      isMidLine = bytes[bytes.length - 1] !== NEWLINE;
      if (!isMidLine && waiting.length > 0) sayWaiting();
    },
    say(line) {
      if (isMidLine) waiting.push(line);
      else toClient(line);
    },
    isMidLine: () => isMidLine,
    endLine() {
      if (isMidLine) toClient(Buffer.of(NEWLINE));
      isMidLine = false;
      sayWaiting();
    },
  };
}

/** Where the lines of a piece lie, with their line ends. */
function* linesOf(piece: Buffer): Generator<Span> {
  let start = 0;
  while (start < piece.length) {
    const end = piece.indexOf(NEWLINE, start) + 1 || piece.length;
    yield { start, end };
    start = end;
  }
}

/** Neighbouring lines that stay as they are go out as one piece. */
function writer(
  piece: Buffer,
  write: (bytes: Buffer) => void,
): {
  readonly keep: (line: Span) => void;
  readonly put: (bytes: Buffer) => void;
  readonly end: () => void;
} {
  let from = 0;
  let to = 0;
  const end = (): void => {
    if (to > from) write(from === 0 && to === piece.length ? piece : piece.subarray(from, to));
    from = to;
  };
  return {
    keep(line) {
      if (line.start !== to) {
        end();
        from = line.start;
      }
      to = line.end;
    },
    put(bytes) {
      end();
      write(bytes);
    },
    end,
  };
}

const OPEN_BRACE = 0x7b;

/** Up to here it is quicker to look than to ask the system to look. */
const SHORT = 512;

/** As it is nearly always: one line, no batch. */
function isOneMessage(piece: Buffer): boolean {
  if (piece[0] !== OPEN_BRACE) return false;
  const last = piece.length - 1;
  if (last > SHORT) return piece.indexOf(NEWLINE) === last;
  for (let i = 0; i < last; i++) if (piece[i] === NEWLINE) return false;
  return piece[last] === NEWLINE;
}

function clientLines(
  piece: Buffer,
  exchange: Exchange,
  toServer: (bytes: Buffer) => void,
  say: (line: Buffer) => void,
): void {
  if (isOneMessage(piece)) {
    const { forward, toClient, then } = exchange.fromClient(piece, { start: 0, end: piece.length });
    if (forward !== false) toServer(forward === true ? piece : lineOf([forward], false));
    if (toClient) say(toClient);
    then?.();
    return;
  }
  const out = writer(piece, toServer);
  for (const line of linesOf(piece)) {
    const { isBatch, messages } = messagesOf(piece, line);
    const passed = messages.map((message) => exchange.fromClient(piece, message));
    if (passed.every(({ forward }) => forward === true)) out.keep(line);
    else {
      const kept = passed.flatMap(({ forward }, i): Buffer[] => {
        if (typeof forward !== 'boolean') return [forward];
        const message = messages[i];
        return forward && message ? [piece.subarray(message.start, message.end)] : [];
      });
      if (kept.length > 0) out.put(lineOf(kept, isBatch));
    }
    for (const { toClient } of passed) if (toClient) say(toClient);
  }
  out.end();
}

function serverLines(piece: Buffer, exchange: Exchange, pass: (bytes: Buffer) => void): void {
  if (isOneMessage(piece)) {
    const { edited, then } = exchange.fromServer(piece, { start: 0, end: piece.length });
    pass(edited ? lineOf([edited], false) : piece);
    then?.();
    return;
  }
  const out = writer(piece, pass);
  const later: (() => void)[] = [];
  for (const line of linesOf(piece)) {
    const { isBatch, messages } = messagesOf(piece, line);
    const came = messages.map((message) => exchange.fromServer(piece, message));
    if (came.every(({ edited }) => edited === undefined)) out.keep(line);
    else {
      const pieces = messages.map(({ start, end }, i) => came[i]?.edited ?? piece.subarray(start, end));
      out.put(lineOf(pieces, isBatch));
    }
    for (const { then } of came) if (then) later.push(then);
  }
  out.end();
  // The client has its results; now there is time to look at them.
  for (const observe of later) observe();
}

const COMMA = Buffer.from(',');

/** One message as a line, or several as a batch. */
export function lineOf(messages: readonly Buffer[], isBatch: boolean): Buffer {
  const [first = Buffer.alloc(0)] = messages;
  const isEnded = first[first.length - 1] === NEWLINE;
  if (!isBatch) return isEnded ? first : Buffer.concat([first, Buffer.of(NEWLINE)]);
  const list = messages.flatMap((message, i) => (i === 0 ? [message] : [COMMA, message]));
  return Buffer.concat([Buffer.from('['), ...list, Buffer.from(']\n')]);
}

function requestLost(id: string | undefined, limit: number): Buffer {
  const text = words.requestTooLong(limit);
  return id === undefined ? lineRefused(text) : refusal(id, text);
}

function resultLost(exchange: Exchange, id: string | undefined, limit: number): Buffer | undefined {
  const key = id === undefined ? undefined : idKey(Buffer.from(id), { start: 0, end: Buffer.byteLength(id) });
  return exchange.giveUp(key, (tool) => words.resultTooLong(tool, limit));
}

const LAST_ID = /"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,30})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;

/** The id of a line of which only the beginning and the end are left, as it was written. */
function lostId(head: Buffer, tail: Buffer): string | undefined {
  const id = memberAt(head, { start: 0, end: head.length }, 'id');
  return id ? idToken(head, id) : LAST_ID.exec(tail.toString('utf8'))?.[1];
}
