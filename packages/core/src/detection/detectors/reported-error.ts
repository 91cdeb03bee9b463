import { combine } from '../../event/fingerprint.js';
import { oneLine } from '../../event/label.js';
import { maskText } from '../../event/mask.js';
import { jaccard, sketch, type Sketch } from '../../event/sketch.js';
import { pushBounded } from '../../session/window.js';
import { defineDetector, type Signal } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { integer, type OptionsOf, ratio } from '../options.js';
import { turningLength } from '../period.js';
import { limitScore, SIGN, surest, urgencyOf } from '../score.js';

interface Reported {
  readonly seq: number;
  readonly label: string;
  readonly print: number;
  readonly words: Sketch;
  readonly fix: number | null;
  /** What the agent had said before it. */
  readonly said: Sketch;
}

const WORDS = 64;

const options = {
  window: integer(12, { min: 4, max: 40, meaning: 'how many reported errors are remembered' }),
  same: integer(4, { min: 2, meaning: 'alike errors that make a loop' }),
  fix: integer(3, { min: 2, meaning: 'attempts of one fix that make a loop' }),
  turns: integer(4, { min: 4, meaning: 'errors in turn (A, B, A, B) that make a loop' }),
  likeness: ratio(0.8, { meaning: 'share of common words above which errors are alike' }),
  fresh: ratio(0.6, { meaning: 'what an alike error counts when the agent had said something else before it' }),
};

type Limits = OptionsOf<typeof options>;
type Found = Signal<'same' | 'fix' | 'mole'> | undefined;

/** Errors that the program around the agent reports: the same one, the same fix, or two that cause each other. */
export const reportedError = defineDetector({
  meta: {
    id: 'reported-error',
    summary: 'Reported errors repeat, are met with the same fix, or take turns.',
    listens: ['error', 'message'],
    family: 'failures',
    memory: 'task',
    options,
    messages: {
      same: { text: 'the same error {{count}}x: {{error}}', category: 'ERROR_REPETITION' },
      fix: { text: 'the same fix tried {{count}}x for {{error}}', category: 'FIX_REPETITION' },
      mole: { text: 'fixing one error brings the other back, {{count}} in turn: {{error}}', category: 'ERROR_WHACK_A_MOLE' },
    },
  },

  init: () => ({ errors: [] as readonly Reported[], said: '' as Sketch }),

  step(state, { event, seq }, limits) {
    if (event.kind === 'message') return { state: { ...state, said: sketch(maskText(event.text).words, WORDS) } };
    if (event.kind !== 'error') return { state };
    const { words } = maskText(`${event.type ?? ''} ${event.message}`);
    const fix = event.fix === undefined || event.fix === '' ? null : combine(...maskText(event.fix).words);
    const label = oneLine(event.message || (event.type ?? ''), 80);
    const error: Reported = { seq, label, print: combine(...words), words: sketch(words, WORDS), fix, said: state.said };
    const errors = pushBounded(state.errors, error, limits.window);
    const signal = surest(findFix(errors, limits), findMole(errors, limits), findSame(errors, limits));
    return { state: { errors, said: '' }, ...(signal && { signal }) };
  },
});

function findSame(errors: readonly Reported[], limits: Limits): Found {
  const last = errors.at(-1)!;
  const alike = errors.filter((one) => jaccard(one.words, last.words, WORDS) >= limits.likeness);
  const weight = alike.reduce((sum, one) => sum + (one === last || jaccard(one.said, last.said, WORDS) >= 0.5 ? 1 : limits.fresh), 0);
  return judged('same', weight / limits.same, alike, limits);
}

function findFix(errors: readonly Reported[], limits: Limits): Found {
  const last = errors.at(-1)!;
  const same = errors.filter(({ fix }) => fix !== null && fix === last.fix);
  return judged('fix', same.length / limits.fix, same, limits);
}

function findMole(errors: readonly Reported[], limits: Limits): Found {
  const length = turningLength(errors.map(({ print }) => print));
  return judged('mole', length / limits.turns, errors.slice(-length), limits);
}

function judged(messageId: NonNullable<Found>['messageId'], share: number, found: readonly Reported[], { window }: Limits): Found {
  if (share < SIGN || found.length < 2) return undefined;
  const last = found.at(-1)!;
  return {
    messageId,
    score: limitScore(share),
    urgency: urgencyOf(share),
    identity: `reported:${messageId}:${messageId === 'fix' ? String(last.fix) : Math.min(...found.map(({ print }) => print))}`,
    data: { error: last.label, count: found.length },
    evidence: evidenceOf(found, { window }),
  };
}
