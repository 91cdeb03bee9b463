import {
  EMPTY,
  FAILED,
  flagsAt,
  HAS_WAIT,
  type History,
  isProgress,
  isSameRound,
  leastOf,
  lengthOf,
  LONG,
  NEWS,
  NOTE,
  READ,
  SOFT,
  timesBefore,
  WAIT,
  WRITE,
} from '../../session/history.js';
import { hear, newMemory } from '../../session/memory.js';
import type { Moment } from '../../session/session.js';
import { pushBounded } from '../../session/window.js';
import { defineDetector } from '../detector.js';
import type { Occurrence } from '../evidence.js';
import { signalOf } from '../finding.js';
import { integer, ratio } from '../options.js';

const MAX_FOUND = 12;
/** What is left of the debt after a deed that changed something. */
const WORKED = 0.25;
/** After a compaction the agent has reason to look again. */
const COMPACTED = 30;
/** Prices are in tenths of a point: whole numbers add up without error. */
const POINT = 10;

/** Calls that bring nothing new pile up; new results pay the debt off, in whatever order they come. */
export const staleWork = defineDetector({
  meta: {
    id: 'stale-work',
    summary: 'Call after call brings back what the session already knows.',
    listens: ['call', 'edit', 'turn'],
    family: 'calls',
    cap: 'redirect',
    isClose: true,
    memory: 'run',
    options: {
      debt: integer(9, { min: 2, max: 100, meaning: 'points of staleness that make a loop' }),
      fresh: ratio(0.1, { meaning: 'share of new lines up to which a result says nothing new' }),
    },
    messages: {
      stale: { text: '{{count}} calls brought old results, last {{call}}', category: 'TOOL_REPETITION' },
    },
  },

  init: () => ({ debt: 0, lines: newMemory(), found: [] as readonly Occurrence[] }),

  step(state, moment, { debt: limit, fresh }) {
    const { session, percept, call } = moment;
    if (!percept || !call) return { state: { ...state, debt: debtWithoutCall(state.debt, moment) } };
    const { history } = session;
    const flags = flagsAt(history);
    if ((flags & WAIT) !== 0) return { state };
    const { memory: lines, share } = hear(state.lines, percept.outcome.lines);
    const isNew = isProgress(flags) && share > fresh;
    // Calls of one round are asked for at once: none of them could know what the others bring.
    const price =
      isSameRound(history) && !isNew ? 0 : priceOf(history, share, fresh, percept.outcome.lines.length);
    const isWork = (flags & (WRITE | NEWS | FAILED | SOFT)) === (WRITE | NEWS);
    const debt = isWork ? state.debt * WORKED : Math.max(0, state.debt + price);
    const before = debt === 0 ? [] : state.found;
    const found = price > 0 ? pushBounded(before, { seq: call.seq, label: call.label }, MAX_FOUND) : before;
    const next = { debt, lines, found };
    if (price <= 0) return { state: next };
    const signal = signalOf({
      messageId: 'stale',
      share: debt / (POINT * Math.max(limit, session.asked)),
      found,
      identity: `stale:${leastOf(history, 8)}`,
      data: { call: call.label },
      window: lengthOf(history),
    });
    return { state: next, ...(signal && { signal }) };
  },
});

function debtWithoutCall(debt: number, { event }: Moment): number {
  if (event.kind === 'edit') return event.before === event.after ? debt : debt * WORKED;
  return event.kind === 'turn' && event.reason === 'compaction' ? Math.max(0, debt - COMPACTED) : debt;
}

/** What the newest call adds to the debt, or pays back; `share` of its lines were new. */
function priceOf(history: History, share: number, fresh: number, lines: number): number {
  const flags = flagsAt(history);
  const seen = timesBefore(history);
  if ((flags & NOTE) !== 0) return 13;
  // A word or two about a deed may be an acknowledgement, and the deed another one: a click on another page.
  const isAnswer = (flags & (LONG | READ | WRITE | EMPTY)) !== 0;
  if (seen > 0) return (seen > 1 && isAnswer ? 20 : 10) * (isLook(history) ? 0.5 : 1);
  if ((flags & (FAILED | SOFT)) !== 0) return 6;
  if ((flags & EMPTY) !== 0) return 3;
  if (share > fresh) return -30;
  // A screen that scrolls by a line or two is neither old nor news.
  if (share > 0) return 0;
  // A short "ok" about something new is a step forward, and so is one sentence; a page without a new line is old.
  const isPage = (flags & LONG) !== 0 && (lines > 1 || (flags & READ) !== 0);
  return isPage ? 10 : -15;
}

/** It waits, or the call before did nothing else. */
function isLook(history: History): boolean {
  return (flagsAt(history) & HAS_WAIT) !== 0 || (flagsAt(history, 1) & WAIT) !== 0;
}
