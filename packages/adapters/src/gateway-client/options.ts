/** What a gateway wants the agent to do; every acknowledgement carries one. */
export interface GatewayOrder {
  readonly action: 'continue' | 'nudge' | 'redirect' | 'block' | 'pause' | 'stop';
  /** What to tell the model; may be empty. */
  readonly text: string;
  /** Of the session; higher is newer. */
  readonly version: number;
  /** What people want the agent to know, each once. */
  readonly directives: readonly { readonly id: string; readonly kind: string; readonly text: string }[];
  /** The session waits for a person: events are kept and count later. */
  readonly held: boolean;
}

/** Something is not as it should be; the agent goes on. */
export interface GatewayTrouble {
  readonly code: 'UNREACHABLE' | 'REFUSED' | 'DROPPED' | 'SPOOL' | 'EVENT' | 'CALLBACK';
  readonly message: string;
}

export interface GatewayClientOptions {
  /** Of the gateway: `http://127.0.0.1:7878`. */
  readonly url: string;
  /** A key with the scope `ingest`. */
  readonly token: string;
  /** One agent run. One client at a time sends for it. */
  readonly session: string;
  readonly agent?: { readonly id: string; readonly type?: string; readonly model?: string };
  /** Told of every acknowledgement's order. */
  readonly onOrder?: (order: GatewayOrder) => void;
  readonly onTrouble?: (trouble: GatewayTrouble) => void;
  /** The folder in which events wait while the gateway is away, so that a restart loses none. Without it they wait in memory. */
  readonly spoolDir?: string;
  /** How much may wait; beyond it the oldest go. Default 10,000 events, 16 MiB. */
  readonly maxEvents?: number;
  readonly maxBytes?: number;
  /** How long more events are waited for before a batch is sent, in milliseconds. Default 100. */
  readonly lingerMs?: number;
  /** How long one request may take, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** The longest pause between two tries, in milliseconds. Default 30,000. */
  readonly maxBackoffMs?: number;
  /** Secrets are taken out before anything is kept or sent. Default true. */
  readonly redacts?: boolean;
}

export interface GatewayClient {
  /** Takes in one event of the trace format; a call brings what is derived from it along. Never throws and never waits. */
  readonly send: (event: unknown) => void;
  /** The newest order; `continue` before the first. */
  readonly order: () => GatewayOrder;
  /** Tries at once; true when everything is acknowledged, false when the time is up. Default 5 s. */
  readonly flush: (timeoutMs?: number) => Promise<boolean>;
  /** The same, and then no more. What is left waits in the spool. `isEnd` tells the gateway that the session is over. */
  readonly close: (how?: { readonly timeoutMs?: number; readonly isEnd?: boolean }) => Promise<boolean>;
  /** Events that wait to be acknowledged. */
  readonly waiting: () => number;
}

export const CONTINUE: GatewayOrder = {
  ...{ action: 'continue', text: '', version: 0, directives: [], held: false },
};
