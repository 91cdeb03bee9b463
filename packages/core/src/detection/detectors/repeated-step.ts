import { combine, textPrint } from '../../event/fingerprint.js';
import { oneLine } from '../../event/label.js';
import { pushBounded } from '../../session/window.js';
import { defineDetector } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { integer } from '../options.js';
import { periodicLength } from '../period.js';
import { limitScore, SIGN, urgencyOf } from '../score.js';

interface Done {
  readonly seq: number;
  readonly label: string;
  readonly key: number;
}

const MAX_PERIOD = 4;
const WINDOW = 8 * MAX_PERIOD;
const NONE: { readonly steps: readonly Done[] } = { steps: [] };

/** A decision log in which the same step, or the same few steps, come round again without a break. */
export const repeatedStep = defineDetector({
  meta: {
    id: 'repeated-step',
    summary: 'The same step of a decision log repeats, alone or in a cycle.',
    listens: ['step'],
    family: 'calls',
    memory: 'run',
    options: {
      failures: integer(3, { min: 2, meaning: 'equal steps in a row without success that make a loop' }),
      successes: integer(5, { min: 2, meaning: 'equal successful steps in a row that make a loop' }),
      laps: integer(3, { min: 2, meaning: 'laps of a cycle of two to four steps that make a loop' }),
    },
    messages: {
      same: { text: '{{step}} {{count}}x in a row', category: 'TOOL_REPETITION' },
      cycle: { text: 'the same {{period}} steps {{count}}x, from {{step}}', category: 'TOOL_PING_PONG' },
    },
  },

  init: () => NONE,

  step(state, { event, seq }, limits) {
    if (event.kind !== 'step') return { state };
    const { intent, tool = '', status } = event;
    const label = oneLine(tool === '' ? intent : `${tool}: ${intent}`, 60);
    const key = combine(textPrint(intent), textPrint(tool), textPrint(status));
    const steps = pushBounded(state.steps, { seq, label, key }, WINDOW);
    const keys = steps.map((one) => one.key);
    const { period, laps } = cycleOf(keys);
    const limit = period > 1 ? limits.laps : status === 'success' ? limits.successes : limits.failures;
    const share = laps / limit;
    if (laps < 2 || share < SIGN) return { state: { steps } };
    const found = steps.slice(-laps * period);
    return {
      state: { steps },
      signal: {
        messageId: period === 1 ? 'same' : 'cycle',
        score: limitScore(share),
        urgency: urgencyOf(share),
        identity: `steps:${Math.min(...keys.slice(-period))}`,
        data: { step: found[0]!.label, count: laps, period },
        evidence: evidenceOf(found, { window: WINDOW, count: laps }),
      },
    };
  },
});

/** The shortest period at the end, with its whole laps. */
function cycleOf(keys: readonly number[]): { period: number; laps: number } {
  for (let period = 1; period <= MAX_PERIOD; period++) {
    const length = periodicLength(keys, period);
    if (length >= 2 * period) return { period, laps: Math.floor(length / period) };
  }
  return { period: 1, laps: 1 };
}
