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

/** How sure one must be to halt a stream, and how often one may interfere with it. */
export interface WatchOptions extends Pace {
  /** Confidence above which the generation is halted; below, it is only reported. */
  readonly blockAbove: number;
}

export interface Finding {
  readonly level: 'caution' | 'block';
  readonly confidence: number;
  readonly decision: Act;
}

/** One answer while it is written. */
export interface Watch {
  readonly hear: (channel: Channel, text: string, at: number) => Finding | undefined;
  readonly close: () => void;
}

const HALTING: readonly string[] = ['block', 'pause', 'stop'];

/**
 * A session of its own for each answer: answers that are written at the same time must not be taken for one. A finding that
 * is not sure enough leads to a second look at what follows; two of them leave the product of their doubts.
 */
export function newWatch(guard: Guard, id: string, { blockAbove, ...pace }: WatchOptions): Watch {
  let lap = 0;
  let doubt = 1;
  let blocks = newObserver();
  let cautions = newObserver();
  const name = (): string => `${id}/${lap}`;
  // Made with the first word: until then the head of the answer would wait for it.
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
