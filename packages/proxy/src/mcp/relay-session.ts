import {
  type Act,
  type BreakerOptions,
  type Budgets,
  type CallBreaker,
  type CallEvent,
  createCallBreaker,
  type Decision,
  type DerivedEvent,
  type FailureBreakerOptions,
  fingerprint,
  type Guard,
  type GuardSession,
  type Mode,
  observeWithDerived,
  type PresetOptions,
  type ToolTrait,
  withDerived,
} from '@rutbreak/core';
import type { Audit } from './audit.js';
import { type Backlog, createBacklog } from './backlog.js';
import { type Book, openBook } from './book.js';
import type { FailureGate } from './failure-gate.js';
import { ALLOW_ALL, decide, type Policy, type Rule } from './policy/policy.js';
import { type RecentPrints, recentPrints } from '../recent.js';
import type { OutcomeClass } from './result.js';
import * as words from './words.js';

export interface RelayOptions {
  /** What the server is called in policies and records. */
  readonly server: string;
  readonly policy?: Policy;
  readonly audit?: Audit;
  /** How loops are judged. Default `default`. */
  readonly preset?: string;
  readonly options?: PresetOptions;
  /** `shadow` records what the detectors would do and does not do it. Policy and breakers hold all the same. */
  readonly mode?: Mode;
  /** What is known about tools, by name. */
  readonly tools?: Readonly<Record<string, ToolTrait>>;
  readonly budgets?: Budgets;
  readonly breaker?: Partial<BreakerOptions>;
  readonly failureBreaker?: Partial<FailureBreakerOptions>;
  /** After this many milliseconds without a call a stopped run starts afresh. Default 60,000. */
  readonly quiet?: number;
  /** Sees what is recorded; for a gateway. */
  readonly onEvent?: (session: string, event: RelayEvent) => void;
  readonly clock?: () => number;
}

/** An event of the trace format: what was called and what came back, or what is derived from that. */
export type RelayEvent = CallEvent | DerivedEvent;

export interface ToolCall {
  readonly tool: string;
  readonly args: unknown;
  /** The client answers a question of the server with the same call: not a repetition. */
  readonly isResend: boolean;
}

/** One call on its way. */
export interface Ticket extends ToolCall {
  readonly seq: number;
  readonly startedAt: number;
  readonly rule: Rule | undefined;
  /** The result is looked at before it goes on, because something may be added to it. */
  readonly isHeld: boolean;
  /** The fingerprint of tool and arguments, once it is known. */
  readonly print?: number;
}

export type Settled =
  { readonly kind: 'forward'; readonly ticket: Ticket } | { readonly kind: 'refuse'; readonly text: string };
/** Where a person has to be asked: then `agreed`, or `declined`. */
export type Admission = Settled | { readonly kind: 'ask'; readonly ticket: Ticket };

/** What came back and was passed on, as far as one can tell at once. */
interface UnreadOutcome {
  readonly isError: boolean;
  /** The result, for the detectors. */
  readonly read: () => unknown;
  /** Equal for equal results, and different for most others. Undefined where it is not known. */
  readonly sample: number | undefined;
}

/** One agent run's way through the relay. */
export interface RelaySession {
  readonly server: string;
  admit(call: ToolCall): Admission;
  agreed(ticket: Ticket): Settled;
  declined(ticket: Ticket, by: 'person' | 'policy'): void;
  /** The call is on its way: now there is time for what its record will need. */
  forwarded(ticket: Ticket): void;
  /** Records the outcome; called before the result goes on. */
  ended(ticket: Ticket, outcome: OutcomeClass): void;
  /** Shows the outcome to the detectors. Returns what to add to this result, if it is held; otherwise the next one carries it. */
  observed(ticket: Ticket, result: unknown, isError: boolean): string;
  /** The same for a result that is on its way already: what brings something new can wait until there is time. */
  observedLater(ticket: Ticket, outcome: UnreadOutcome): void;
  /** Looks at everything that waits to be looked at. */
  catchUp(): void;
  /** A text that could not be added after all. */
  owe(text: string): void;
}

