import { redact, redactValue } from '@rutbreak/core';
import type { StepChange } from '../api/hitl.js';
import type { Gate, StoredEvent } from '../api/sessions.js';
import type { Directive } from '../api/shapes.js';
import { audited, change, type Draft } from '../engine/draft.js';
import { resumed } from '../engine/loops/run-core.js';
import { NO_RECOMMENDATION, orderFor } from '../engine/ack.js';
import { changeHolds } from '../engine/intake/hold.js';
import { heldFrom, isAgentPaused, pauseOf } from '../session/held.js';
import {
  hasAgent,
  hasPausedAgents,
  isOneOfSeveral,
  pauseAgent,
  releaseAgents,
  unpauseAgent,
} from './agent-pause.js';
import type { Common, HitlCommand, NewCommandAck, Rejection } from './command.js';
import { forward } from './forward.js';
import { applyOverride } from './override.js';

/** Commands that may release held steps. */
export function releasesHeld(name: HitlCommand['name']): boolean {
  return name === 'unpause' || name === 'approve' || name === 'rewrite-gate' || name === 'reject';
}

const MAX_COMMANDS = 32;
const MAX_PENDING = 20;

/** Runs one command of a person. Commands are idempotent: a repeated one changes nothing, and the reply says so. */
export function command(
  draft: Draft,
  given: HitlCommand,
  held: readonly StoredEvent[],
): NewCommandAck | Rejection {
  const { record } = draft;
  if (given.agent !== undefined && !hasAgent(record, given.agent))
    return {
      rejection: `The agent ${given.agent} does not take part in this session; its agent is ${record.agent.id}.`,
    };
  if (given.commandId !== undefined && record.commands.includes(given.commandId))
    return answer(draft, given.agent, false, 0);
  const done = carryOut(draft, given, held);
  if (typeof done === 'object') return done;
  if (given.commandId !== undefined)
    change(draft, { commands: [...draft.record.commands, given.commandId].slice(-MAX_COMMANDS) });
  return answer(draft, given.agent, done !== false, typeof done === 'number' ? done : 0);
}

function answer(
  { record, context }: Draft,
  agent: string | undefined,
  changed: boolean,
  forwarded: number,
): NewCommandAck {
  const { action, text } = orderFor(record, context, NO_RECOMMENDATION, agent);
  return { session_id: record.id, state: record.state, changed, forwarded, action, text };
}

/** False: nothing changed; a number: how many held steps were replayed. */
type Done = false | number | Rejection;

function carryOut(draft: Draft, given: HitlCommand, held: readonly StoredEvent[]): Done {
  switch (given.name) {
    case 'pause':
      return pause(draft, given);
    case 'unpause':
      return unpause(draft, given, held);
    case 'end':
      return end(draft, given);
    case 'inject':
      return inject(draft, given);
    case 'rewrite':
      return rewrite(draft, given);
    case 'override':
      return applyOverride(draft, given);
    default:
      return decideGate(draft, given, held);
  }
}

function pause(draft: Draft, { by, reason = '', agent }: Common): Done {
  const { state, paused } = draft.record;
  if (state === 'ended') return { rejection: 'The session has ended.' };
  if (agent !== undefined && isOneOfSeveral(draft.record)) return pauseAgent(draft, agent, by, reason);
  if (paused !== null) return false;
  const safe = redact(reason, { limit: 2000 });
  audited(draft, by, 'pause', { reason: safe }, () =>
    change(draft, { state: 'paused', paused: { by, at: draft.context.now, reason: safe }, action: 'pause' }),
  );
  return 0;
}

function unpause(draft: Draft, { by, agent }: Common, held: readonly StoredEvent[]): Done {
  const { paused, standing, state } = draft.record;
  if (agent !== undefined && isAgentPaused(draft.record, agent)) return unpauseAgent(draft, agent, by, held);
  if (paused === null && standing === null && !hasPausedAgents(draft.record)) return false;
  let forwarded = 0;
  audited(draft, by, 'unpause', standing ? { lifts: standing.action } : {}, () => {
    releaseAgents(draft);
    change(draft, { state: paused ? 'active' : state, paused: null, action: 'continue', ...resumed(draft) });
    forwarded = forward(draft, held);
  });
  return forwarded;
}

function end(draft: Draft, { by, reason = '' }: Common): Done {
  if (draft.record.state === 'ended') return false;
  audited(draft, by, 'end', { reason: redact(reason) }, () =>
    change(draft, { state: 'ended', paused: null, standing: null, endedBy: by, action: 'stop' }),
  );
  return 0;
}

