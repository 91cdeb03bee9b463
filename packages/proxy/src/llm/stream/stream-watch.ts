import {
  type Act,
  type Channel,
  countIntervention,
  type Guard,
  type GuardSession,
  mayIntervene,
  newObserver,
  type Pace,
} from '@rutbreak/core';

/** The confidence needed to halt a stream, and how often the proxy may intervene. */
export interface WatchOptions extends Pace {
  /** Above this confidence the proxy halts the stream; below it, the proxy only reports. */
  readonly blockAbove: number;
}

export interface Finding {
  readonly level: 'caution' | 'block';
  readonly confidence: number;
  readonly decision: Act;
}

/** Watches one answer while it streams. */
export interface Watch {
  readonly hear: (channel: Channel, text: string, at: number) => Finding | undefined;
  readonly close: () => void;
}

const HALTING: readonly string[] = ['block', 'pause', 'stop'];

/**
 * Each answer has its own session, so that parallel answers are not mixed up. A finding below the threshold starts a
 * second look at the text that follows; the doubts of several findings multiply.
 */
export function newWatch(guard: Guard, id: string, { blockAbove, ...pace }: WatchOptions): Watch {
  let lap = 0;
  let doubt = 1;
  let blocks = newObserver();
  let cautions = newObserver();
  const name = (): string => `${id}/${lap}`;
  // Created with the first delta, so that it does not delay the head of the answer.
  let session: GuardSession | undefined;

  const listenAfresh = (): void => {
    guard.forget(name());
    lap++;
    session = undefined;
  };
  const judge = (decision: Act, at: number): Finding | undefined => {
    const isHard = HALTING.includes(decision.rung);
    if (isHard) {
      doubt *= 1 - decision.verdict.score;
      listenAfresh();
    }
    const confidence = isHard ? 1 - doubt : decision.verdict.score;
    if (isHard && confidence > blockAbove && mayIntervene(blocks, at, pace)) {
      blocks = countIntervention(blocks, at);
      return { level: 'block', confidence, decision };
    }
    if (!mayIntervene(cautions, at, pace)) return undefined;
    cautions = countIntervention(cautions, at);
    return { level: 'caution', confidence, decision };
  };

  return {
    hear(channel, text, at) {
      session ??= guard.session(name());
      const decision = session.delta({ text, channel, at });
      return decision.kind === 'act' ? judge(decision, at) : undefined;
    },
    close: () => guard.forget(name()),
  };
}