interface Parts extends RelayOptions {
  readonly guard: Guard;
  readonly failures: FailureGate;
  readonly limits: BreakerOptions;
  readonly run: string;
  readonly clock: () => number;
  readonly nextSeq: () => number;
}

/** What is known at the door, before anything is decided. */
type Entry = Omit<Ticket, 'isHeld' | 'print'>;

/** What one session remembers. */
interface Memory {
  readonly id: string;
  readonly watch: GuardSession;
  readonly repeats: CallBreaker;
  /** Calls and results that were there lately. */
  readonly recent: RecentPrints;
  readonly results: RecentPrints;
  readonly book: Book;
  /** Results that nobody has looked at yet. */
  readonly backlog: Backlog;
  /** Calls that a person agreed to and that the server has asked back about: to ask the person again would not end. */
  readonly agreed: Set<number>;
  /** Words for the model that wait for the next result. */
  owed: string;
  /** When the last call came. */
  lastAt: number;
  /** The ladder has not acted yet. */
  isCalm: boolean;
}

export function createSession(id: string, parts: Parts): RelaySession {
  const { server, audit, run, guard, limits, clock } = parts;
  const memory: Memory = {
    id,
    watch: guard.session(id),
    repeats: createCallBreaker(limits),
    recent: recentPrints(),
    results: recentPrints(),
    agreed: new Set(),
    backlog: createBacklog(),
    book: openBook(audit, { server, session: id, run }),
    owed: '',
    lastAt: 0,
    isCalm: true,
  };
  return {
    server,
    admit: (call) => admit(memory, call, parts),
    agreed: (ticket) => goOn(memory, ticket, clock(), parts),
    declined: (ticket, by) => memory.book.refused(ticket, by, clock()),
    forwarded: (ticket) => memory.book.prepare(ticket),
    ended: (ticket, outcome) => end(memory, ticket, outcome, parts),
    observed(ticket, result, isError) {
      memory.backlog.catchUp();
      return observe(memory, ticket, { result, isError, at: clock() }, parts);
    },
    observedLater(ticket, { read, sample, isError }) {
      const at = clock();
      memory.backlog.push(() => void observe(memory, ticket, { result: read(), isError, at }, parts));
      // No loop is made of results that were not there before; whatever may be one is looked at now.
      if (isError || sample === undefined || memory.results.seen(sample)) memory.backlog.catchUp();
    },
    catchUp: memory.backlog.catchUp,
    owe: (text) => void (memory.owed = joined(text, memory.owed)),
  };
}

function admit(memory: Memory, call: ToolCall, parts: Parts): Admission {
  const { server, policy = ALLOW_ALL, clock, nextSeq } = parts;
  const { tool, args, isResend } = call;
  const { action, rule } = decide(policy, { server, tool, args });
  const entry: Entry = { tool, args, isResend, seq: nextSeq(), startedAt: clock(), rule };
  if (!memory.book.called(entry, action)) return { kind: 'refuse', text: words.notAudited(tool) };
  if (action === 'deny') return refuse(memory, entry, 'policy', words.deniedByPolicy(tool, rule), parts);
  const isAgreed = isResend && memory.agreed.has(fingerprint({ tool, args }).print);
  if (action === 'ask' && !isAgreed) return { kind: 'ask', ticket: { ...entry, isHeld: false } };
  return goOn(memory, entry, entry.startedAt, parts);
}

