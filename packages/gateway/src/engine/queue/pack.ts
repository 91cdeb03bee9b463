import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Field names and marks of types repeat, and the lowest level finds them; the rest is digests, which no level makes smaller. */
const LEVEL = { level: 1 };

/** Packs a JSON value into a binary string for the in-memory cache: a string has less overhead than a buffer. */
export function pack(value: unknown): string {
  return deflateRawSync(serialize(value), LEVEL).toString('latin1');
}

export function unpack(packed: string): unknown {
  return deserialize(inflateRawSync(Buffer.from(packed, 'latin1')));
}
