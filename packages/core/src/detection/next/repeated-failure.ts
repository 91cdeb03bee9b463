import type { CallFeatures } from '../../features/call-features.js';
import { mix } from '../../text/hash.js';
import { defineDetector, type Signal } from '../detector.js';
import { type ArgumentChange, jaccard } from '../mechanisms/arguments.js';
import { signalFrom } from '../mechanisms/found.js';
import {
  compareWith,
  extendGroup,
  type Group,
  keepGroup,
  NO_GROUPS,
  startGroup,
} from '../mechanisms/similar.js';
import type { Moment } from '../../session/session.js';
import { ratio } from '../options.js';

const options = {
  limit: ratio(4.5, { max: 50, meaning: 'calls that fail for one reason, each weighed, that make a loop' }),
};

/** What a failure counts by how its arguments differ from those before. */
const WORTH: Readonly<Record<ArgumentChange, number>> = {
  ...{ same: 0.7, near: 1.15, reworded: 1, numbers: 0.45, enumeration: 0.45, other: 0.35 },
};
const REFUSED: Readonly<Record<ArgumentChange, number>> = {
  ...{ same: 0, near: 0.8, reworded: 0.6, numbers: 0.1, enumeration: 0.1, other: 0.1 },
};
const INVENTED = 1.1;
const LONG = 30;

type Kind = 'tool' | 'cause' | 'refusal';

/** Different calls, one reason to fail: of one tool, of several, or one tool that nothing gets through. */
export const repeatedFailure = defineDetector({
  meta: {
    id: 'repeated-failure',
    summary: 'Varied calls keep failing for the same reason.',
    listens: ['call', 'step'],
    family: 'calls',
    needs: 'features',
    options,
    messages: {
      same: {
        text: '{{count}} calls failed for the same reason, last {{call}}',
        category: 'ERROR_REPETITION',
        cap: 'stop',
      },
      everywhere: {
        text: '{{count}} calls of several tools failed for the same reason',
        category: 'ERROR_REPETITION',
        cap: 'stop',
      },
      refused: {
        text: '{{call}} and similar calls keep failing, {{count}}x',
        category: 'ERROR_REPETITION',
        cap: 'redirect',
      },
    },
  },

  init: (): readonly Group[] => NO_GROUPS,

  step(state, moment, { limit }) {
    const { features, progress } = moment;
    if (!features || !progress || features.isWait) return { state };
    const { outcome, tool } = features;
    const refusal = mix(tool, 105);
    if (outcome.failure === 'no') {
      const hasRefusal = state.some(({ key }) => key === refusal);
      return { state: hasRefusal ? state.filter(({ key }) => key !== refusal) : state };
    }
    if (!['first', 'news', 'same', 'volatile'].includes(progress.change)) return { state };
    const words = outcome.vocabulary.filter((word) => !features.argWords.includes(word));
    if (words.length === 0 && outcome.slotValues.length === 0) return { state };
    let groups = state;
    let best: Signal<'same' | 'everywhere' | 'refused'> | undefined;
    const run = (kind: Kind, key: number, messageId: 'same' | 'everywhere' | 'refused'): void => {
      const group = extend(groups, kind, key, words, moment);
      groups = keepGroup(groups, group);
      if (group.events.length < 2) return;
      const signal = signalFrom(moment, {
        messageId,
        share: group.weight / limit,
        events: group.events,
        count: group.events.length,
        identity: `${kind}:${group.key}`,
      });
      if (signal && (!best || signal.score > best.score)) best = signal;
    };
    run('tool', mix(mix(tool, outcome.failureKey), 101 + bareNumber(features)), 'same');
    if (words.length >= 2) run('cause', mix(outcome.failureKey, 102), 'everywhere');
    if (outcome.failure === 'hard') run('refusal', refusal, 'refused');
    return { state: groups, ...(best && { signal: best }) };
  },
});

/** Where a failure has hardly any words, its numbers tell it apart. */
function bareNumber({ outcome, argValues }: CallFeatures): number {
  if (outcome.vocabulary.length > 3) return 0;
  return outcome.slotValues.reduce((sum, one) => (argValues.includes(one) ? sum : sum + one), 0) | 0;
}

function extend(
  groups: readonly Group[],
  kind: Kind,
  key: number,
  words: readonly number[],
  moment: Moment,
): Group {
  const { seq, event, session, ledgerBefore } = moment;
  const features = moment.features!;
  const round = event.kind === 'call' ? (event.round ?? null) : null;
  const at = { seq, round, ledger: session.ledger };
  const known = groups.find((one) => one.key === key) ?? findAlike(groups, kind, words, moment);
  const acts = ledgerBefore!.acts;
  if (!known || (kind === 'refusal' && known.mark.acts !== acts)) return startGroup(key, features, at, words);
  const { change, places } = compareWith(known, features);
  const worth = round !== null && known.round === round ? 0 : worthOf(kind, known, change, words, moment);
  return extendGroup(known, features, at, { worth, places, isVaried: true });
}

/** The same failure in other words: only of different calls, and while nothing was changed. */
function findAlike(
  groups: readonly Group[],
  kind: Kind,
  words: readonly number[],
  { features, progress, ledgerBefore }: Moment,
): Group | undefined {
  const { calls, acts } = ledgerBefore!;
  if (kind === 'tool' && progress!.change === 'first')
    return groups.findLast(
      (one) =>
        one.words.length > 0 &&
        one.tool === features!.tool &&
        one.mark.acts === acts &&
        calls - one.mark.calls < 6 &&
        jaccard(one.words, words) >= 0.5,
    );
  if (kind !== 'cause') return undefined;
  return groups.findLast(
    (one) =>
      one.tool !== features!.tool &&
      calls - one.mark.calls < 4 &&
      jaccard(one.words, words) >= 0.25 &&
      one.words.filter((word) => words.includes(word)).length >= 2,
  );
}

function worthOf(
  kind: Kind,
  group: Group,
  change: ArgumentChange,
  words: readonly number[],
  { features, progress, ledgerBefore }: Moment,
): number {
  const { outcome, argWords, hasWait } = features!;
  const { hasWaited, isInvented } = progress!;
  let worth = WORTH[change];
  if (kind === 'cause') worth = group.tool === features!.tool ? 0.25 : 0.9;
  else if (kind === 'refusal')
    worth = change === 'same' && group.content === outcome.content ? 0.5 : REFUSED[change];
  else if (isInvented && (change === 'numbers' || change === 'enumeration')) worth = INVENTED;
  else if (change === 'near' && argWords.length > LONG) worth = 0.9;
  // Each scheduled run or task is an attempt of its own.
  if (ledgerBefore!.spans > group.mark.spans) worth = Math.max(worth, 0.9);
  if (outcome.failure === 'soft') worth *= 0.95;
  if (hasWaited || hasWait) worth *= 0.6;
  if (ledgerBefore!.acts > group.mark.acts) worth *= words.length >= 8 ? 0.75 : 0.6;
  const between = ledgerBefore!.calls - group.mark.calls;
  return worth * (between >= 8 ? 0.5 : between >= 4 ? 0.8 : 1);
}
