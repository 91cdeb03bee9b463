import type { IncomingHttpHeaders } from 'node:http';

/** A text, split into the chunks in which it streams. */
export type Pieces = string | Iterable<string>;

export interface MockCall {
  readonly name: string;
  readonly id?: string;
  /** An object, or JSON text in chunks. */
  readonly args?: Pieces | Readonly<Record<string, unknown>>;
}

/** One answer of the model. */
export interface Turn {
  readonly reasoning?: Pieces;
  readonly text?: Pieces;
  readonly calls?: readonly MockCall[];
  /** Sent instead of an answer. */
  readonly fail?: {
    readonly status: number;
    readonly body: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Breaks the connection after this many events. */
  readonly breakAfter?: number;
  /** Milliseconds before each event. */
  readonly pause?: number;
  readonly compressed?: 'gzip' | 'br';
}

/** A request as the mock received it. */
export interface Asked {
  readonly protocol: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly body: Readonly<Record<string, unknown>>;
  readonly isStream: boolean;
  /** Names of the tools offered to the model. */
  readonly tools: readonly string[];
}

export interface MockProtocol {
  readonly id: string;
  readonly speaks: (path: string) => boolean;
  readonly isStream: (path: string, body: Asked['body']) => boolean;
  readonly toolsOf: (body: Asked['body']) => readonly string[];
  readonly events: (turn: Turn, asked: Asked) => Iterable<string>;
  readonly whole: (turn: Turn, asked: Asked) => unknown;
}

export function piecesOf(pieces: Pieces | undefined): Iterable<string> {
  return pieces === undefined ? [] : typeof pieces === 'string' ? [pieces] : pieces;
}

export function wholeOf(pieces: Pieces | undefined): string {
  return [...piecesOf(pieces)].join('');
}

export function argPieces({ args }: MockCall): Iterable<string> {
  if (args === undefined) return ['{}'];
  if (typeof args === 'string') return [args];
  return Symbol.iterator in args ? (args as Iterable<string>) : [JSON.stringify(args)];
}

export function argValue(call: MockCall): unknown {
  return JSON.parse([...argPieces(call)].join(''));
}

let calls = 0;

export function idOf(call: MockCall, prefix: string): string {
  return call.id ?? `${prefix}${String(++calls).padStart(6, '0')}`;
}

/** Reads the names from the tools of a request. */
export function namesIn(
  tools: unknown,
  nameOf: (tool: Readonly<Record<string, unknown>>) => unknown,
): string[] {
  const all = Array.isArray(tools) ? (tools as readonly Readonly<Record<string, unknown>>[]) : [];
  return all.map(nameOf).filter((name): name is string => typeof name === 'string');
}
