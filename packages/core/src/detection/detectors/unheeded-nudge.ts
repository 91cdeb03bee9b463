import type { TurnEvent } from '../../event/event.js';
import { oneLine } from '../../event/label.js';
import { maskText } from '../../event/mask.js';
import { speechWords } from '../../event/speech-words.js';
import { pushBounded } from '../../session/window.js';
import { defineDetector } from '../detector.js';
import type { Occurrence } from '../evidence.js';
import { signalOf } from '../finding.js';
import { integer } from '../options.js';

interface Nudges {
  readonly print: number;
  /** Calls and changes when it was said first. */
  readonly deeds: number;
  /** The same nudge, with nothing done since the first of them. */
  readonly found: readonly Occurrence[];
}

const WINDOW = 16;
const NONE: Nudges = { print: 0, deeds: 0, found: [] };

/** The program around the model says the same again and again, and nothing is done about it. */
export const unheededNudge = defineDetector({
  meta: {
    id: 'unheeded-nudge',
    summary: 'The harness repeats its demand, and the agent only talks.',
    listens: ['turn', 'message'],
    family: 'words',
    cap: 'nudge',
    memory: 'run',
    options: {
      nudges: integer(5, { min: 2, meaning: 'equal nudges with nothing done in between that make a loop' }),
      words: integer(40, { min: 1, meaning: 'a message of as many words is a deed itself' }),
    },
    messages: {
      ignored: { text: 'told {{count}}x, and nothing was done: {{text}}', category: 'OUTPUT_PARAPHRASE' },
    },
  },

  init: () => NONE,

  step(state, { event, seq, session }, limits) {
    if (event.kind === 'message') {
      const isDeed = state.found.length > 0 && speechWords(event.text).size >= limits.words;
      return { state: isDeed ? NONE : state };
    }
    if (event.kind !== 'turn') return { state };
    if (!isDemand(event) || event.text === undefined) return { state: NONE };
    const { print } = maskText(event.text);
    const deeds = session.made + session.world;
    const text = oneLine(event.text, 80);
    const before = state.print === print && state.deeds === deeds ? state.found : [];
    const found = pushBounded(before, { seq, label: text }, WINDOW);
    const signal = signalOf({
      ...{ messageId: 'ignored' as const, share: found.length / limits.nudges, found },
      ...{ identity: `nudge:${print}`, data: { text }, window: WINDOW },
    });
    return { state: { print, deeds, found }, ...(signal && { signal }) };
  },
});

/** A hook or a guard that speaks is one too, whatever it calls itself. */
function isDemand({ role, reason }: TurnEvent): boolean {
  return role === 'harness' && reason !== 'schedule' && reason !== 'compaction';
}
