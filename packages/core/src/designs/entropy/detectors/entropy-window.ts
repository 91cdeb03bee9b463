import { defineDetector, type Report } from '../../../detection/detector.js';
import { evidenceOf } from '../../../detection/evidence.js';
import { flag, integer, notAbove, ratio } from '../../../detection/options.js';
import { combine, provenPrint, textPrint } from '../../../fingerprint/fingerprint.js';
import { argsLabel, oneLine } from '../../../event/label.js';
import type { EventContext } from '../../../session/session.js';
import { pushBounded } from '../../../session/window.js';

interface Tuple {
  readonly seq: number;
  readonly key: number;
  readonly intent: string;
  readonly tool: string;
  readonly status: string;
}

const MAX_TEXT = 500;

/** The share of distinct (intent, tool, status) among the last few steps: 1 = all new, 1/n = one step over and over. */
export const entropyWindow = defineDetector({
  meta: {
    id: 'entropy-window',
    summary: 'Too few distinct steps among the last ones.',
    listens: ['step', 'call'],
    options: {
      window: integer(5, { min: 2, max: 100, meaning: 'how many steps are looked at' }),
      loopBelow: ratio(0.25, { meaning: 'a score below this is a loop' }),
      warningUpTo: ratio(0.5, { meaning: 'a score up to this is a warning' }),
      warningInclusive: flag(true, { meaning: 'whether the score `warningUpTo` itself is a warning' }),
    },
    messages: {
      loop: { text: '{{step}} {{count}}x in {{window}} steps', category: 'TOOL_REPETITION' },
      warning: { text: '{{step}} {{count}}x in {{window}} steps', category: 'TOOL_REPETITION' },
    },
    conflict: ({ loopBelow, warningUpTo }) =>
      notAbove({ loopBelow, warningUpTo }, 'loopBelow', 'warningUpTo'),
  },

  init: () => ({ recent: [] as readonly Tuple[] }),

  step(state, context, { window, loopBelow, warningUpTo, warningInclusive }) {
    const tuple = tupleOf(context);
    if (!tuple) return { state };
    const recent = pushBounded(state.recent, tuple, window);
    const score = Math.round((new Set(recent.map(({ key }) => key)).size / recent.length) * 10_000) / 10_000;
    const isLoop = score < loopBelow;
    const isWarning = !isLoop && score < 1 && (warningInclusive ? score <= warningUpTo : score < warningUpTo);

    const severity = isLoop ? 'LOOP' : isWarning ? 'WARNING' : 'NORMAL';
    const scored: Report = {
      event_type: 'entropy_score',
      entropy_score: score,
      severity,
      window_size: recent.length,
    };
    if (!isLoop && !isWarning) return { state: { recent }, reports: [scored] };

    const same = mostFrequent(recent);
    // The newest step belongs to the evidence even if another step repeats.
    const shown = same.includes(tuple) ? same : [...same, tuple];
    const found = shown.map(({ seq, intent, tool, key }) =>
      tool === ''
        ? { seq, label: intent }
        : { seq, label: `${tool}(${intent})`, fact: { tool, args: intent, key } },
    );
    return {
      state: { recent },
      signal: {
        messageId: isLoop ? 'loop' : 'warning',
        score: 1 - score,
        urgency: isLoop ? 'hard' : 'note',
        identity: `entropy:${same[0]!.key}`,
        data: { step: found[0]!.label, count: same.length, window: recent.length, entropy: score },
        evidence: evidenceOf(found, { window: recent.length, count: same.length }),
      },
      reports: isLoop ? [scored, alert(score, recent.length, same)] : [scored],
    };
  },
});

function alert(score: number, size: number, same: readonly Tuple[]): Report {
  const { intent, tool, status } = same[0]!;
  const repeated_pattern = { intent, tool_call: tool, action_status: status };
  const facts = { entropy_score: score, window_size: size, repeated_pattern, occurrence_count: same.length };
  return { event_type: 'entropy_alert', ...facts };
}

/** A call counts as a step whose intent is its arguments. */
function tupleOf({ event, seq }: EventContext): Tuple | undefined {
  if (event.kind === 'step') {
    const { intent, tool = '', status } = event;
    const key = combine(provenPrint(intent, seq), textPrint(tool), textPrint(status));
    return { seq, key, intent: oneLine(intent, MAX_TEXT), tool: oneLine(tool, MAX_TEXT), status };
  }
  if (event.kind !== 'call') return undefined;
  const { tool, args, isError } = event;
  const status = isError === true ? 'failure' : 'success';
  const key = combine(provenPrint(args, seq), textPrint(tool), textPrint(status));
  return { seq, key, intent: argsLabel(args), tool: oneLine(tool, MAX_TEXT), status };
}

/** The most frequent tuple with all its occurrences; the newest one if several are equally frequent. */
function mostFrequent(recent: readonly Tuple[]): readonly Tuple[] {
  const groups = new Map<number, Tuple[]>();
  for (const tuple of recent) {
    const group = groups.get(tuple.key) ?? [];
    groups.delete(tuple.key);
    groups.set(tuple.key, [...group, tuple]);
  }
  return [...groups.values()].reduce((best, group) => (group.length >= best.length ? group : best));
}
