import { defineDetector } from '../../../detection/detector.js';
import { evidenceOf, factOf, type Occurrence } from '../../../detection/evidence.js';
import { integer, notAbove } from '../../../detection/options.js';
import type { AgentEvent } from '../../../event/event.js';
import { computeHash } from '../../../fingerprint/sha256.js';
import { pushBounded } from '../../../session/window.js';
import { classify, count, NO_STREAKS } from '../streaks.js';

/**
 * New or repeated approach × new or repeated outcome. Only a repeated outcome is a bad sign: a repeated
 * approach with a new outcome means that the environment has changed.
 */
export const progressMatrix = defineDetector({
  meta: {
    id: 'progress-matrix',
    summary: 'Steps keep ending in outcomes that were seen before.',
    listens: ['call'],
    options: {
      memory: integer(256, { min: 1, max: 4096, meaning: 'how many approaches and outcomes are remembered' }),
      stagnationWarn: integer(3, {
        meaning: 'steps in a row with a known approach and a known outcome to warn at',
      }),
      stagnationBlock: integer(5, { meaning: 'the same, to block at' }),
      stuckWarn: integer(5, { meaning: 'steps in a row with a new approach and a known outcome to warn at' }),
      stuckBlock: integer(8, { meaning: 'the same, to block at' }),
    },
    messages: {
      'stagnation-warning': {
        text: '{{call}} repeated {{streak}}x with a known outcome',
        category: 'TOOL_REPETITION',
      },
      'stagnation-block': {
        text: '{{call}} repeated {{streak}}x with a known outcome',
        category: 'TOOL_REPETITION',
      },
      'stuck-warning': {
        text: '{{streak}} new approaches, the same outcome',
        category: 'TOOL_PARAMETER_DRIFT',
      },
      'stuck-block': {
        text: '{{streak}} new approaches, the same outcome',
        category: 'TOOL_PARAMETER_DRIFT',
      },
    },
    conflict: (options) =>
      notAbove(options, 'stagnationWarn', 'stagnationBlock') ?? notAbove(options, 'stuckWarn', 'stuckBlock'),
  },

  init: () => ({
    approaches: [] as readonly number[],
    outcomes: [] as readonly number[],
    streaks: NO_STREAKS,
    path: [] as readonly Occurrence[],
  }),

  step(state, { call, event }, options) {
    if (!call) return { state };
    const hasOutcome = event.kind === 'call' && event.result !== undefined;
    const kind = classify(state, call, hasOutcome);
    const streaks = count(state.streaks, kind);
    const streak = Math.max(streaks.stuck, streaks.stagnation);
    const found = { seq: call.seq, label: call.label, fact: factOf(call) };
    const next = {
      approaches: pushBounded(state.approaches, call.call, options.memory),
      outcomes: pushBounded(state.outcomes, call.outcome, options.memory),
      streaks,
      path: streak <= 1 ? [found] : pushBounded(state.path, found, 8),
    };
    const stagnates = streaks.stagnation > 0;
    const isBlock = streak >= (stagnates ? options.stagnationBlock : options.stuckBlock);
    const isWarning = !isBlock && streak >= (stagnates ? options.stagnationWarn : options.stuckWarn);
    const action = isBlock ? 'block' : isWarning ? 'warn' : 'none';
    const report = reportOf(event, {
      event_type: 'loop_detection',
      classification: kind,
      action,
      ...streaks,
    });
    if (action === 'none') return { state: next, reports: [report] };

    return {
      state: next,
      signal: {
        messageId: `${stagnates ? 'stagnation' : 'stuck'}-${isBlock ? 'block' : 'warning'}` as const,
        score: isBlock ? 0.95 : 0.8,
        urgency: isBlock ? 'hard' : 'warn',
        identity: stagnates ? `stagnation:${call.call}` : `stuck:${call.outcome}`,
        data: { call: call.label, streak },
        evidence: evidenceOf(next.path, { window: options.memory, count: streak + 1 }),
      },
      reports: [report],
    };
  },
});

/** Computes the hashes lazily: they take longer than the rest of a step. */
function reportOf<Facts extends object>(event: AgentEvent, facts: Facts) {
  const { tool, args, result } = event.kind === 'call' ? event : {};
  return {
    ...facts,
    get approachHash(): string {
      return computeHash({ tool, args });
    },
    get outcomeHash(): string {
      return computeHash(result);
    },
  };
}
