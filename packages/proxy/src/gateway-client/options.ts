import type { ActionOutcome } from '../shared/carry-out.js';
/** What a gateway wants the agent to do. Every acknowledgement carries one. */
export interface GatewayOrder {
  readonly action: 'continue' | 'nudge' | 'redirect' | 'block' | 'pause' | 'stop';
  /** Text for the model; may be empty. */
  readonly text: string;
  /** The version of the session; a higher one is newer. */
  readonly version: number;
  /** Messages of people for the agent. The gateway may repeat one; compare the ids. */
  readonly directives: readonly { readonly id: string; readonly kind: string; readonly text: string }[];
  /** The session waits for a person. The gateway stores its events and processes them later. */
  readonly held: boolean;
  /** True if a person paused or stopped the session, false if detection did. */
  readonly isByPerson: boolean;
}

/** A problem with the gateway. The agent goes on. */
export interface GatewayTrouble {
  readonly code: 'UNREACHABLE' | 'REFUSED' | 'DROPPED' | 'SPOOL' | 'EVENT' | 'CALLBACK';
  readonly message: string;
}

export interface GatewayClientOptions {
  /** The address of the gateway: `http://127.0.0.1:7878`. */
  readonly url: string;
  /** A key with the scope `ingest`. */
  readonly token?: string;
  /** The name of the agent run. Only one client at a time may send for it. */
  readonly session: string;
  readonly agent?: { readonly id: string; readonly type?: string; readonly model?: string };
  /** Called with the order of every acknowledgement. */
  readonly onOrder?: (order: GatewayOrder) => void;
  readonly onTrouble?: (trouble: GatewayTrouble) => void;
  /** A folder in which unsent events survive a restart. Without it they are kept in memory. */
  readonly spoolDir?: string;
  /** Limits of the queue. Beyond them the client drops the oldest events. Default 10,000 events, 16 MiB. */
  readonly maxEvents?: number;
  readonly maxBytes?: number;
  /** Milliseconds to wait for more events before sending a batch. Default 100. */
  readonly lingerMs?: number;
  /** The timeout of one request in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** The longest delay between two retries in milliseconds. Default 30,000. */
  readonly maxBackoffMs?: number;
  /** Removes secrets from an event before storing or sending it. Default true. */
  readonly redacts?: boolean;
}

export interface GatewayClient {
  /** Takes one event of the trace format and adds the events derived from it. Never throws and never blocks. */
  readonly send: (event: unknown) => void;
  /** Reports what became of the actions of a decision. Never throws and never waits. */
  readonly report: (outcomes: readonly ActionOutcome[]) => void;
  /** The newest order; `continue` before the first. */
  readonly order: () => GatewayOrder;
  /** Asks the gateway for the newest order, without an event. */
  readonly check: () => void;
  /** Sends at once. True when everything is acknowledged, false after the timeout. Default 5 s. */
  readonly flush: (timeoutMs?: number) => Promise<boolean>;
  /** Flushes and then stops. Unsent events stay in the spool. `isEnd` tells the gateway that the session is over. */
  readonly close: (how?: { readonly timeoutMs?: number; readonly isEnd?: boolean }) => Promise<boolean>;
  /** How many events wait to be acknowledged. */
  readonly waiting: () => number;
}

export const CONTINUE: GatewayOrder = {
  ...{ action: 'continue', text: '', version: 0, directives: [], held: false, isByPerson: false },
};
