import type { Category } from '@rutbreak/core';
import type { Draft } from '../engine/draft.js';
import type { Amount, FleetFigures } from '../api/figures.js';
import { addLoops, type Hours, lastDay } from './loops-by-hour.js';
import { DEAD_AFTER_MS } from '../session/node.js';
import { addAmounts, lessAmount, NOTHING } from '../session/amount.js';
import { changeDocument } from '../store/change-document.js';
import type { Store } from '../store/store.js';

/** Totals over all sessions and replicas; they survive a restart. */
interface Totals {
  readonly saved: Amount;
  readonly wasted: Amount;
  /** The most recent days. */
  readonly days: Readonly<Record<string, { readonly loops: number; readonly recovered: number }>>;
  /** Missing in files of older versions. */
  readonly hours?: Hours;
}

const KIND = 'totals';
const ID = 'main';
const MAX_DAYS = 31;
const WRITE_MS = 200;
const NO_TOTALS: Totals = { saved: NOTHING, wasted: NOTHING, days: {} };

/** The contribution of one commit; most contribute nothing. */
interface Gain {
  readonly saved: Amount;
  readonly wasted: Amount;
  /** The categories of new loops. */
  readonly loops: readonly Category[];
  readonly recovered: number;
}

export function gainOf({ base, record, archive, facts }: Draft): Gain | undefined {
  const grown = (kind: 'saved' | 'wasted'): Amount =>
    lessAmount(record[kind] ?? NOTHING, base[kind] ?? NOTHING);
  const loops = archive.flatMap(({ kind, loop }) => (kind === 'seen' ? [loop.category] : []));
  const recovered = facts.filter(({ fact }) => fact.kind === 'recovery' && fact.isRecovered).length;
  const [saved, wasted] = [grown('saved'), grown('wasted')];
  return loops.length + recovered + saved.calls + wasted.calls === 0
    ? undefined
    : { loops, recovered, saved, wasted };
}

/** Merges the contributions of several commits into one write. */
function addGains(a: Gain, b: Gain): Gain {
  return {
    saved: addAmounts(a.saved, b.saved),
    wasted: addAmounts(a.wasted, b.wasted),
    loops: [...a.loops, ...b.loops],
    recovered: a.recovered + b.recovered,
  };
}

function addGain(store: Store, gain: Gain, now: number): Promise<void> {
  return changeDocument(store, KIND, ID, (before) => {
    const { saved, wasted, days, hours } = (before as Totals | undefined) ?? NO_TOTALS;
    const today = dayOf(now);
    const { loops = 0, recovered = 0 } = days[today] ?? {};
    const sums = { loops: loops + gain.loops.length, recovered: recovered + gain.recovered };
    const grown = { ...days, [today]: sums };
    return {
      saved: addAmounts(saved, gain.saved),
      wasted: addAmounts(wasted, gain.wasted),
      days: Object.fromEntries(Object.entries(grown).sort().slice(-MAX_DAYS)),
      hours: addLoops(hours, gain.loops, now),
    };
  });
}

type TotalFigures = Omit<FleetFigures, 'sessions' | 'active' | 'looping' | 'paused' | 'ended'>;

export async function readTotals(store: Store, now: number): Promise<TotalFigures> {
  const found = await store.document({ session: '', kind: KIND, id: ID });
  const { saved, wasted, days, hours } = found ? (JSON.parse(found.body) as Totals) : NO_TOTALS;
  const { loops = 0, recovered = 0 } = days[dayOf(now)] ?? {};
  return { loops_today: loops, recovered_today: recovered, ...lastDay(hours, now), saved, wasted };
}

/** The figures of the whole fleet, from the store. */
export async function fleetFigures(store: Store, now: number): Promise<FleetFigures> {
  const [states, totals] = await Promise.all([store.counts(now - DEAD_AFTER_MS), readTotals(store, now)]);
  const many = (state: string): number => states.find((one) => one.state === state)?.many ?? 0;
  return {
    sessions: states.reduce((sum, one) => sum + one.many, 0),
    ...{ active: many('active'), paused: many('paused'), ended: many('ended') },
    looping: states.find(({ state }) => state === 'active')?.looping ?? 0,
    ...totals,
  };
}

export interface TotalsWriter {
  readonly add: (gain: Gain) => void;
  /** Resolves when everything so far is written, so that figures agree with what was acknowledged before. */
  readonly flush: () => Promise<void>;
}

/** Sums contributions in memory and writes them a few times a second at most. */
export function createTotals(
  store: Store,
  now: () => number,
  onError: (error: unknown) => void,
): TotalsWriter {
  let pending: Gain | undefined;
  let timer: NodeJS.Timeout | undefined;
  let written = Promise.resolve();
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const gain = pending;
    pending = undefined;
    if (gain) written = written.then(() => addGain(store, gain, now()).catch(onError));
    return written;
  };
  return {
    flush,
    add(gain) {
      pending = pending ? addGains(pending, gain) : gain;
      timer ??= setTimeout(() => void flush(), WRITE_MS).unref();
    },
  };
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
