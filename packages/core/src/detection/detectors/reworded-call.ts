import { jaccard } from '../../event/sketch.js';
import { callsOf } from '../../session/calls.js';
import type { Session } from '../../session/session.js';
import { defineDetector, type Signal } from '../detector.js';
import type { Occurrence } from '../evidence.js';
import { signalOf } from '../finding.js';
import { integer, type OptionsOf, ratio } from '../options.js';
import { isRelated, isRewording, isSameAnswer, isSweep } from '../relation.js';
import { afterFailure, noWordings, takeWording, WORDS, type Wordings } from '../rewording.js';
import { oncePerRound } from '../rounds.js';
import { surest } from '../score.js';

const options = {
  window: integer(12, { min: 4, max: 40, meaning: 'how many calls are looked at' }),
  same: integer(5, { min: 2, meaning: 'reworded calls with the same answer that make a loop' }),
  sweep: integer(11, { min: 2, meaning: 'the same, where only numbers vary' }),
  empty: integer(6, { min: 2, meaning: 'related calls of one tool in a row that find nothing' }),
  rewrite: integer(5, { min: 2, meaning: 'writes of nearly the same content to one file in a row' }),
  likeness: ratio(0.5, { meaning: 'share of common words from which arguments are reworded' }),
};

type Limits = OptionsOf<typeof options>;
type Found = Signal<'same' | 'empty' | 'rewrite'> | undefined;

/** Other words, the same answer: the question is asked again instead of the answer being used. */
export const rewordedCall = defineDetector({
  meta: {
    id: 'reworded-call',
    summary: 'A call is reworded again and again and brings the same answer, or none.',
    listens: ['call'],
    family: 'calls',
    cap: 'redirect',
    isClose: true,
    memory: 'run',
    calls: ({ window }) => window,
    options,
    messages: {
      same: {
        text: '{{call}} and {{count}} rewordings brought the same answer',
        category: 'TOOL_PARAMETER_DRIFT',
      },
      empty: { text: '{{count}} calls like {{call}} found nothing', category: 'TOOL_PARAMETER_DRIFT' },
      rewrite: {
        text: '{{call}} written {{count}}x with nearly the same content',
        category: 'TOOL_PARAMETER_DRIFT',
      },
    },
  },

  init: noWordings,

  step(before, moment, limits) {
    const { percept, seq, session } = moment;
    if (!percept || percept.kind === 'wait') return { state: before };
    if (percept.outcome.failed !== 'no') return { state: afterFailure(before, session) };
    const state = takeWording(before, moment, percept, limits.window);
    const signal = surest(
      findSame(state, session, seq, limits),
      findEmpty(state, seq, { ...limits, empty: Math.max(limits.empty, session.asked) }),
      findRewrite(state, limits),
    );
    return signal ? { state, signal } : { state };
  },
});

function findSame({ answers }: Wordings, session: Session, now: number, limits: Limits): Found {
  const last = answers.at(-1);
  if (last?.seq !== now || answers.length < 2) return undefined;
  const same = answers.filter((one) => isSameAnswer(one, last));
  const reworded = same.filter((one) => same.some((other) => isRewording(one, other, limits.likeness)));
  const isLoop = reworded.includes(last) && reworded.some((one) => one.call !== last.call);
  if (!isLoop) return undefined;
  const labels = new Map(callsOf(session).map((one) => [one.seq, one.label]));
  const once = oncePerRound(reworded);
  const found = once.map(({ seq }) => ({ seq, label: labels.get(seq) ?? '' }));
  return judged(
    'same',
    last.target,
    found,
    last.words !== '' && isSweep(once) ? { ...limits, same: limits.sweep } : limits,
  );
}

function findEmpty({ misses }: Wordings, now: number, limits: Limits): Found {
  const last = misses.at(-1);
  if (last?.seq !== now || misses.length < 2) return undefined;
  const run = oncePerRound(misses.filter((one) => one.tool === last.tool));
  const found = run.filter((one) => run.some((other) => isRelated(one, other)));
  // That may be a batch of months or pages, so it takes one more.
  return judged('empty', last.tool, found, isSweep(found) ? { ...limits, empty: limits.empty + 1 } : limits);
}

/** A text of fewer words is like many others. */
const MIN_WORDS = 8;

function findRewrite({ drafts }: Wordings, limits: Limits): Found {
  const last = drafts.at(-1);
  if (!last || drafts.length < 2 || last.words.length < MIN_WORDS) return undefined;
  const alike = drafts.filter((one) => jaccard(one.words, last.words, WORDS) >= limits.likeness);
  return judged('rewrite', last.path, alike, limits);
}

function judged(
  messageId: 'same' | 'empty' | 'rewrite',
  about: number | string,
  found: readonly Occurrence[],
  limits: Limits,
): Found {
  return signalOf({
    messageId,
    share: found.length / limits[messageId],
    found,
    identity: `${messageId}:${about}`,
    data: { call: found.at(-1)?.label ?? '' },
    window: limits.window,
  });
}
