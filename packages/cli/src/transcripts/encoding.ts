import { TextDecoder } from 'node:util';

/** Enough to detect the encoding of a file. */
const HEAD = 4;

/** Converts to UTF-8: PowerShell's `>` writes UTF-16. Anything else passes unchanged. */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array();
  let decoder: TextDecoder | undefined;
  const decoded = (chunk: Uint8Array): Uint8Array =>
    decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  for await (const chunk of chunks) {
    if (!head) yield decoded(chunk);
    else if (head.length + chunk.length < HEAD) head = Buffer.concat([head, chunk]);
    else {
      const first: Uint8Array = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      decoder = decoderFor(first);
      head = undefined;
      yield decoded(first);
    }
  }
  if (head && head.length > 0) yield head;
}

/** By the byte order mark; without one, by the zeros beside the first bracket. */
function decoderFor([a, b, c, d]: Uint8Array): TextDecoder | undefined {
  const isLittle = (a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && c !== 0 && d === 0);
  const isBig = (a === 0xfe && b === 0xff) || (a === 0 && b !== 0 && c === 0 && d !== 0);
  if (isLittle) return new TextDecoder('utf-16le');
  return isBig ? new TextDecoder('utf-16be') : undefined;
}