function inject(draft: Draft, { by, message }: HitlCommand & { name: 'inject' }): Done {
  const { record } = draft;
  if (record.state === 'ended') return { rejection: 'The session has ended.' };
  if (record.pending.length >= MAX_PENDING)
    return { rejection: 'Too many messages are already waiting for the agent.' };
  const text = redact(message, { limit: 20_000 });
  audited(draft, by, 'inject', { text }, () => tell(draft, { kind: 'inject', text }));
  return 0;
}

function tell(draft: Draft, directive: Omit<Directive, 'id'>): void {
  const { said, pending } = draft.record;
  change(draft, {
    said: said + 1,
    pending: [...pending, { id: `d${said + 1}`, ...directive }].slice(-MAX_PENDING),
  });
}

function rewrite(draft: Draft, given: HitlCommand & { name: 'rewrite' }): Done {
  const { hold, agentPauses, nextSeq } = draft.record;
  const own = given.agent === undefined ? undefined : pauseOf(agentPauses, given.agent)?.hold;
  const from = own?.from ?? hold?.from ?? heldFrom(draft.record);
  const seq = given.seq ?? from;
  const isKept = from !== undefined && seq !== undefined && seq >= from && seq < nextSeq;
  if (given.seq !== undefined && !isKept) return { rejection: `Step ${given.seq} is not held.` };
  const text = given.text ?? 'Do this instead of what you were about to do.';
  const message = withoutSecrets(given.message);
  audited(draft, given.by, 'rewrite', { seq: isKept ? seq : null, message }, () => {
    if (isKept) changeStep(draft, seq, message);
    tell(draft, { kind: 'rewrite', text: redact(text, { limit: 20_000 }), message });
  });
  return 0;
}

/** Operators may paste secrets. Redaction keeps lengths, so that detection gives the same result. */
function withoutSecrets(message: StepChange): StepChange {
  return redactValue(message, { keepsLength: true }) as StepChange;
}

function changeStep(draft: Draft, seq: number, message: StepChange): void {
  changeHolds(draft, (hold) => ({ ...hold, changes: { ...hold.changes, [seq]: message } }));
}

const DECIDED = { approve: 'approved', 'rewrite-gate': 'rewritten', reject: 'rejected' } as const;

type GateCommand = HitlCommand & { name: keyof typeof DECIDED };

function decideGate(draft: Draft, given: GateCommand, held: readonly StoredEvent[]): Done {
  const gate = draft.record.gates.find(({ id }) => id === given.gate);
  if (!gate) return { rejection: 'There is no such gate.', isUnknown: true };
  const status = DECIDED[given.name];
  if (gate.status === status) return false;
  if (gate.status !== 'open')
    return { rejection: `The gate was ${gate.status}${gate.decided_by ? ` by ${gate.decided_by}` : ''}.` };
  if (status === 'rewritten' && !given.message)
    return { rejection: 'The rewritten step is missing.', hint: 'Send it in `message`.' };
  let forwarded = 0;
  const message = given.message && withoutSecrets(given.message);
  audited(draft, given.by, `gate_${status}` as const, { gate: gate.id, message: message ?? null }, () => {
    settleGate(draft, gate, status, { ...given, message });
    forwarded = forward(draft, held);
  });
  return forwarded;
}

const TEXTS = {
  approved: 'A person has approved the step.',
  rewritten: 'A person has changed the step: do it as given.',
  rejected: 'A person has rejected the step: do something else.',
} as const;
const WORDS = { approved: 'approve', rewritten: 'rewrite', rejected: 'reject' } as const;

function settleGate(
  draft: Draft,
  gate: Gate,
  status: keyof typeof TEXTS,
  { by, message, text }: Pick<GateCommand, 'by' | 'message' | 'text'>,
  shown: Gate['status'] = status,
): void {
  const decided = { ...gate, status: shown, decided_by: by, decided_at: draft.context.now };
  change(draft, { gates: draft.record.gates.map((one) => (one.id === gate.id ? decided : one)) });
  if (status === 'rewritten' && message) changeStep(draft, gate.seq, message);
  if (status === 'rejected') changeHolds(draft, (hold) => ({ ...hold, drops: [...hold.drops, gate.seq] }));
  tell(draft, {
    ...{ kind: 'gate', gate_id: gate.id, decision: WORDS[status], text: redact(text ?? TEXTS[status]) },
    ...(message && { message }),
  });
}

/** Applies the default decision to gates that timed out. */
export function expireGates(draft: Draft, held: readonly StoredEvent[]): void {
  for (const gate of draft.record.gates) {
    if (gate.status !== 'open' || gate.expires_at > draft.context.now) continue;
    const status = gate.on_timeout === 'approve' ? 'approved' : 'rejected';
    audited(draft, 'gateway', 'gate_expired', { gate: gate.id, becomes: status }, () => {
      const text = `Nobody decided in time: ${status} by default.`;
      settleGate(draft, gate, status, { by: 'gateway', message: undefined, text }, 'expired');
      forward(draft, held);
    });
  }
}
