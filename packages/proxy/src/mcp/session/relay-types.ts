import type {
  BreakerOptions,
  Budgets,
  CallEvent,
  FailureBreakerOptions,
  Mode,
  PresetOptions,
  ToolTrait,
} from '@rutbreak/core';
import type { ActionOutcome, HostActions } from '../../carry-out.js';
import type { GatewayLink } from '../../gateway-client/link.js';
import type { Audit } from '../audit/audit-file.js';
import type { Policy, Rule } from '../policy/policy.js';
import type { OutputSchemas } from '../wire/output-schemas.js';
import type { OutcomeClass } from '../wire/result.js';

export interface RelayOptions {
  /** The name of the server in policies and records. */
  readonly server: string;
  readonly policy?: Policy;
  readonly audit?: Audit;
  /** The detection preset. Default `default`. */
  readonly preset?: string;
  readonly options?: PresetOptions;
  /** `shadow` records what detection would do, and does nothing. Policy and breakers still apply. */
  readonly mode?: Mode;
  /** Facts about tools, by name. */
  readonly tools?: Readonly<Record<string, ToolTrait>>;
  readonly budgets?: Budgets;
  readonly breaker?: Partial<BreakerOptions>;
  readonly failureBreaker?: Partial<FailureBreakerOptions>;
  /** A stopped run starts afresh after this many milliseconds without a call. Default 60,000. */
  readonly quiet?: number;
  /** Gets the events of all sessions; its people can pause and stop them. */
  readonly gateway?: Pick<GatewayLink, 'send' | 'order' | 'takeMessages'>;
  /** Actions of a preset that only the host program can do. */
  readonly host?: HostActions;
  /** Called whenever detection acts on a session. */
  readonly onReport?: (report: RelayReport) => void;
  readonly clock?: () => number;
}

/** What detection did to a session, for a person. */
export interface RelayReport {
  readonly session: string;
  readonly rung: string;
  /** The loop in a few words. */
  readonly brief: string;
  readonly actions: readonly ActionOutcome[];
}

/** An event of the trace format: a call and its result. */
export type RelayEvent = CallEvent;

export interface ToolCall {
  readonly tool: string;
  readonly args: unknown;
  /** The client answers a question of the server by sending the call again. It is not a repetition. */
  readonly isResend: boolean;
}

/** A call before the relay has decided about it. */
export interface Entry extends ToolCall {
  readonly seq: number;
  readonly startedAt: number;
  readonly rule: Rule | undefined;
}

/** A call that was forwarded, or waits for a person. */
export interface Ticket extends Entry {
  /** The result waits for detection, because a text may be added to it. */
  readonly isHeld: boolean;
  /** The fingerprint of tool and arguments, once it is known. */
  readonly print?: number;
  /** Calls that the model made in one step share a round. */
  readonly round?: number;
}

export type Settled =
  { readonly kind: 'forward'; readonly ticket: Ticket } | { readonly kind: 'refuse'; readonly text: string };
/** `ask`: a person must agree first; then call `agreed` or `declined`. */
export type Admission = Settled | { readonly kind: 'ask'; readonly ticket: Ticket };

/** A result that the client already has, not parsed yet. */
interface UnreadOutcome {
  readonly isError: boolean;
  /** Parses the result for detection. */
  readonly read: () => unknown;
  /** A cheap digest: equal for equal results, and different for most others. */
  readonly sample: number | undefined;
}

/** The calls of one agent run. */
export interface RelaySession {
  readonly server: string;
  /** With a policy or an audit, calls are forwarded in the form in which the proxy read them. */
  readonly isStrict: boolean;
  /** What is known of the output schemas of the server's tools. */
  readonly schemas: OutputSchemas;
  /** The protocol version that the client asked for. */
  version: string | undefined;
  /** Records a message that was not forwarded because it is not valid. */
  refusedMessage(problem: string, message: Uint8Array): void;
  admit(call: ToolCall): Admission;
  agreed(ticket: Ticket): Settled;
  declined(ticket: Ticket, by: 'person' | 'policy'): void;
  /** The call is on its way. Prepares its audit record while the server works. */
  forwarded(ticket: Ticket): void;
  /** Records the outcome. Must be called before the client gets the result. */
  ended(ticket: Ticket, outcome: OutcomeClass): void;
  /** Runs detection on a result. Returns the text to add to it if the ticket is held; else the next result carries it. */
  observed(ticket: Ticket, result: unknown, isError: boolean): string;
  /** Like `observed`, for a result that the client already has. New results wait until the proxy is idle. */
  observedLater(ticket: Ticket, outcome: UnreadOutcome): void;
  /** Runs detection on everything that waits for it. */
  catchUp(): void;
  /** Keeps a text that could not be added to its result for the next one. */
  owe(text: string): void;
}
