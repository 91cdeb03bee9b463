import type { AdjustableLimit } from '../detection/adjustable.js';
import { integer, type OptionsOf, readOptions } from '../detection/options.js';

/** Counts for one model since its limits last changed. Plain JSON. */
export interface ModelFigures {
  readonly model: string;
  readonly sessions: number;
  readonly loops: number;
  readonly falsePositives: number;
  /** Which detectors named the loops, and how often people called that wrong. */
  readonly byDetector: Readonly<Record<string, Reliability>>;
}

interface Reliability {
  readonly loops: number;
  readonly falsePositives: number;
}

/** Options by owner, in the form that presets accept. */
export type Options = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface Change {
  readonly owner: string;
  readonly option: string;
  /** Absent if the option was not set: undo then removes it. */
  readonly before?: number;
  readonly after: number;
  readonly why: string;
}

/** A proposal is a value: nothing changes until somebody applies it, and undo is as easy. */
export interface Proposal {
  readonly kind: 'tighten' | 'loosen' | 'keep';
  readonly model: string;
  readonly changes: readonly Change[];
  /** One sentence for the person who decides. */
  readonly why: string;
}

export const adaptOptions = {
  leastSessions: integer(20, { meaning: 'sessions of a model below which nothing is moved' }),
  expectedPercent: integer(10, { min: 1, max: 1000, meaning: 'loops expected in a hundred sessions' }),
  tooManyPercent: integer(150, {
    min: 101,
    max: 1000,
    meaning: 'percent of the expected loops above which limits tighten',
  }),
  falsePercent: integer(10, {
    min: 1,
    max: 100,
    meaning: 'loops in a hundred that may be reported as false before limits loosen',
  }),
};

export function newFigures(model: string): ModelFigures {
  return { model, sessions: 0, loops: 0, falsePositives: 0, byDetector: {} };
}

/** The counts of one session: which detectors named its loops, and which were reported as wrong. */
export function addSession(
  figures: ModelFigures,
  { loops = [], falsePositives = [] }: { loops?: readonly string[]; falsePositives?: readonly string[] },
): ModelFigures {
  const byDetector = { ...figures.byDetector };
  const add = (detector: string, loop: number, falsePositive: number): void => {
    const before = byDetector[detector] ?? { loops: 0, falsePositives: 0 };
    byDetector[detector] = {
      loops: before.loops + loop,
      falsePositives: before.falsePositives + falsePositive,
    };
  };
  for (const detector of loops) add(detector, 1, 0);
  for (const detector of falsePositives) add(detector, 0, 1);
  return {
    ...figures,
    sessions: figures.sessions + 1,
    loops: figures.loops + loops.length,
    falsePositives: figures.falsePositives + falsePositives.length,
    byDetector,
  };
}

/** Proposes limits for a model, within the bounds of the preset. */
export function proposeWithin(
  movable: readonly AdjustableLimit[],
  options: Options,
  figures: ModelFigures,
  { preset, policy }: { readonly preset: string; readonly policy: Partial<OptionsOf<typeof adaptOptions>> },
): Proposal {
  const limits = readOptions('adapt', adaptOptions, policy);
  const { model, sessions, loops, falsePositives } = figures;
  const keep = (why: string): Proposal => ({ kind: 'keep', model, changes: [], why });
  if (movable.length === 0) return keep(`Preset ${preset} keeps its limits whatever happens.`);
  if (sessions < limits.leastSessions)
    return keep(`${sessions} of ${limits.leastSessions} sessions so far: too few to judge ${model} by.`);

  const falseRate = loops === 0 ? 0 : (100 * falsePositives) / loops;
  if (falseRate > limits.falsePercent) {
    const why = `${falsePositives} of ${loops} loops of ${model} were reported as false, more than ${limits.falsePercent} %.`;
    const wrong = movable.filter(({ owner }) => isWrong(figures.byDetector[owner], limits.falsePercent));
    return moved('loosen', figures, options, wrong.length > 0 ? wrong : movable, why);
  }
  const expected = (sessions * limits.expectedPercent) / 100;
  if (100 * loops > expected * limits.tooManyPercent) {
    const rate = (loops / expected).toFixed(1);
    const why = `${loops} loops in ${sessions} sessions of ${model}, ${rate} times the expected ${trim(expected)}.`;
    const trusted = movable.filter(({ owner }) => !figures.byDetector[owner]?.falsePositives);
    return moved('tighten', figures, options, trusted, why);
  }
  return keep(
    `${loops} loops in ${sessions} sessions of ${model}, ${falsePositives} reported as false: as expected.`,
  );
}

function isWrong(one: Reliability | undefined, falsePercent: number): boolean {
  return one !== undefined && 100 * one.falsePositives > falsePercent * one.loops;
}

function moved(
  kind: 'tighten' | 'loosen',
  { model }: ModelFigures,
  options: Options,
  movable: readonly AdjustableLimit[],
  why: string,
): Proposal {
  const changes = movable.flatMap((one) => changeOf(one, kind, options));
  if (changes.length > 0) return { kind, model, changes, why };
  const end = kind === 'tighten' ? 'tightest' : 'loosest';
  return { kind: 'keep', model, changes, why: `${why} All limits are at their ${end}, or set by hand.` };
}

/** One step within the bounds. A value that a person has set outside them stays. */
function changeOf(limit: AdjustableLimit, kind: 'tighten' | 'loosen', options: Options): Change[] {
  const { owner, option, usual, tightest, loosest, step } = limit;
  const given = options[owner]?.[option];
  const now = typeof given === 'number' ? given : usual;
  const [low, high] = [Math.min(tightest, loosest), Math.max(tightest, loosest)];
  if (now < low || now > high) return [];
  const to = kind === 'tighten' ? tightest : loosest;
  const after = Math.min(high, Math.max(low, rounded(now + Math.sign(to - now) * step)));
  if (after === now) return [];
  const way = kind === 'tighten' ? 'notices earlier' : 'waits longer';
  const why = `${owner}.${option} goes from ${now} to ${after} (allowed ${low} to ${high}): it ${way}.`;
  return [{ owner, option, ...(typeof given === 'number' && { before: given }), after, why }];
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function trim(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The options after the proposal. */
export function applyProposal(options: Options, { changes }: Proposal): Options {
  return changes.reduce((next, { owner, option, after }) => withOption(next, owner, option, after), options);
}

/** The options before the proposal; values that somebody has changed since stay. */
export function undoProposal(options: Options, { changes }: Proposal): Options {
  return changes.reduce(
    (next, { owner, option, before, after }) =>
      next[owner]?.[option] === after ? withOption(next, owner, option, before) : next,
    options,
  );
}

function withOption(options: Options, owner: string, option: string, value: number | undefined): Options {
  const own = without(options[owner] ?? {}, option);
  const next = value === undefined ? own : { ...own, [option]: value };
  return Object.keys(next).length > 0 ? { ...options, [owner]: next } : without(options, owner);
}

function without<Value>(record: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}
