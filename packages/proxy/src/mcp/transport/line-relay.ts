/**
 * Relays messages as lines, for stdio. Client lines are read before they are forwarded. Server lines pass unchanged;
 * while a call is open, its outcome is recorded before the client sees it.
 */
import { messagesOf } from '../wire/envelope.js';
import type { Exchange } from '../session/exchange/exchange.js';
import type { FromClient } from '../session/exchange/tool-call.js';
import { createFramer } from '../wire/framer.js';
import { skipSpace, type Span } from '../wire/json-bytes.js';
import { type InvalidMessage, splitBatch } from '../wire/client-message.js';
import { ERROR } from '../wire/responses.js';
import { refuseRest, requestTooLong, resultTooLong } from './lost-lines.js';
import * as texts from '../session/refusal-texts.js';

export interface LineRelay {
  fromClient(chunk: Buffer): void;
  fromServer(chunk: Buffer): void;
  /** The client closed its output. Refuses a line without an end, because a server might read it all the same. */
  clientEnded(): void;
  /** The server ended. Drops its unfinished line and answers all open calls. */
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
  const fromClient = createFramer({
    limit,
    onTooLong: (head, tail) => toClient(requestTooLong(exchange, head, tail, limit)),
  });
  const fromServer = createFramer({
    limit,
    onTooLong(head, tail) {
      const answer = resultTooLong(exchange, head, tail, limit);
      if (answer) toClient(answer);
    },
  });
  return {
    fromClient(chunk) {
      const lines = fromClient.push(chunk);
      if (lines) clientLines(lines, exchange, toServer, toClient);
    },
    fromServer(chunk) {
      // Only whole lines: a server that prints text without a line end must not swallow our messages.
      const lines = fromServer.push(chunk);
      if (!lines) return;
      if (exchange.isWaiting()) serverLines(lines, exchange, toClient);
      else toClient(lines);
    },
    clientEnded() {
      const answer = refuseRest(exchange, fromClient.rest());
      if (answer) toClient(answer);
    },
    serverEnded(how) {
      for (const answer of exchange.close(how)) toClient(answer);
    },
    expire(timeout, now) {
      const answers = exchange.expire(now - timeout, (tool) => texts.noAnswer(tool, timeout));
      for (const answer of answers) toClient(answer);
    },
  };
}

/** The spans of the lines in a chunk, including line ends. */
function* linesOf(piece: Buffer): Generator<Span> {
  let start = 0;
  while (start < piece.length) {
    const end = piece.indexOf(NEWLINE, start) + 1 || piece.length;
    yield { start, end };
    start = end;
  }
}

/** Adjacent unchanged lines are written together. */
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
const CARRIAGE_RETURN = 0x0d;

/** Up to this length, scanning byte by byte is faster than the native search. */
const SHORT = 512;

/** The common case: one line, no batch, and no carriage return, at which some servers end lines. */
function isOneMessage(piece: Buffer): boolean {
  if (piece[0] !== OPEN_BRACE) return false;
  const last = piece.length - 1;
  if (last > SHORT) return piece.indexOf(NEWLINE) === last && piece.indexOf(CARRIAGE_RETURN) < 0;
  for (let i = 0; i < last; i++) if (piece[i] === NEWLINE || piece[i] === CARRIAGE_RETURN) return false;
  return piece[last] === NEWLINE;
}

function clientLines(
  piece: Buffer,
  exchange: Exchange,
  toServer: (bytes: Buffer) => void,
  say: (line: Buffer) => void,
): void {
  if (isOneMessage(piece)) {
    const { forward, toClient, then } = exchange.fromClient(piece, { start: 0, end: piece.length - 1 });
    if (forward !== false) toServer(forward === true ? piece : lineOf([forward], false));
    if (toClient) say(toClient);
    then?.();
    return;
  }
  const out = writer(piece, toServer);
  for (const line of linesOf(piece)) {
    const { forward, answers, then } = clientLine(piece, line, exchange);
    if (forward === true) out.keep(line);
    else if (forward !== false) out.put(forward);
    for (const answer of answers) say(answer);
    if (then.length === 0) continue;
    // Work for after the call is sent.
    out.end();
    for (const act of then) act();
  }
  out.end();
}

interface LineOutcome {
  /** The line for the server: the original, a replacement, or none. */
  readonly forward: boolean | Buffer;
  readonly answers: readonly Buffer[];
  readonly then: readonly (() => void)[];
}

const NOTHING: LineOutcome = { forward: false, answers: [], then: [] };
const STRAY_LINE_END: InvalidMessage = {
  ...{ kind: 'invalid', code: ERROR.parse },
  problem: 'a carriage return stands inside the line, and some servers end lines there',
};

function clientLine(piece: Buffer, line: Span, exchange: Exchange): LineOutcome {
  const input = withoutLineEnd(piece, line);
  if (skipSpace(piece, input.start, input.end) === input.end) return NOTHING;
  const split = isStray(piece, input) ? STRAY_LINE_END : splitBatch(piece, input, exchange.version());
  if (split.kind === 'invalid') return outcomeOf([exchange.refuse(piece, input, split)], false);
  const { messages, isBatch } = split;
  const passed = messages.map((message) => exchange.fromClient(piece, message));
  const kept = messagesToForward(piece, messages, passed);
  const isSame = passed.every(({ forward }) => forward === true);
  return outcomeOf(passed, isSame || (kept.length > 0 && lineOf(kept, isBatch)));
}

function outcomeOf(passed: readonly FromClient[], forward: boolean | Buffer): LineOutcome {
  const answers = passed.flatMap(({ toClient }) => toClient ?? []);
  return { forward, answers, then: passed.flatMap(({ then }) => then ?? []) };
}

/** The messages to forward, original or changed. */
export function messagesToForward(
  bytes: Buffer,
  messages: readonly Span[],
  passed: readonly FromClient[],
): readonly Buffer[] {
  return passed.flatMap(({ forward }, i): Buffer[] => {
    const message = messages[i];
    if (typeof forward !== 'boolean') return [forward];
    return forward && message ? [bytes.subarray(message.start, message.end)] : [];
  });
}

function withoutLineEnd(piece: Buffer, { start, end }: Span): Span {
  const last = piece[end - 1] === NEWLINE ? end - 1 : end;
  return { start, end: last > start && piece[last - 1] === CARRIAGE_RETURN ? last - 1 : last };
}

function isStray(piece: Buffer, { start, end }: Span): boolean {
  const at = piece.indexOf(CARRIAGE_RETURN, start);
  return at >= 0 && at < end;
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
  // The client has its results, so there is time for detection.
  for (const observe of later) observe();
}

const COMMA = Buffer.from(',');

/** Writes one message as a line, or several as a batch. */
export function lineOf(messages: readonly Buffer[], isBatch: boolean): Buffer {
  const [first = Buffer.alloc(0)] = messages;
  const isEnded = first[first.length - 1] === NEWLINE;
  if (!isBatch) return isEnded ? first : Buffer.concat([first, Buffer.of(NEWLINE)]);
  const list = messages.flatMap((message, i) => (i === 0 ? [message] : [COMMA, message]));
  return Buffer.concat([Buffer.from('['), ...list, Buffer.from(']\n')]);
}
