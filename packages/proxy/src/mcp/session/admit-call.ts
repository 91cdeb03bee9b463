/** Decides whether to forward a call to the server. Checks policy, audit, orders of people, detection and breakers. */
import { type Act, type Decision, rungAtLeast } from '@rutbreak/core';
import { fingerprint } from '@rutbreak/core/detectors';
import { ALLOW_ALL, decide } from '../policy/policy.js';
import { reportDecision } from './report-decision.js';
import type { Admission, IncomingCall, Settled, ToolCall } from './relay-types.js';
import { queueText, type RelayParts, type RelayState } from './relay-state.js';
import * as texts from './refusal-texts.js';

export function admit(state: RelayState, call: ToolCall, parts: RelayParts): Admission {
  const { server, policy = ALLOW_ALL, clock, nextSeq } = parts;
  const { tool, args } = call;
  // Valid only if the server asked. Otherwise a client could bypass breakers and detection by claiming a resend.
  const isResend = call.isResend && state.asked.delete(fingerprint({ tool, args }).print);
  const { action, rule } = decide(policy, { server, tool, args });
  const entry: IncomingCall = { tool, args, isResend, seq: nextSeq(), startedAt: clock(), rule };
  state.live.used(entry.startedAt);
  if (!state.records.called(entry, action)) return { kind: 'refuse', text: texts.notAudited(tool) };
  if (action === 'deny') return refuse(state, entry, 'policy', texts.deniedByPolicy(tool, rule), parts);
  const hostText = parts.checkCall?.({ session: state.live.id, tool, args });
  if (hostText !== undefined) return refuse(state, entry, 'host', hostText, parts);
  const isAgreed = isResend && state.agreed.has(fingerprint({ tool, args }).print);
  if (action === 'ask' && !isAgreed) return { kind: 'ask', ticket: { ...entry, isHeld: false } };
  return settle(state, entry, entry.startedAt, parts);
}

/** The policy allows the call. */
export function settle(state: RelayState, entry: IncomingCall, now: number, parts: RelayParts): Settled {
  const { tool, args, isResend } = entry;
  const order = parts.gateway?.order(state.live.id);
  if (order) return refuse(state, entry, 'operator', texts.heldByPerson(tool, order.text), parts);
  if (isResend) return { kind: 'forward', ticket: { ...entry, isHeld: false, round: state.rounds.begin() } };
  const { print, partial } = fingerprint({ tool, args });
  const refused = refusalOf(state, entry, partial ? undefined : print, now, parts);
  if (refused) return refused;
  for (const text of parts.gateway?.takeMessages(state.live.id) ?? [])
    queueText(state, texts.fromPerson(text));
  const isRepeated = !partial && state.recent.seen(print);
  const isHeld = parts.holdsAll || isRepeated || state.queuedText !== '';
  const { seq, startedAt, rule } = entry;
  const round = state.rounds.begin();
  // Listed field by field because that is faster than spreading, and every call waits for it.
  return { kind: 'forward', ticket: { tool, args, isResend, seq, startedAt, rule, isHeld, print, round } };
}

/** The breaker comes last because it counts forwarded calls. A call that another check refuses must not be counted. */
function refusalOf(
  state: RelayState,
  entry: IncomingCall,
  print: number | undefined,
  now: number,
  parts: RelayParts,
): Settled | undefined {
  const { tool } = entry;
  const veto = vetoOf(state, entry, now, parts);
  if (veto) return refuse(state, entry, veto.rung, veto.text || texts.stuck(tool), parts);
  const way = parts.failures.check(tool, now);
  if (way.kind === 'deny')
    return refuse(state, entry, 'failure-breaker', texts.serverFails(tool, way, now), parts);
  // A partial fingerprint does not prove that two calls are equal.
  const often = print === undefined ? undefined : state.repeats.check(print, now);
  return often?.kind === 'deny'
    ? refuse(state, entry, 'breaker', texts.tooOften(tool, often, now, parts.limits), parts)
    : undefined;
}

/** Detection's decision about this call, if detection refuses it. */
function vetoOf(state: RelayState, entry: IncomingCall, now: number, parts: RelayParts): Act | undefined {
  const decision = checkDetection(state, entry, now, parts);
  if (!decision) return undefined;
  reportDecision(state, entry, decision, parts);
  if (decision.kind !== 'act') return undefined;
  if (rungAtLeast(decision.rung, 'block')) return decision;
  if (rungAtLeast(decision.rung, 'nudge')) queueText(state, decision.text);
  return undefined;
}

function checkDetection(
  state: RelayState,
  { tool, args }: IncomingCall,
  now: number,
  { budgets }: RelayParts,
): Decision | undefined {
  if (state.live.isOff(now)) return undefined;
  // Detection refuses only calls of a loop that it has reported. A budget must hold at the call that exceeds it.
  if (!state.hasActed && budgets === undefined) return undefined;
  state.backlog.catchUp();
  return state.watch.before({ tool, args, at: now });
}

function refuse(
  state: RelayState,
  entry: IncomingCall,
  by: string,
  text: string,
  { clock }: RelayParts,
): Settled {
  state.records.refused(entry, by, clock());
  return { kind: 'refuse', text };
}
