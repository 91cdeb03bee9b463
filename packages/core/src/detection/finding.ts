import type { Signal } from './detector.js';
import { evidenceOf, type Occurrence } from './evidence.js';
import { limitScore, SIGN, urgencyOf } from './score.js';

/** Things that are alike, and how far they have come towards what makes a loop. */
export interface Finding<MessageId extends string> {
  readonly messageId: MessageId;
  /** Of the limit: 1 is a loop. */
  readonly share: number;
  /** Oldest first. */
  readonly found: readonly Occurrence[];
  readonly identity: string;
  /** `count` is how many were found, unless something else is given. */
  readonly data: Readonly<Record<string, string | number>>;
  readonly window: number;
}

/** A sign from half of the limit on, a warning at the limit. One thing alone repeats nothing. */
export function signalOf<MessageId extends string>({
  messageId,
  share,
  found,
  identity,
  data,
  window,
}: Finding<MessageId>): Signal<MessageId> | undefined {
  if (share < SIGN || found.length < 2) return undefined;
  const evidence = evidenceOf(found, { window });
  const facts = { count: found.length, ...data };
  return { messageId, score: limitScore(share), urgency: urgencyOf(share), identity, data: facts, evidence };
}
