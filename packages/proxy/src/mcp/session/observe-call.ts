/** Handles the end of a call: audit record, breakers, detection. */
import { observeWithDerived } from '@rutbreak/core';
import { fingerprint } from '@rutbreak/core/detectors';
import type { OutcomeClass } from '../wire/result.js';
import { reportDecision } from './report-decision.js';
import type { Ticket } from './relay-types.js';
import { queueText, type RelayParts, type RelayState } from './relay-state.js';

/** These outcomes have no result for detection. */
const WITHOUT_RESULT: readonly OutcomeClass[] = ['cancelled', 'timeout', 'transport'];

export function end(state: RelayState, ticket: Ticket, outcome: OutcomeClass, parts: RelayParts): void {
  const now = parts.clock();
  const { tool, args, rule, round } = ticket;
  state.records.ended(ticket, outcome, now);
  parts.failures.note(tool, outcome, now);
  if (round !== undefined) state.rounds.end();
  if (rule?.action === 'ask') keepAgreement(state, ticket, outcome);
  if (outcome === 'input-required' && state.asked.size < MAX_ASKED)
    state.asked.add(fingerprint({ tool, args }).print);
  if (!WITHOUT_RESULT.includes(outcome)) return;
  // The agent made the call, so detection must see it even without a result.
  state.backlog.catchUp();
  const received = { result: `There is no result (${outcome}).`, isError: true, at: now };
  observe(state, { ...ticket, isHeld: false }, received, parts);
}

const MAX_AGREED = 100;
const MAX_ASKED = 100;

function keepAgreement({ agreed }: RelayState, { tool, args }: Ticket, outcome: OutcomeClass): void {
  const { print } = fingerprint({ tool, args });
  if (outcome === 'input-required' && agreed.size < MAX_AGREED) agreed.add(print);
  else agreed.delete(print);
}

interface ObservedResult {
  readonly result: unknown;
  readonly isError: boolean;
  readonly at: number;
}

/** Longer results are cut, so that the gateway does not store whole files. */
const MAX_REPORTED = 16_000;

export function observe(
  state: RelayState,
  ticket: Ticket,
  { at, ...received }: ObservedResult,
  parts: RelayParts,
): string {
  const { tool, args, startedAt, isHeld, round } = ticket;
  const call = { kind: 'call', tool, args, ...(round !== undefined && { round }) } as const;
  const { live, watch } = state;
  const decision = live.isOff(at) ? undefined : observeWithDerived(watch, { ...call, ...received, at });
  const said = decision ? reportDecision(state, ticket, decision, parts) : '';
  parts.gateway?.send(live.id, { ...call, ...received, result: shortened(received.result), at: startedAt });
  if (decision?.kind === 'act') state.hasActed = true;
  // This call has already run, so only the text is left to deliver. Later calls of the loop are refused when they
  // arrive.
  if (decision?.kind === 'act' && decision.rung !== 'observe') queueText(state, said);
  if (!isHeld) return '';
  const text = state.queuedText;
  state.queuedText = '';
  return text;
}

function shortened(result: unknown): unknown {
  if (typeof result !== 'string' || result.length <= MAX_REPORTED) return result;
  return `${result.slice(0, MAX_REPORTED)}… ${result.length} characters`;
}
