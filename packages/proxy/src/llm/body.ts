import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzipSync,
  inflateSync,
} from 'node:zlib';
import { isRecord, type Json, parseJson } from './json.js';

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

function unpack(bytes: Buffer, encoding = 'identity'): Buffer | undefined {
  const options = { maxOutputLength: MAX_DECODED };
  try {
    switch (encoding.trim().toLowerCase()) {
      case 'identity':
        return bytes;
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(bytes, options);
      case 'deflate':
        return inflateSync(bytes, options);
      case 'br':
        return brotliDecompressSync(bytes, options);
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

/** The stream unpacked; `undefined` where it is not packed, or in a way that Node cannot open. */
export function unpacker(answer: IncomingMessage): (Readable & NodeJS.ReadWriteStream) | undefined {
  switch (answer.headers['content-encoding']?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}
