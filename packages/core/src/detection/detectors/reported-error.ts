import type { ErrorEvent } from '../../event/event.js';
import { combine } from '../../event/fingerprint.js';
import { oneLine } from '../../event/label.js';
import { maskText } from '../../event/mask.js';
import { jaccard, sketch, type Sketch } from '../../event/sketch.js';
import { packSketches, unpackSketches } from '../../event/sketch-pack.js';
import { pushBounded } from '../../session/window.js';
import { defineDetector, type Signal } from '../detector.js';
import { signalOf } from '../finding.js';
import { integer, type OptionsOf, ratio } from '../options.js';
import { turningAt } from '../period.js';
import { surest } from '../score.js';

interface Reported {
  readonly seq: number;
  readonly label: string;
  readonly print: number;
  readonly words: Sketch;
  readonly fix: number | null;
  /** What the agent had said before it, and how often it had changed the world. */
  readonly said: Sketch;
  readonly world: number;
}

/** What was said last is packed: it is kept of every message, and seldom needed. */
const NONE: { readonly errors: readonly Reported[]; readonly said: string } = { errors: [], said: '' };

const WORDS = 64;
/** Share of common words above which the agent has said the same before two errors. */
const SAID = 0.5;

const options = {
  window: integer(12, { min: 4, max: 40, meaning: 'how many reported errors are remembered' }),
  same: integer(4, { min: 2, meaning: 'alike errors that make a loop' }),
  fix: integer(3, { min: 2, meaning: 'attempts of one fix that make a loop' }),
  turns: integer(4, { min: 4, meaning: 'errors in turn (A, B, A, B) that make a loop' }),
  likeness: ratio(0.8, { meaning: 'share of common words from which on errors are alike' }),
  fresh: ratio(0.6, {
    meaning: 'what an alike error counts when something else was said or done before it',
  }),
};

type Limits = OptionsOf<typeof options>;
type MessageId = 'same' | 'fix' | 'mole';
type Found = Signal<MessageId> | undefined;

/** Errors that the program around the agent reports: the same one, the same fix, or two that cause each other. */
export const reportedError = defineDetector({
  meta: {
    id: 'reported-error',
    summary: 'Reported errors repeat, are met with the same fix, or take turns.',
    listens: ['error', 'message'],
    family: 'failures',
    cap: 'redirect',
    memory: 'task',
    options,
    messages: {
      same: { text: 'the same error {{count}}x: {{error}}', category: 'ERROR_REPETITION' },
      fix: { text: 'the same fix tried {{count}}x for {{error}}', category: 'FIX_REPETITION' },
      mole: {
        text: 'fixing one error brings the other back, {{count}} in turn: {{error}}',
        category: 'ERROR_WHACK_A_MOLE',
      },
    },
  },

  init: () => NONE,

  step(state, { event, seq, session }, limits) {
    if (event.kind === 'message') {
      return { state: { ...state, said: packSketches([sketch(maskText(event.text).words, WORDS)]) } };
    }
    if (event.kind !== 'error') return { state };
    const [said = ''] = state.said === '' ? [] : unpackSketches(state.said, 1);
    const error = { ...wordsOf(event), seq, said, world: session.world };
    const errors = pushBounded(state.errors, error, limits.window);
    const signal = surest(findFix(errors, limits), findMole(errors, limits), findSame(errors, limits));
    return { state: { errors, said: '' }, ...(signal && { signal }) };
  },
});

function wordsOf({ type = '', message, fix = '' }: ErrorEvent): Omit<Reported, 'seq' | 'said' | 'world'> {
  const { words, print } = maskText(`${type} ${message}`);
  // Of a bare code the number is all there is.
  const own = words.length > 0 ? words : [print % 0x7fffffff];
  const tried = maskText(fix);
  const told = [...tried.words, ...tried.numbers];
  return {
    label: oneLine(message || type, 80),
    print: combine(...own),
    words: sketch(own, WORDS),
    fix: told.length === 0 ? null : combine(...told),
  };
}

function findSame(errors: readonly Reported[], limits: Limits): Found {
  const last = errors.at(-1)!;
  const alike = errors.filter((one) => jaccard(one.words, last.words, WORDS) >= limits.likeness);
  let weight = 0;
  for (const one of alike) weight += one === last || isSameTry(one, last) ? 1 : limits.fresh;
  return judged('same', weight / limits.same, alike, limits);
}

function isSameTry(one: Reported, last: Reported): boolean {
  return one.world === last.world && jaccard(one.said, last.said, WORDS) >= SAID;
}

function findFix(errors: readonly Reported[], limits: Limits): Found {
  const last = errors.at(-1)!;
  const same = errors.filter(({ fix }) => fix !== null && fix === last.fix);
  return judged('fix', same.length / limits.fix, same, limits);
}

function findMole(errors: readonly Reported[], limits: Limits): Found {
  const { length, turns } = turningAt(errors.map(({ print }) => print));
  return judged('mole', turns / limits.turns, errors.slice(-length), limits);
}

function judged(messageId: MessageId, share: number, found: readonly Reported[], { window }: Limits): Found {
  const last = found.at(-1);
  if (!last) return undefined;
  const key = messageId === 'fix' ? String(last.fix) : Math.min(...found.map(({ print }) => print));
  const identity = `reported:${messageId}:${key}`;
  return signalOf({ messageId, share, found, identity, data: { error: last.label }, window });
}
