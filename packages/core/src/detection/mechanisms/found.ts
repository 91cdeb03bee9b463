import type { CallRecord } from '../../session/calls.js';
import { callsOf } from '../../session/calls.js';
import type { EventContext } from '../../session/session.js';
import type { Signal } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { limitScore, SIGN, urgencyOf } from '../score.js';

/** A mechanism's finding: the events, and their share of the limit (1 is a loop). */
export interface MechanismFinding<MessageId extends string> {
  readonly messageId: MessageId;
  readonly share: number;
  readonly events: readonly number[];
  readonly identity: string;
  readonly count: number;
  readonly data?: Readonly<Record<string, string | number>>;
}

/** A sign from half of the limit on, a warning at the limit. */
export function signalFrom<MessageId extends string>(
  { session, call, seq }: EventContext,
  { messageId, share, events, identity, count, data }: MechanismFinding<MessageId>,
): Signal<MessageId> | undefined {
  if (share < SIGN) return undefined;
  const labels = new Map(callsOf(session).map((one: CallRecord) => [one.seq, one.label]));
  const label = call?.label ?? '';
  const found = events.map((one) => ({ seq: one, label: one === seq ? label : (labels.get(one) ?? '') }));
  return {
    messageId,
    score: limitScore(share),
    share,
    urgency: urgencyOf(share),
    identity,
    data: { call: label, count, ...data },
    evidence: evidenceOf(found, { window: events.length, count }),
  };
}
