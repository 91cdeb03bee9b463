import { EMPTY, FAILED, HAS_WAIT, LONG, NEWS, NOTE, SOFT, WAIT, WRITE } from '../../session/history.js';
import { defineDetector } from '../detector.js';
import { evidenceOf, type Occurrence } from '../evidence.js';
import { integer, ratio } from '../options.js';
import { limitScore, SIGN, urgencyOf } from '../score.js';
import { pushBounded } from '../../session/window.js';
import { hear, newMemory } from '../../session/memory.js';

/** Calls that bring nothing new pile up; new results pay the debt off, in whatever order they come. */
export const staleWork = defineDetector({
  meta: {
    id: 'stale-work',
    summary: 'Call after call brings back what the session already knows.',
    listens: ['call', 'edit', 'turn'],
    family: 'calls',
    isClose: true,
    memory: 'run',
    options: {
      debt: integer(9, { min: 2, max: 100, meaning: 'half points of staleness that make a loop' }),
      fresh: ratio(0.1, { meaning: 'share of new lines up to which a result says nothing new' }),
    },
    messages: {
      stale: { text: '{{count}} calls in a row of old results, last {{call}}', category: 'TOOL_REPETITION' },
    },
  },

  init: () => ({ debt: 0, lines: newMemory(), found: [] as readonly Occurrence[] }),

  step(state, { event, session, percept, call }, limits) {
    if (event.kind === 'edit') return { state: event.before === event.after ? state : { ...state, debt: state.debt / 4 } };
    if (event.kind === 'turn') return { state: event.reason === 'compaction' ? { ...state, debt: Math.max(0, state.debt - 3) } : state };
    if (!percept || !call) return { state };
    const { history } = session;
    const flags = history.flags.at(-1)!;
    if ((flags & WAIT) !== 0) return { state };
    const { memory, share } = hear(state.lines, lineHashes(event.kind === 'call' ? event.result : ''));
    const seen = timesSeen(history.call, history.outcome);
    const sameRound = history.round.length > 1 && history.round.at(-1) === history.round.at(-2);
    const isNew = (flags & NEWS) !== 0 && share > limits.fresh && (flags & (FAILED | SOFT | EMPTY)) === 0;
    const price = sameRound && !isNew ? 0 : priceOf({ flags: flags | (hasWaited(history.flags) ? HAS_WAIT : 0), seen, share, fresh: limits.fresh });
    const isWork = (flags & WRITE) !== 0 && (flags & NEWS) !== 0 && (flags & (FAILED | SOFT)) === 0;
    const debt = isWork ? state.debt / 4 : Math.max(0, state.debt + price);
    const found = price > 0 ? pushBounded(state.found, { seq: call.seq, label: call.label }, 12) : debt === 0 ? [] : state.found;
    const next = { debt, lines: memory, found };
    const reached = debt / limits.debt;
    if (reached < SIGN || price <= 0) return { state: next };
    return {
      state: next,
      signal: {
        messageId: 'stale',
        score: limitScore(reached),
        urgency: urgencyOf(reached),
        identity: `stale:${Math.min(...history.call.slice(-8))}`,
        data: { call: call.label, count: found.length },
        evidence: evidenceOf(found, { window: history.call.length }),
      },
    };
  },
});

/** In half points: what a call adds to the debt, or pays back. */
function priceOf({ flags, seen, share, fresh }: { flags: number; seen: number; share: number; fresh: number }): number {
  const isLook = (flags & HAS_WAIT) !== 0;
  if ((flags & NOTE) !== 0) return 1.3;
  if (seen >= 2) return isLook ? 1 : 2;
  if (seen === 1) return isLook ? 0.5 : 1;
  if ((flags & (FAILED | SOFT)) !== 0) return 0.6;
  if ((flags & EMPTY) !== 0) return 0.3;
  if (share > fresh) return -3;
  // A short "ok" about something new is a step forward; a long answer without a new line is old.
  return (flags & LONG) !== 0 ? 1 : -1.5;
}

/** The call before this one did nothing but wait. */
function hasWaited(flags: readonly number[]): boolean {
  return ((flags.at(-2) ?? 0) & WAIT) !== 0;
}

/** How often this call brought this outcome before. */
function timesSeen(calls: readonly number[], outcomes: readonly number[]): number {
  const now = calls.length - 1;
  let seen = 0;
  for (let i = 0; i < now; i++) if (calls[i] === calls[now] && outcomes[i] === outcomes[now]) seen++;
  return seen;
}

const MAX_LINES = 200;

function lineHashes(result: unknown): readonly number[] {
  const text = typeof result === 'string' ? result : '';
  const hashes: number[] = [];
  let hash = 0;
  for (let i = 0; i <= text.length && hashes.length < MAX_LINES; i++) {
    const unit = i < text.length ? text.charCodeAt(i) : 10;
    if (unit === 10) {
      if (hash !== 0) hashes.push(hash);
      hash = 0;
    } else if (unit > 32) hash = Math.imul(hash ^ unit, 0x01000193) || 1;
  }
  return hashes;
}
