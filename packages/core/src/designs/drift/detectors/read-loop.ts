import { defineDetector } from '../../../detection/detector.js';
import { evidenceOf } from '../../../detection/evidence.js';
import { integer } from '../../../detection/options.js';
import { provenPrint, textPrint } from '../../../fingerprint/fingerprint.js';
import { oneLine } from '../../../event/label.js';
import { tidyPath } from '../../../fingerprint/normalise.js';
import { fileTarget } from '../../../event/target.js';
import type { EventContext } from '../../../session/session.js';
import { alertReport, alertSignal, followTrend, newTrend, trendOptions } from '../trend.js';

interface Read {
  readonly seq: number;
  readonly label: string;
  /** The event's number among those that this detector counts. */
  readonly at: number;
  readonly path: number;
  readonly call: number;
  readonly outcome: number;
}

/** The content that a write left in a file, as far as the write tells. */
interface Write {
  readonly at: number;
  readonly path: number;
  readonly hash: number | null;
}

/** The agent reads one file over and over while nothing writes to it. */
export const readLoop = defineDetector({
  meta: {
    id: 'read-loop',
    summary: 'The same file is read again and again with no change to it in between.',
    listens: ['call', 'edit'],
    options: {
      window: integer(20, { min: 2, meaning: 'how many events are looked back' }),
      reads: integer(3, { min: 2, meaning: 'how many reads of one unchanged file make a loop' }),
      ...trendOptions,
    },
    messages: {
      soft: { text: '{{path}} read {{count}}x without a change', category: 'TOOL_REPETITION' },
      hard: { text: '{{path}} read {{count}}x without a change', category: 'TOOL_REPETITION' },
    },
  },

  init: () => ({ trend: newTrend(), reads: [] as readonly Read[], writes: [] as readonly Write[] }),

  step(state, context, options) {
    const now = state.trend.count + 1;
    const recent = state.reads.filter(({ at }) => at > now - options.window);
    const known = state.writes.filter(({ at }) => at > now - options.window);
    const write = writeOf(context, now);
    const read = readOf(context, now);
    const isChange = write !== undefined && !isNoOp(write, known, context);
    const reads = read
      ? [...withoutOutdated(recent, read), read]
      : recent.filter(({ path }) => !isChange || path !== write.path);
    const same = read ? reads.filter(({ path }) => path === read.path) : [];
    const { trend, alert } = followTrend(state.trend, same.length >= options.reads, options);
    const next = { trend, reads, writes: write ? [...known, write] : known };
    if (!alert || !read) return { state: next };
    const data = { path: read.label, count: same.length };
    return {
      state: next,
      signal: alertSignal(alert, `read:${read.path}`, data, evidenceOf(same, { window: options.window })),
      reports: alertReport('read-loop', alert),
    };
  },
});

function readOf({ event, call }: EventContext, at: number): Read | undefined {
  if (event.kind !== 'call' || !call) return undefined;
  const target = fileTarget(event.tool, event.args);
  if (target?.kind !== 'read') return undefined;
  const label = oneLine(target.path, 80);
  return { seq: call.seq, label, at, path: textPrint(target.path), call: call.call, outcome: call.outcome };
}

/**
 * The same call with another result shows that somebody changed the file, so older reads of it no longer
 * count.
 */
function withoutOutdated(reads: readonly Read[], read: Read): readonly Read[] {
  const before = reads.findLast(({ call }) => call === read.call);
  if (before === undefined || before.outcome === read.outcome) return reads;
  return reads.filter(({ path }) => path !== read.path);
}

function writeOf({ event, seq, call }: EventContext, at: number): Write | undefined {
  if (event.kind === 'edit') {
    if (event.before === event.after) return undefined;
    return { at, path: textPrint(tidyPath(event.path)), hash: textPrint(event.after) };
  }
  if (event.kind !== 'call' || call?.failed === true) return undefined;
  const target = fileTarget(event.tool, event.args);
  if (target?.kind !== 'write') return undefined;
  const hash = target.content === undefined ? null : provenPrint(target.content, seq);
  return { at, path: textPrint(target.path), hash };
}

/**
 * The file already held this content after the previous write. An edit that names the replaced content
 * overrides that.
 */
function isNoOp({ path, hash }: Write, known: readonly Write[], { event }: EventContext): boolean {
  if (event.kind === 'edit' && event.before !== undefined) return false;
  return hash !== null && known.findLast((one) => one.path === path)?.hash === hash;
}
