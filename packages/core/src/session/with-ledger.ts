import type { AgentEvent } from '../event/event.js';
import { type CallFeatures, extractFeatures } from '../features/call-features.js';
import { askedTimes, namedCount } from '../features/asked-times.js';
import { textIds } from '../features/text-ids.js';
import { withoutFrame } from './progress/frames.js';
import { referredCall } from './progress/handles.js';
import { beginSpan, type Ledger, recordEdit, recordIds } from './ledger.js';
import { recordCall } from './record-call.js';
import {
  recordEvent,
  type ObservationConfig,
  type EventContext,
  type Session,
  withOtherLedger,
} from './session.js';

/** Processes an event, with features and ledger if a detector needs them. */
export function advanceSession(
  session: Session,
  event: AgentEvent,
  observation: ObservationConfig,
): EventContext {
  const context = recordEvent(session, event, observation);
  return observation.hasFeatures ? withLedger(session, context, observation) : context;
}

function withLedger(before: Session, context: EventContext, observation: ObservationConfig): EventContext {
  const { event, seq } = context;
  const given = featuresOf(event, observation, seq);
  const features = given && readInSession(before.ledger, given);
  if (features) {
    const round = event.kind === 'call' ? (event.round ?? null) : null;
    const at = { seq, round, at: event.at ?? 0 };
    const { ledger, progress } = recordCall(before.ledger, features, at);
    const session = withOtherLedger(context.session, ledger);
    const { call, boundary } = context;
    const known = before.ledger;
    // Field by field: to spread an object and add fields takes as long as reading a short result.
    return call
      ? { event, seq, session, call, features, progress, ledgerBefore: known, boundary }
      : { event, seq, session, features, progress, ledgerBefore: known, boundary };
  }
  if (event.kind === 'reset') return context;
  const ledger = ledgerAfter(before, context);
  return ledger === context.session.ledger
    ? context
    : { ...context, session: withOtherLedger(context.session, ledger) };
}

/** A frame is not content, and an earlier result is the same in the next round, even under another id. */
function readInSession({ frames, envelope, handles }: Ledger, given: CallFeatures): CallFeatures {
  const features = withoutFrame(frames, envelope, given);
  const call = referredCall(handles, features);
  return call === undefined ? features : { ...features, call };
}

/** A step of a decision log is a call whose outcome is its status. */
function featuresOf(event: AgentEvent, { tools }: ObservationConfig, seq: number): CallFeatures | undefined {
  if (event.kind === 'call') {
    const trait = Object.hasOwn(tools, event.tool) ? tools[event.tool] : undefined;
    return extractFeatures(event, trait, seq);
  }
  if (event.kind !== 'step') return undefined;
  const { tool = 'step', intent, status } = event;
  return extractFeatures(
    { tool, args: { intent }, result: status, isError: status === 'failure' },
    undefined,
    seq,
  );
}

function ledgerAfter({ ledger }: Session, { event, boundary }: EventContext): Session['ledger'] {
  if (event.kind === 'edit') return event.before === event.after ? ledger : recordEdit(ledger);
  if (event.kind !== 'turn') return ledger;
  const text = event.text ?? '';
  const named = recordIds(
    event.role === 'user' ? { ...ledger, asked: askedTimes(text), named: namedCount(text) } : ledger,
    textIds(text),
  );
  return boundary === 'none' ? named : beginSpan(named, boundary === 'run');
}
