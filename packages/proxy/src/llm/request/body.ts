import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { isRecord, type Json, parseJson } from '../../json.js';

/** What was read of a body: all of it, or a beginning that was already too much. */
export interface Body {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

/** Reads at most about `limit` bytes; the rest stays in the stream, for whoever forwards it. Fails where the stream does. */
export function readBody(stream: IncomingMessage, limit: number): Promise<Body> {
  // Where the length is told, there is no need to wait until the stream has noticed its end.
  const length = Number(stream.headers['content-length'] ?? NaN);
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (isWhole: boolean): void => {
      stream.off('data', take).off('end', end).off('error', fail).off('close', cut);
      done({ bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks), isWhole });
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      size += chunk.length;
      if (size === length) settle(true);
      if (size <= limit) return;
      stream.pause();
      settle(false);
    };
    const end = (): void => settle(true);
    const cut = (): void => fail(new Error('The other side went away.'));
    stream.on('data', take).on('end', end).on('error', fail).on('close', cut);
  });
}

const MAX_DECODED = 64 * 1024 * 1024;

/** A body as a JSON object; `undefined` where it is none, or packed in a way that Node cannot open. */
export function jsonBody(bytes: Buffer, encoding: string | undefined): Json | undefined {
  const unpacked = unpack(bytes, encoding);
  const value = unpacked === undefined ? undefined : parseJson(unpacked.toString('utf8'));
  return isRecord(value) ? value : undefined;
}

interface Packing {
  readonly open: (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;
  readonly stream: () => Readable & NodeJS.ReadWriteStream;
}

const GZIP: Packing = { open: zlib.gunzipSync, stream: () => zlib.createGunzip() };

/** Only newer Nodes (from 22.15 on) know zstd; before, the functions are not there. */
const { zstdDecompressSync, createZstdDecompress } = zlib as object as {
  readonly zstdDecompressSync?: Packing['open'];
  readonly createZstdDecompress?: Packing['stream'];
};
const ZSTD =
  zstdDecompressSync && createZstdDecompress
    ? { open: zstdDecompressSync, stream: () => createZstdDecompress() }
    : undefined;

const PACKINGS: ReadonlyMap<string, Packing> = new Map<string, Packing>([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  ['deflate', { open: zlib.inflateSync, stream: () => zlib.createInflate() }],
  ['br', { open: zlib.brotliDecompressSync, stream: () => zlib.createBrotliDecompress() }],
  ...(ZSTD ? [['zstd', ZSTD] as const] : []),
]);

const packingOf = (encoding: string): string => encoding.trim().toLowerCase();

/** Whether what is packed like this can be read here. */
export function isReadable(encoding = ''): boolean {
  const name = packingOf(encoding);
  return name === '' || name === 'identity' || PACKINGS.has(name);
}

/** For a person. */
export function unreadable(what: 'requests' | 'answers', encoding: string): string {
  const hint = /^\s*zstd\s*$/i.test(encoding) ? ' Node reads zstd from version 22.15 on.' : '';
  return `${what} packed as ${cut(encoding)} pass without being looked at.${hint}`;
}

/** Whatever comes in a header: only so many of these may be told of. */
const KNOWN = /^[a-z0-9, -]{1,20}$/i;
const cut = (encoding: string): string =>
  KNOWN.test(encoding) ? encoding.trim().toLowerCase() : 'something unknown';

function unpack(bytes: Buffer, encoding = 'identity'): Buffer | undefined {
  const name = packingOf(encoding);
  if (name === 'identity') return bytes;
  try {
    return PACKINGS.get(name)?.open(bytes, { maxOutputLength: MAX_DECODED });
  } catch {
    return undefined;
  }
}

/** The stream unpacked; `undefined` where it is not packed, or in a way that Node cannot open. */
export function unpacker({ headers }: IncomingMessage): (Readable & NodeJS.ReadWriteStream) | undefined {
  return PACKINGS.get(packingOf(headers['content-encoding'] ?? ''))?.stream();
}