/** The policy let it pass: the breakers and the ladder are next. */
function goOn(memory: Memory, entry: Entry, now: number, parts: Parts): Settled {
  const { tool, args, isResend } = entry;
  if (isResend) return { kind: 'forward', ticket: { ...entry, isHeld: false } };
  const { print, partial } = fingerprint({ tool, args });
  // A partial print proves nothing, so it is never counted as a repetition.
  const often = partial ? undefined : memory.repeats.check(print, now);
  if (often?.kind === 'deny')
    return refuse(memory, entry, 'breaker', words.tooOften(tool, often, now, parts.limits), parts);
  const way = parts.failures.check(tool, now);
  if (way.kind === 'deny')
    return refuse(memory, entry, 'failure-breaker', words.serverFails(tool, way, now), parts);
  const decision = askGuard(memory, entry, now, parts.quiet ?? QUIET);
  if (decision) memory.book.decided(entry, decision);
  if (decision?.kind === 'act') {
    if (isVeto(decision))
      return refuse(memory, entry, decision.rung, decision.text || words.stuck(tool), parts);
    if (isAdvice(decision)) memory.owed = joined(memory.owed, decision.text);
  }
  const isRepeat = !partial && memory.recent.seen(print);
  const { seq, startedAt, rule } = entry;
  const isHeld = isRepeat || memory.owed !== '';
  // Field by field: every call waits for it.
  return { kind: 'forward', ticket: { tool, args, isResend, seq, startedAt, rule, isHeld, print } };
}

/** Milliseconds without a call after which a stopped run counts as over. */
const QUIET = 60_000;

/**
 * A proxy never hears the user speak, so nobody would ever lift a stop. Silence has to do: whoever was stopped and
 * comes back after a while has been told to, and starts afresh.
 */
function askGuard(memory: Memory, { tool, args }: Entry, now: number, quiet: number): Decision | undefined {
  const isBack = now - memory.lastAt >= quiet;
  memory.lastAt = now;
  // A ladder refuses only what it has spoken about; while it has not, there is nothing to ask.
  if (memory.isCalm) return undefined;
  memory.backlog.catchUp();
  const decision = memory.watch.before({ tool, args, at: now });
  if (!isBack || decision.kind !== 'act' || !['pause', 'stop'].includes(decision.rung)) return decision;
  memory.watch.reset(now);
  memory.isCalm = true;
  return undefined;
}

function refuse(memory: Memory, entry: Entry, by: string, text: string, { clock }: Parts): Settled {
  memory.book.refused(entry, by, clock());
  return { kind: 'refuse', text };
}

function end(memory: Memory, ticket: Ticket, outcome: OutcomeClass, { clock, failures }: Parts): void {
  const now = clock();
  memory.book.ended(ticket, outcome, now);
  failures.note(ticket.tool, outcome, now);
  if (ticket.rule?.action === 'ask') keepAgreement(memory, ticket, outcome);
}

const MAX_AGREED = 100;

function keepAgreement({ agreed }: Memory, { tool, args }: Ticket, outcome: OutcomeClass): void {
  const { print } = fingerprint({ tool, args });
  if (outcome === 'input-required' && agreed.size < MAX_AGREED) agreed.add(print);
  else agreed.delete(print);
}

function observe(
  memory: Memory,
  ticket: Ticket,
  { at, ...came }: { readonly result: unknown; readonly isError: boolean; readonly at: number },
  { onEvent }: Parts,
): string {
  const { tool, args, startedAt, isHeld } = ticket;
  const decision = observeWithDerived(memory.watch, { kind: 'call', tool, args, ...came, at });
  memory.book.decided(ticket, decision);
  if (onEvent)
    for (const event of withDerived({ kind: 'call', at: startedAt, tool, args, ...came }))
      onEvent(memory.id, event);
  if (decision.kind === 'act') memory.isCalm = false;
  // What is to be refused is refused when it is tried; here it is too late, so it is said.
  if (decision.kind === 'act' && decision.rung !== 'observe')
    memory.owed = joined(memory.owed, decision.text);
  if (!isHeld) return '';
  const text = memory.owed;
  memory.owed = '';
  return text;
}

function isVeto({ rung }: Act): boolean {
  return rung === 'block' || rung === 'pause' || rung === 'stop';
}

function isAdvice({ rung }: Act): boolean {
  return rung === 'nudge' || rung === 'redirect';
}

/** At most a few texts wait: what is new says more than what is old. */
const MAX_OWED = 4000;

function joined(a: string, b: string): string {
  if (a === '' || a === b) return b.slice(0, MAX_OWED);
  return b === '' ? a : `${a}\n\n${b}`.slice(-MAX_OWED);
}
