import { override, type OverrideRequest, redact, start, type Voice } from '@rutbreak/core';
import type { CommandAck, StepChange } from '../api/hitl.js';
import type { Gate, StoredEvent } from '../api/sessions.js';
import type { Directive } from '../api/shapes.js';
import { audited, change, type Draft } from '../engine/draft.js';
import { resumed } from '../engine/judge.js';
import { markLoop } from '../engine/loops.js';
import { NO_WISH, orderFor } from '../engine/order.js';
import { changeHolds, heldFrom, isAgentPaused, pauseOf } from '../engine/hold.js';
import {
  hasAgent,
  hasPausedAgents,
  isOneOfSeveral,
  pauseAgent,
  releaseAgents,
  unpauseAgent,
} from './agent-pause.js';
import { forward } from './forward.js';

interface Common {
  readonly by: string;
  readonly agent?: string | undefined;
  readonly reason?: string | undefined;
  /** The same id twice is one command. */
  readonly commandId?: string | undefined;
}

export type HitlCommand = Common &
  (
    | { readonly name: 'pause' | 'unpause' | 'end' }
    | { readonly name: 'inject'; readonly message: string }
    | {
        readonly name: 'rewrite';
        readonly seq?: number | undefined;
        readonly message: StepChange;
        readonly text?: string | undefined;
      }
    | {
        readonly name: 'approve' | 'rewrite-gate' | 'reject';
        readonly gate: string;
        readonly message?: StepChange | undefined;
        readonly text?: string | undefined;
      }
    | { readonly name: 'override'; readonly request: OverrideRequest }
  );

export type NewCommandAck = Omit<CommandAck, 'version'>;

/** It does not fit what the session is. */
export interface Misfit {
  readonly misfit: string;
  readonly hint?: string;
  readonly isUnknown?: boolean;
}

const MAX_COMMANDS = 32;
const MAX_PENDING = 20;

/** One command of a person. A second time it changes nothing and says so. */
export function command(
  draft: Draft,
  given: HitlCommand,
  kept: readonly StoredEvent[],
): NewCommandAck | Misfit {
  const { record } = draft;
  if (given.agent !== undefined && !hasAgent(record, given.agent))
    return { misfit: `This session is ${record.agent.id}'s, not ${given.agent}'s.` };
  if (given.commandId !== undefined && record.commands.includes(given.commandId))
    return answer(draft, given.agent, false, 0);
  const done = carryOut(draft, given, kept);
  if (typeof done === 'object') return done;
  if (given.commandId !== undefined)
    change(draft, { commands: [...draft.record.commands, given.commandId].slice(-MAX_COMMANDS) });
  return answer(draft, given.agent, done !== false, typeof done === 'number' ? done : 0);
}

function answer(
  { record, scene }: Draft,
  agent: string | undefined,
  changed: boolean,
  forwarded: number,
): NewCommandAck {
  const { action, text } = orderFor(record, scene, NO_WISH, agent);
  return { session_id: record.id, state: record.state, changed, forwarded, action, text };
}

/** False where nothing was to be done, else how many steps went on. */
type Done = false | number | Misfit;

function carryOut(draft: Draft, given: HitlCommand, kept: readonly StoredEvent[]): Done {
  switch (given.name) {
    case 'pause':
      return pause(draft, given);
    case 'unpause':
      return unpause(draft, given, kept);
    case 'end':
      return end(draft, given);
    case 'inject':
      return note(draft, given, { kind: 'inject', text: redact(given.message, { limit: 20_000 }) });
    case 'rewrite':
      return rewrite(draft, given);
    case 'override':
      return lift(draft, given);
    default:
      return decideGate(draft, given, kept);
  }
}

function pause(draft: Draft, { by, reason = '', agent }: Common): Done {
  const { state, paused } = draft.record;
  if (state === 'ended') return { misfit: 'The session has ended.' };
  if (agent !== undefined && isOneOfSeveral(draft.record)) return pauseAgent(draft, agent, by, reason);
  if (paused !== null) return false;
  const safe = redact(reason, { limit: 2000 });
  audited(draft, by, 'pause', { reason: safe }, () =>
    change(draft, { state: 'paused', paused: { by, at: draft.scene.now, reason: safe }, action: 'pause' }),
  );
  return 0;
}

function unpause(draft: Draft, { by, agent }: Common, kept: readonly StoredEvent[]): Done {
  const { paused, firm, state } = draft.record;
  if (agent !== undefined && isAgentPaused(draft.record, agent)) return unpauseAgent(draft, agent, by, kept);
  if (paused === null && firm === null && !hasPausedAgents(draft.record)) return false;
  let forwarded = 0;
  audited(draft, by, 'unpause', firm ? { lifts: firm.action } : {}, () => {
    releaseAgents(draft);
    change(draft, { state: paused ? 'active' : state, paused: null, action: 'continue', ...resumed(draft) });
    forwarded = forward(draft, kept);
  });
  return forwarded;
}

function end(draft: Draft, { by, reason = '' }: Common): Done {
  if (draft.record.state === 'ended') return false;
  audited(draft, by, 'end', { reason: redact(reason) }, () =>
    change(draft, { state: 'ended', paused: null, firm: null, endedBy: by, action: 'stop' }),
  );
  return 0;
}

