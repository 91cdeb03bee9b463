import type { Budgets, CallEvent, Mode, Preset, PresetOptions, ToolTrait } from '@rutbreak/core';
import type { BreakerOptions, FailureBreakerOptions } from '@rutbreak/core/edge';
import type { ActionOutcome, HostActions } from '../../shared/carry-out.js';
import type { ProxyLink } from '../../gateway-client/link.js';
import type { OnDecision } from '../../shared/live-session.js';
import type { Audit } from '../audit/audit-file.js';
import type { Policy, Rule } from '../policy/policy.js';
import type { OutputSchemas } from '../wire/output-schemas.js';
import type { OutcomeClass } from '../wire/result.js';

export interface RelayOptions {
  /** The server's name in policies and records. */
  readonly server: string;
  readonly policy?: Policy;
  readonly audit?: Audit;
  /** The detection preset. Default `default`. */
  readonly preset?: string | Preset;
  readonly options?: PresetOptions;
  /** `shadow` records what detection would do, but does not act. Policy and breakers still apply. */
  readonly mode?: Mode;
  /** Facts about tools, by name. */
  readonly tools?: Readonly<Record<string, ToolTrait>>;
  readonly budgets?: Budgets;
  readonly breaker?: Partial<BreakerOptions>;
  readonly failureBreaker?: Partial<FailureBreakerOptions>;
  /** Receives the events of all sessions. Its users can pause and stop them. */
  readonly gateway?: ProxyLink;
  /** Actions of a preset that only the host program can perform. */
  readonly host?: HostActions;
  /** Called whenever detection acts on a session. */
  readonly onReport?: (report: RelayReport) => void;
  readonly onDecision?: OnDecision;
  /**
   * A check by the host, after the policy and before all others. Returns the text for the model if it refuses
   * the call.
   */
  readonly checkCall?: (call: HostCheck) => string | undefined;
  readonly clock?: () => number;
}

export interface HostCheck {
  readonly session: string;
  readonly tool: string;
  readonly args: unknown;
}

/** A report of an action that detection took, for a person. */
export interface RelayReport {
  readonly session: string;
  readonly rung: string;
  /** A short description of the loop. */
  readonly brief: string;
  /** The question for a person, if the preset asks one. */
  readonly question?: string;
  readonly actions: readonly ActionOutcome[];
}

/** An event of the trace format: a call and its result. */
export type RelayEvent = CallEvent;

export interface ToolCall {
  readonly tool: string;
  readonly args: unknown;
  /** The client answers a question of the server by sending the call again, so this is not a repetition. */
  readonly isResend: boolean;
}

/** A call before the relay has decided about it. */
export interface IncomingCall extends ToolCall {
  readonly seq: number;
  readonly startedAt: number;
  readonly rule: Rule | undefined;
}

/** A call that was forwarded, or waits for a person. */
export interface Ticket extends IncomingCall {
  /** The result waits for detection, because a text may have to be added. */
  readonly isHeld: boolean;
  /** The fingerprint of tool and arguments, once computed. */
  readonly print?: number;
  /** Calls that the model made in one step share a round. */
  readonly round?: number;
}

export type Settled =
  { readonly kind: 'forward'; readonly ticket: Ticket } | { readonly kind: 'refuse'; readonly text: string };
/** `ask`: a person must agree first; then call `agreed` or `declined`. */
export type Admission = Settled | { readonly kind: 'ask'; readonly ticket: Ticket };

/** A result that the client has already received, not parsed yet. */
interface UnreadOutcome {
  readonly isError: boolean;
  /** Parses the result for detection. */
  readonly read: () => unknown;
  /** A cheap digest: equal for equal results, and different for most others. */
  readonly sample: number | undefined;
}

/** Relays the calls of one agent run. */
export interface CallRelay {
  readonly server: string;
  /** With a policy or an audit, the proxy forwards its own normalised form of a call. */
  readonly isStrict: boolean;
  /** The known output schemas of the server's tools. */
  readonly schemas: OutputSchemas;
  /** The protocol version that the client requested. */
  version: string | undefined;
  /** Records a message that was not forwarded because it is invalid. */
  refusedMessage(problem: string, message: Uint8Array): void;
  admit(call: ToolCall): Admission;
  agreed(ticket: Ticket): Settled;
  declined(ticket: Ticket, by: 'person' | 'policy'): void;
  /** The call was sent. Prepares its audit record while the server works. */
  forwarded(ticket: Ticket): void;
  /** Records the outcome. Call this before the client receives the result. */
  ended(ticket: Ticket, outcome: OutcomeClass): void;
  /** Runs detection on a result. Returns the text to add to it if the ticket is held; else the next result carries it. */
  observed(ticket: Ticket, result: unknown, isError: boolean): string;
  /** Like `observed`, for a result that the client has already received. New results wait until the proxy is idle. */
  observedLater(ticket: Ticket, outcome: UnreadOutcome): void;
  /** Runs detection on all waiting results. */
  catchUp(): void;
  /** Keeps a text that did not fit into its result for the next one. */
  queueText(text: string): void;
}
