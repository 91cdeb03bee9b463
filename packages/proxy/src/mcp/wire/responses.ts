/** Messages that the proxy writes. Ids are copied as written, so that even 2⁵³ + 1 stays exact. */

/** Codes of JSON-RPC errors. */
export const ERROR = { parse: -32700, invalidRequest: -32600, methodNotFound: -32601, invalidParams: -32602 };

/**
 * A normal result with `isError`, which the model reads and can act on. A transport error would not reach the model.
 * The result type is required since 2026-07-28; earlier versions allow it.
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

/** A JSON-RPC error. Without an id it responds to a message whose id could not be read. */
export function errorResponse(code: number, message: string, id = 'null'): Buffer {
  return Buffer.from(
    `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":${JSON.stringify(message)}}}\n`,
    'utf8',
  );
}
