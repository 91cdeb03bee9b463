import type { Signal } from '../../detection/detector.js';
import { evidenceOf } from '../../detection/evidence.js';
import { halveDoubt } from '../../detection/score.js';
import { jaccard, type Sketch } from '../../fingerprint/sketch.js';
import type { CallRecord } from '../../session/calls.js';
import { NO_OUTCOME } from '../../session/session.js';

type Limits = Readonly<Record<'similar' | 'similarity' | 'sameResult' | 'window', number>>;
type Found = Signal<'similar' | 'same-result'> | undefined;

/** An identical call with another outcome observes a changing environment; it is not a variation. */
export function findSimilar(
  calls: readonly CallRecord[],
  sketches: readonly Sketch[],
  { similar, similarity, window }: Limits,
): Found {
  const last = calls.at(-1)!;
  const mine = sketches.at(-1)!;
  const alike = calls.filter(
    (one, i) =>
      one.tool === last.tool &&
      (one.call !== last.call || one.outcome === last.outcome) &&
      jaccard(sketches[i]!, mine) > similarity,
  );
  if (alike.length < similar) return undefined;
  return {
    messageId: 'similar',
    score: halveDoubt(0.91, alike.length - similar),
    urgency: 'warn',
    identity: `similar:${last.tool}`,
    data: { tool: last.tool, call: last.label, count: alike.length },
    evidence: evidenceOf(alike, { window }),
  };
}

export function findSameResult(calls: readonly CallRecord[], { sameResult, window }: Limits): Found {
  const last = calls.at(-1)!;
  if (last.outcome === NO_OUTCOME) return undefined;
  const alike = calls.filter(({ outcome }) => outcome === last.outcome);
  // The newest occurrence of each call, in order of arrival.
  const distinct = alike.filter(({ call }, i) => alike.findLastIndex((one) => one.call === call) === i);
  if (distinct.length < sameResult) return undefined;
  return {
    messageId: 'same-result',
    score: halveDoubt(0.91, distinct.length - sameResult),
    urgency: 'warn',
    identity: `result:${last.outcome}`,
    data: { call: last.label, tool: last.tool, count: distinct.length },
    evidence: evidenceOf(distinct, { window }),
  };
}
