import { defineDetector, type Signal } from '../../../detection/detector.js';
import { evidenceOf } from '../../../detection/evidence.js';
import { integer, type OptionsOf, ratio } from '../../../detection/options.js';
import { halveDoubt } from '../../../detection/score.js';
import { findSameResult, findSimilar } from '../alike-calls.js';
import { leafSketch } from '../leaf-sketch.js';
import type { Sketch } from '../../../fingerprint/sketch.js';
import { callsOf, type CallRecord } from '../../../session/calls.js';
import { pushBounded } from '../../../session/window.js';

const options = {
  window: integer(10, { min: 2, max: 40, meaning: 'how many calls are looked at' }),
  exact: integer(3, { min: 2, meaning: 'identical calls in a row, with equal results, that make a loop' }),
  similar: integer(4, { min: 2, meaning: 'calls of one tool with similar arguments that make a loop' }),
  similarity: ratio(0.8, { meaning: 'arguments are similar above this' }),
  pingPong: integer(2, { min: 2, meaning: 'full A→B cycles that make a loop' }),
  sameResult: integer(3, { min: 2, meaning: 'different calls with identical output that make a loop' }),
};

type Found = Signal<'exact' | 'ping-pong'> | undefined;

/** The same call, a similar call, two alternating calls, or many calls with one result. */
export const toolRepetition = defineDetector({
  meta: {
    id: 'tool-repetition',
    summary: 'Tool calls repeat: exactly, nearly, in turn, or with one result.',
    listens: ['call'],
    calls: ({ window }) => window,
    options,
    messages: {
      exact: { text: '{{call}} called {{count}}x', category: 'TOOL_REPETITION' },
      similar: {
        text: '{{tool}} called {{count}}x with nearly the same arguments',
        category: 'TOOL_PARAMETER_DRIFT',
      },
      'ping-pong': { text: '{{call}} and {{other}} in turn, {{count}}x', category: 'TOOL_PING_PONG' },
      'same-result': { text: '{{count}} different calls with the same result', category: 'TOOL_REPETITION' },
    },
  },

  init: () => ({ sketches: [] as readonly Sketch[] }),

  step(state, { session, call, event }, limits) {
    if (!call || event.kind !== 'call') return { state };
    const sketches = pushBounded(state.sketches, leafSketch(event.args), limits.window);
    const calls = callsOf(session).slice(-sketches.length);
    const signal =
      findExact(calls, limits) ??
      findPingPong(calls, limits) ??
      findSimilar(calls, sketches, limits) ??
      findSameResult(calls, limits);
    return signal ? { state: { sketches }, signal } : { state: { sketches } };
  },
});

type Limits = OptionsOf<typeof options>;

function findExact(calls: readonly CallRecord[], { exact, window }: Limits): Found {
  const last = calls.at(-1)!;
  const start =
    calls.findLastIndex(({ call, outcome }) => call !== last.call || outcome !== last.outcome) + 1;
  const same = calls.slice(start);
  if (same.length < exact) return undefined;
  return {
    messageId: 'exact',
    score: halveDoubt(0.95, same.length - exact),
    urgency: 'warn',
    identity: `call:${last.call}`,
    data: { call: last.label, tool: last.tool, count: same.length },
    evidence: evidenceOf(same, { window }),
  };
}

function findPingPong(calls: readonly CallRecord[], { pingPong, window }: Limits): Found {
  const a = calls.at(-2);
  const b = calls.at(-1)!;
  if (a === undefined || a.call === b.call) return undefined;
  let length = 0;
  while (length < calls.length && calls.at(-1 - length)!.call === (length % 2 === 0 ? b : a).call) length++;
  const cycles = Math.floor(length / 2);
  if (cycles < pingPong) return undefined;
  return {
    messageId: 'ping-pong',
    score: halveDoubt(0.92, cycles - pingPong),
    urgency: 'warn',
    identity: `pair:${Math.min(a.call, b.call)}:${Math.max(a.call, b.call)}`,
    data: { call: a.label, other: b.label, count: cycles },
    evidence: evidenceOf(calls.slice(-2 * cycles), { window, count: cycles }),
  };
}
