import { TextDecoder } from 'node:util';

/** Enough to tell how a file is written. */
const HEAD = 4;

/** The same text in UTF-8: what PowerShell writes with `>` is UTF-16. Anything else passes as it is. */
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

/** By the byte order mark; without one, by the zeros beside the bracket that a transcript begins with. */
function decoderFor([a, b, c, d]: Uint8Array): TextDecoder | undefined {
  const isLittle = (a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && c !== 0 && d === 0);
  const isBig = (a === 0xfe && b === 0xff) || (a === 0 && b !== 0 && c === 0 && d !== 0);
  if (isLittle) return new TextDecoder('utf-16le');
  return isBig ? new TextDecoder('utf-16be') : undefined;
}
