/** Messages that the proxy itself writes. Ids go in as they came, so that even 2⁵³ + 1 stays what it is. */

/**
 * A normal result with `isError`: the model reads it and can act on it; a transport error would never reach it. The
 * result type must be there since 2026-07-28; before, it is one of the fields that a result may have.
 */
export function refusal(id: string, text: string): Buffer {
  return Buffer.from(
    `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","content":[${textItem(text)}],"isError":true}}\n`,
    'utf8',
  );
}

/** One item of a result's content. */
export function textItem(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`;
}

/** For a line of which not even the id could be read. */
export function lineRefused(text: string): Buffer {
  return Buffer.from(
    `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":${JSON.stringify(text)}}}\n`,
    'utf8',
  );
}