function note(draft: Draft, { by }: Common, directive: Omit<Directive, 'id'>): Done {
  const { record } = draft;
  if (record.state === 'ended') return { misfit: 'The session has ended.' };
  if (record.pending.length >= MAX_PENDING)
    return { misfit: 'The agent has not heard what was said before.' };
  audited(draft, by, directive.kind, { text: directive.text }, () => tell(draft, directive));
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
  if (given.seq !== undefined && !isKept) return { misfit: `Step ${given.seq} does not wait for anybody.` };
  const text = given.text ?? 'Do this instead of what you were about to do.';
  audited(draft, given.by, 'rewrite', { seq: isKept ? seq : null, message: given.message }, () => {
    if (isKept) changeStep(draft, seq, given.message);
    tell(draft, { kind: 'rewrite', text: redact(text, { limit: 20_000 }), message: given.message });
  });
  return 0;
}

function changeStep(draft: Draft, seq: number, message: StepChange): void {
  changeHolds(draft, (hold) => ({ ...hold, changes: { ...hold.changes, [seq]: message } }));
}

const DECIDED = { approve: 'approved', 'rewrite-gate': 'rewritten', reject: 'rejected' } as const;

type GateCommand = HitlCommand & { name: keyof typeof DECIDED };

function decideGate(draft: Draft, given: GateCommand, kept: readonly StoredEvent[]): Done {
  const gate = draft.record.gates.find(({ id }) => id === given.gate);
  if (!gate) return { misfit: 'There is no such gate.', isUnknown: true };
  const status = DECIDED[given.name];
  if (gate.status === status) return false;
  if (gate.status !== 'open')
    return { misfit: `The gate was ${gate.status}${gate.decided_by ? ` by ${gate.decided_by}` : ''}.` };
  if (status === 'rewritten' && !given.message)
    return { misfit: 'What is the step to be instead?', hint: 'Say it in `message`.' };
  let forwarded = 0;
  audited(draft, given.by, `gate_${status}`, { gate: gate.id, message: given.message ?? null }, () => {
    settleGate(draft, gate, status, given);
    forwarded = forward(draft, kept);
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
  const decided = { ...gate, status: shown, decided_by: by, decided_at: draft.scene.now };
  change(draft, { gates: draft.record.gates.map((one) => (one.id === gate.id ? decided : one)) });
  if (status === 'rewritten' && message) changeStep(draft, gate.seq, message);
  if (status === 'rejected') changeHolds(draft, (hold) => ({ ...hold, drops: [...hold.drops, gate.seq] }));
  tell(draft, {
    ...{ kind: 'gate', gate_id: gate.id, decision: WORDS[status], text: redact(text ?? TEXTS[status]) },
    ...(message && { message }),
  });
}

/** Nobody has decided in time: the default holds. */
export function expireGates(draft: Draft, kept: readonly StoredEvent[]): void {
  for (const gate of draft.record.gates) {
    if (gate.status !== 'open' || gate.expires_at > draft.scene.now) continue;
    const status = gate.on_timeout === 'approve' ? 'approved' : 'rejected';
    audited(draft, 'gateway', 'gate_expired', { gate: gate.id, becomes: status }, () => {
      const text = `Nobody has decided in time: ${status}.`;
      settleGate(draft, gate, status, { by: 'gateway', message: undefined, text }, 'expired');
      forward(draft, kept);
    });
  }
}

/** "This is no loop": both lenses start afresh; from the third on nothing is looked at. */
function lift(draft: Draft, { by, request, reason = '' }: HitlCommand & { name: 'override' }): Done {
  const { record, scene } = draft;
  const which = overridable(draft);
  if (!which) return { misfit: 'Nothing was done about this session that could be overridden.' };
  const lens = record.lenses[which];
  const engine = which === 'steps' ? scene.settings.steps : scene.settings.eventsOf(record.agent.model);
  const state = lens?.preset === engine.preset.id ? lens.state : start(engine);
  const result = override(state, { ...request, reason, at: scene.now }, engine, record.id);
  if (result.kind === 'refused')
    return { misfit: `${result.code}: an override needs more now.`, hint: result.hint };
  const { type, resetCount } = result.record;
  audited(draft, by, 'override', { type, resets: resetCount, reason: redact(reason) }, () => {
    markLoop(draft, record.newest?.id, { outcome: 'overridden' });
    change(draft, {
      lenses: {
        ...record.lenses,
        [which]: { ...(lens ?? { version: 0, preset: engine.preset.id }), state: result.state },
      },
      ...{ status: 'healthy', severity: 'NORMAL', action: 'continue', firm: null },
      ...(which === 'steps' && { score: null }),
    });
  });
  const fact = { kind: 'override' as const, session: record.id, at: scene.now, type, resets: resetCount };
  draft.facts.push({ fact, log: record.log });
  const loop = record.newest?.voice as Voice | undefined;
  if (loop) draft.archive.push({ kind: 'override', loop, at: scene.now });
  return 0;
}

/** The lens that has done something; where both have, that of native events. */
function overridable({ record }: Draft): 'steps' | 'events' | undefined {
  const hasActed = (which: 'steps' | 'events'): boolean =>
    (record.lenses[which]?.state.control?.count ?? 0) > 0;
  return hasActed('events') ? 'events' : hasActed('steps') ? 'steps' : undefined;
}
