import { type Act, type Guard, type GuardSession, rungAtLeast } from '@rutbreak/core';
import { type Channel, countIntervention, mayIntervene, newObserver, type Pace } from '@rutbreak/core/edge';

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
  readonly onDelta: (channel: Channel, text: string, at: number) => Finding | undefined;
  readonly close: () => void;
}

/**
 * Each answer has its own session, so that parallel answers are not mixed up. A finding below the threshold starts a
 * second look at the text that follows; the doubts of several findings multiply.
 */
export function newWatch(guard: Guard, id: string, { blockAbove, ...pace }: WatchOptions): Watch {
  let restarts = 0;
  let doubt = 1;
  let blocks = newObserver();
  let cautions = newObserver();
  const name = (): string => `${id}/${restarts}`;
  // Created with the first delta, so that it does not delay the head of the answer.
  let session: GuardSession | undefined;

  const restart = (): void => {
    guard.forget(name());
    restarts++;
    session = undefined;
  };
  const findingFor = (decision: Act, at: number): Finding | undefined => {
    const isHard = rungAtLeast(decision.rung, 'block');
    if (isHard) {
      doubt *= 1 - decision.verdict.score;
      restart();
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
    onDelta(channel, text, at) {
      session ??= guard.session(name());
      const decision = session.delta({ text, channel, at });
      return decision.kind === 'act' ? findingFor(decision, at) : undefined;
    },
    close: () => guard.forget(name()),
  };
}
