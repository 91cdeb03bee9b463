import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { isRecord, type Json, parseJson } from '../../shared/json.js';

/** The bytes read so far: the whole body, or the beginning of one that exceeds the limit. */
export interface Body {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

/**
 * Reads about `limit` bytes at most and leaves the rest in the stream, so that the caller can forward it. Rejects if
 * the stream fails.
 */
export function readBody(stream: IncomingMessage, limit: number): Promise<Body> {
  // With a known length there is no need to wait for the `end` event.
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

/** Parses a body as a JSON object. Returns `undefined` if it is not one, or if Node cannot decompress it. */
export function jsonBody(bytes: Buffer, encoding: string | undefined): Json | undefined {
  const decompressed = decompress(bytes, encoding);
  const value = decompressed === undefined ? undefined : parseJson(decompressed.toString('utf8'));
  return isRecord(value) ? value : undefined;
}

interface Compression {
  readonly open: (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;
  readonly stream: () => Readable & NodeJS.ReadWriteStream;
}

const GZIP: Compression = { open: zlib.gunzipSync, stream: () => zlib.createGunzip() };

/** Node has zstd since 22.15. Older versions lack these functions. */
const { zstdDecompressSync, createZstdDecompress } = zlib as object as {
  readonly zstdDecompressSync?: Compression['open'];
  readonly createZstdDecompress?: Compression['stream'];
};
const ZSTD =
  zstdDecompressSync && createZstdDecompress
    ? { open: zstdDecompressSync, stream: () => createZstdDecompress() }
    : undefined;

const COMPRESSIONS: ReadonlyMap<string, Compression> = new Map<string, Compression>([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  ['deflate', { open: zlib.inflateSync, stream: () => zlib.createInflate() }],
  ['br', { open: zlib.brotliDecompressSync, stream: () => zlib.createBrotliDecompress() }],
  ...(ZSTD ? [['zstd', ZSTD] as const] : []),
]);

const encodingName = (encoding: string): string => encoding.trim().toLowerCase();

/** Whether this program can decompress the encoding. */
export function isReadable(encoding = ''): boolean {
  const name = encodingName(encoding);
  return name === '' || name === 'identity' || COMPRESSIONS.has(name);
}

/** A message for the log. */
export function unreadable(what: 'requests' | 'answers', encoding: string): string {
  const hint = /^\s*zstd\s*$/i.test(encoding) ? ' Node reads zstd from version 22.15 on.' : '';
  return `${what} with ${encodingText(encoding)} are forwarded unread.${hint}`;
}

/** A header may contain anything, so the log shows only plausible encoding names. */
const KNOWN = /^[a-z0-9, -]{1,20}$/i;
const encodingText = (encoding: string): string =>
  KNOWN.test(encoding) ? `content-encoding ${encoding.trim().toLowerCase()}` : 'an unknown content-encoding';

function decompress(bytes: Buffer, encoding = 'identity'): Buffer | undefined {
  const name = encodingName(encoding);
  if (name === 'identity') return bytes;
  try {
    return COMPRESSIONS.get(name)?.open(bytes, { maxOutputLength: MAX_DECODED });
  } catch {
    return undefined;
  }
}

/**
 * A stream that decompresses the body. Returns `undefined` if the body is not compressed or Node cannot decompress it.
 */
export function decompressor({ headers }: IncomingMessage): (Readable & NodeJS.ReadWriteStream) | undefined {
  return COMPRESSIONS.get(encodingName(headers['content-encoding'] ?? ''))?.stream();
}
