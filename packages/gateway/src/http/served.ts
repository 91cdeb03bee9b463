/** A server with an address and a page. */
export interface Served {
  /** Resolves to the address once the server listens. Port 0 picks a free one. */
  readonly listen: (place?: { readonly host?: string; readonly port?: number }) => Promise<string>;
  /** The path of a login link for a browser, valid once within five minutes. */
  readonly loginPath: () => Promise<string>;
  /** Rejects new work, finishes work in progress, and frees everything that it holds. */
  readonly close: () => Promise<void>;
}
