import type { EventContext } from '../../session/session.js';

/** The third time counts whole; going over something once more is common. */
const SECOND_TIME = 0.44;
const WAITED = 0.3;
const ACKNOWLEDGED = 0.4;
const ROTATING = 0.5;
const FAILED = { again: 0.85, other: 0.5 };
const NOTHING = 0.44;
const AGAIN = 0.5;
const OLD = 0.8;
/** A plan is written again, and nothing was done since the last one. */
const PLANNED = 0.85;
const NEWS = -1.5;
const ELSE = -0.5;

export function isPlanAgain({ features, session }: EventContext): boolean {
  return features!.effect === 'note' && session.ledger.recent.at(-2)?.isNote === true;
}

/** Calls of one model step cannot learn from each other: together they are one try. */
function isSameStep({ event, session }: EventContext): boolean {
  if (event.kind !== 'call' || event.round === undefined) return false;
  return session.ledger.recent.at(-2)?.round === event.round;
}

export function worthOf(context: EventContext): number {
  const worth = worthAlone(context);
  return worth > 0 && !context.progress!.isStale && isSameStep(context) ? 0 : worth;
}

function worthAlone(context: EventContext): number {
  const { features, progress } = context;
  const { outcome, effect, hasWait } = features!;
  const { isStale, isAgain, isOld, times, change, isNews, hasWaited } = progress!;
  if (progress!.isAsked && isStale) return 0;
  if (isStale) {
    // The effect of an action that is acknowledged again shows elsewhere.
    const isBare = outcome.kind === 'acknowledgement' && outcome.slotNames.length <= 2;
    const isAct = isBare && effect !== 'read' && effect !== 'note' && outcome.failure === 'no';
    const isPoll = hasWaited || hasWait || outcome.isPending;
    return (
      (times === 2 ? SECOND_TIME : 1) *
      (isPoll ? WAITED : 1) *
      (isAct ? ACKNOWLEDGED : 1) *
      (change === 'rotating' ? ROTATING : 1)
    );
  }
  if (outcome.failure !== 'no') return isAgain ? FAILED.again : change === 'news' ? 0 : FAILED.other;
  if (outcome.kind === 'nothing' && effect !== 'write' && effect !== 'send') return NOTHING;
  if (isAgain) return isOld ? OLD : AGAIN;
  if (effect === 'note') return isPlanAgain(context) ? PLANNED : 0;
  return isNews ? NEWS : ELSE;
}
