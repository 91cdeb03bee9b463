import { defineDetector, type Signal } from '../../../detection/detector.js';
import { evidenceOf } from '../../../detection/evidence.js';
import { integer, type OptionsOf } from '../../../detection/options.js';
import { halveDoubt } from '../../../detection/score.js';
import { combine, textPrint } from '../../../fingerprint/fingerprint.js';
import { label as labelOf } from '../../../event/label.js';
import { takeApart } from '../text-parts.js';
import type { EventContext } from '../../../session/session.js';
import { pushBounded } from '../../../session/window.js';

interface Failure {
  readonly seq: number;
  readonly label: string;
  readonly print: number;
  readonly fix: number | null;
}

const options = {
  window: integer(10, { min: 3, max: 100, meaning: 'how many errors are looked at' }),
  sameError: integer(3, { min: 2, meaning: 'occurrences of one error that make a loop' }),
  sameFix: integer(2, { min: 2, meaning: 'attempts of one fix that make a loop' }),
};

type Found = Signal<'same-error' | 'same-fix' | 'whack-a-mole'> | undefined;

/** One error, one fix, or two errors that cause each other. */
export const errorCycle = defineDetector({
  meta: {
    id: 'error-cycle',
    summary: 'The same error or fix comes again, or two errors take turns.',
    listens: ['error', 'call'],
    options,
    messages: {
      'same-error': { text: '{{error}} occurred {{count}}x', category: 'ERROR_REPETITION' },
      'same-fix': { text: 'the same fix tried {{count}}x for {{error}}', category: 'FIX_REPETITION' },
      'whack-a-mole': { text: 'Fixing {{error}} breaks {{other}}', category: 'ERROR_WHACK_A_MOLE' },
    },
  },

  init: () => ({ errors: [] as readonly Failure[] }),

  step(state, context, limits) {
    const failure = failureOf(context);
    if (!failure) return { state };
    const errors = pushBounded(state.errors, failure, limits.window);
    const signal =
      findSameFix(errors, limits) ?? findSameError(errors, limits) ?? findWhackAMole(errors, limits);
    return signal ? { state: { errors }, signal } : { state: { errors } };
  },
});

type Limits = OptionsOf<typeof options>;

function findSameError(errors: readonly Failure[], { sameError, window }: Limits): Found {
  const last = errors.at(-1)!;
  const same = errors.filter(({ print }) => print === last.print);
  if (same.length < sameError) return undefined;
  return {
    messageId: 'same-error',
    score: halveDoubt(0.93, same.length - sameError),
    urgency: 'warn',
    identity: `error:${last.print}`,
    data: { error: last.label, count: same.length },
    evidence: evidenceOf(same, { window }),
  };
}

function findSameFix(errors: readonly Failure[], { sameFix, window }: Limits): Found {
  const last = errors.at(-1)!;
  const same = errors.filter(({ fix }) => fix !== null && fix === last.fix);
  if (same.length < sameFix) return undefined;
  return {
    messageId: 'same-fix',
    score: halveDoubt(0.94, same.length - sameFix),
    urgency: 'warn',
    identity: `fix:${last.fix}`,
    data: { error: last.label, count: same.length },
    evidence: evidenceOf(same, { window }),
  };
}

function findWhackAMole(errors: readonly Failure[], { window }: Limits): Found {
  const [a, b, c] = errors.slice(-3);
  if (!a || !b || !c || a.print !== c.print || a.print === b.print) return undefined;
  return {
    messageId: 'whack-a-mole',
    score: 0.92,
    urgency: 'warn',
    identity: `mole:${Math.min(a.print, b.print)}:${Math.max(a.print, b.print)}`,
    data: { error: b.label, other: c.label },
    evidence: evidenceOf([a, b, c], { window }),
  };
}

function failureOf({ event, seq, call }: EventContext): Failure | undefined {
  if (event.kind === 'error') {
    const { type = '', message, fix } = event;
    const label = labelOf(type === '' ? message : type, 48);
    const fixWords = takeApart(fix ?? '').words;
    const print = combine(textPrint(type), combine(...takeApart(message).words));
    return { seq, label, print, fix: fixWords.length === 0 ? null : combine(...fixWords) };
  }
  if (event.kind !== 'call' || call?.failed !== true) return undefined;
  const { result, tool } = event;
  const text = typeof result === 'string' ? result : '';
  const { words } = takeApart(text);
  if (words.length > 0) return { seq, label: labelOf(text, 48), print: combine(...words), fix: null };
  // Two failures without a text are equal only if the tool is.
  const isSilent = result == null || typeof result === 'string';
  const print = isSilent ? combine(textPrint(tool), call.outcome) : call.outcome;
  return { seq, label: labelOf(`${tool} failed`, 48), print, fix: null };
}
