/** Relays server-sent events as bytes, one whole event at a time, unchanged or with replaced data. */
import { messagesOf } from '../wire/envelope.js';
import type { Exchange } from '../session/exchange/exchange.js';
import { createFramer } from '../wire/framer.js';
import { skipSpace } from '../wire/json-bytes.js';
import { lineOf } from './line-relay.js';

export interface SseRelay {
  readonly push: (chunk: Buffer) => void;
  /** The incomplete event at the end of the stream. */
  readonly end: () => void;
}

const NEWLINE = Buffer.from('\n');
const DATA = Buffer.from('data:');

export function createSseRelay(exchange: Exchange, write: (bytes: Buffer) => void, limit: number): SseRelay {
  let event: Buffer[] = [];
  const framer = createFramer({ limit, onTooLong: () => undefined });
  const endEvent = (): void => {
    const { bytes, then } = passEvent(event, exchange);
    event = [];
    write(bytes);
    then();
  };
  const push = (chunk: Buffer): void => {
    const lines = framer.push(chunk);
    if (!lines) return;
    for (let start = 0; start < lines.length;) {
      const end = lines.indexOf(0x0a, start) + 1 || lines.length;
      const line = lines.subarray(start, end);
      event.push(line);
      if (skipSpace(line, 0, line.length) === line.length) endEvent();
      start = end;
    }
  };
  return { push, end: () => (event.length > 0 ? endEvent() : undefined) };
}

function passEvent(
  lines: readonly Buffer[],
  exchange: Exchange,
): { readonly bytes: Buffer; readonly then: () => void } {
  const whole = Buffer.concat(lines);
  const data = exchange.isWaiting() ? dataOf(lines) : undefined;
  if (!data) return { bytes: whole, then: () => undefined };
  const { isBatch, messages } = messagesOf(data, { start: 0, end: data.length });
  const seen = messages.map((message) => exchange.fromServer(data, message));
  const then = (): void => seen.forEach((one) => one.then?.());
  if (seen.every(({ edited }) => edited === undefined)) return { bytes: whole, then };
  const pieces = messages.map(({ start, end }, i) => seen[i]?.edited ?? data.subarray(start, end));
  const others = lines.filter((line) => !isData(line));
  const [blank = NEWLINE] = others.splice(-1);
  return { bytes: Buffer.concat([...others, eventData(lineOf(pieces, isBatch)), blank]), then };
}

/** Writes a line of JSON as the data of an event. */
export function eventData(line: Buffer): Buffer {
  return Buffer.concat([DATA, Buffer.from(' '), line]);
}

function isData(line: Buffer): boolean {
  return line.subarray(0, DATA.length).equals(DATA);
}

/** The data of an event. Multiple data lines form one text; JSON allows line ends there. */
function dataOf(lines: readonly Buffer[]): Buffer | undefined {
  const pieces = lines.filter(isData).map((line) => line.subarray(DATA.length));
  return pieces.length === 0 ? undefined : onOneLine(Buffer.concat(pieces));
}

/** Line ends in JSON can only be white space, so spaces can replace them. */
export function onOneLine(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && skipSpace(bytes, end - 1, end) === end) end--;
  const line = Buffer.from(bytes.subarray(0, end));
  for (let i = 0; i < line.length; i++) if (line[i] === 0x0a || line[i] === 0x0d) line[i] = 0x20;
  return line;
}
