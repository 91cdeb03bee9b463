import { combine, textPrint } from '../../event/fingerprint.js';
import { echoOf, type Percept } from '../../event/percept.js';
import { type Columns, columnsOf, FAILED, SOFT, WRITE } from '../../session/history.js';
import type { Moment } from '../../session/session.js';
import type { Verdict, Voice } from '../../verdict/verdict.js';

/** What tells one loop from another, whoever sees it. Short hashes: every session that loops keeps some. */
export interface LoopKeys {
  /** What detectors call it. */
  readonly names: readonly number[];
  /** The calls that it is made of. */
  readonly calls: readonly number[];
  /** Of a failure that varied calls share: what they have in common. */
  readonly shared: Shared | null;
}

interface Shared {
  readonly tool: number;
  /** Tool and target, where all have one; 0 where not. */
  readonly frame: number;
  /** Words in the arguments of all of them. */
  readonly words: readonly number[];
}

/** One call as a block looks at it. */
export type Approach = Pick<Percept, 'tool' | 'call' | 'frame' | 'kin' | 'heard'>;

const MAX_NAMES = 4;
const MAX_CALLS = 8;
const MAX_WORDS = 12;
/** Fewer words in common say nothing about a call. */
const LEAST_WORDS = 2;
/** So many different calls that come to the same are varied on purpose. */
const VARIED = 2;
/** A loop of so many calls may well have others too. */
const MANY = 3;

/** 31 bits: a small integer in every engine, and in JSON. */
function short(print: number): number {
  return print % 0x7fffffff;
}

/** A loop as this event shows it: one that is known, by its place in the list, or a new one. */
export interface LoopMatch {
  readonly keys: LoopKeys;
  /** -1 where it is new. */
  readonly known: number;
  /** Whether the agent did what it did before, or something else that comes to the same. */
  readonly isOwnCall: boolean;
}

/**
 * What the verdict says about the loops that are known. All who speak of one event speak of one loop. Nothing where they
 * only go on about an old loop while the agent has done something else.
 */
export function matchLoop(
  { voices }: Verdict,
  moment: Moment,
  loops: readonly LoopKeys[],
): LoopMatch | undefined {
  const sure = voices.filter(({ signal }) => signal.urgency !== 'note');
  const heard = sure.length > 0 ? sure : voices;
  const { percept, session } = moment;
  const matchOf = (of: readonly Voice[], known: number, isOwnCall: boolean): LoopMatch => {
    const taken = loops.flatMap(({ calls }, i) => (i === known ? [] : calls));
    const { calls, ...keys } = keysOf(of, moment);
    return { keys: { ...keys, calls: calls.filter((call) => !taken.includes(call)) }, known, isOwnCall };
  };
  const named = loops.findLastIndex((one) => isNamed(one, heard.flatMap(namesOf), percept !== undefined));
  if (!percept) return matchOf(heard, named, true);
  const own = loops.findLastIndex((one) => isOfLoop(one, percept));
  if (own >= 0) return matchOf(heard, own, true);
  if (named >= 0) return matchOf(heard, named, keysOf(heard, moment).shared !== null);

  const history = columnsOf(session.history);
  const ownerOf = (i: number): number =>
    loops.findLastIndex(({ calls }) => calls.includes(short(history.call[i]!)));
  const telling = heard.filter((voice) => !isEcho(partsOf([voice], history), ownerOf));
  if (telling.length === 0) return undefined;
  return matchOf(telling, interleavedWith(partsOf(telling, history), ownerOf), true);
}

/** Only the call at hand is new in what it says. */
function isEcho(at: readonly number[], ownerOf: (i: number) => number): boolean {
  const strange = at.filter((i) => ownerOf(i) < 0).length;
  return strange < 2 && strange < at.length;
}

/** The known loop whose calls go on between the strange ones: a step that was added to it. */
function interleavedWith(at: readonly number[], ownerOf: (i: number) => number): number {
  const first = at.find((i) => ownerOf(i) < 0) ?? Infinity;
  const last = at.findLast((i) => ownerOf(i) >= 0);
  return last !== undefined && last > first ? ownerOf(last) : -1;
}

/** A name alone says that it is the same loop only where no call could say it, or where the calls vary anyway. */
function isNamed({ names, calls, shared }: LoopKeys, said: readonly number[], isCall: boolean): boolean {
  if (isCall && shared === null && calls.length < MANY) return false;
  return names.some((name) => said.includes(name));
}

function keysOf(voices: readonly Voice[], { session, seq, percept }: Moment): LoopKeys {
  const history = columnsOf(session.history);
  const at = partsOf(voices, history);
  const calls = unique(at.map((i) => short(history.call[i]!)).reverse(), MAX_CALLS);
  const isVaried = calls.length >= VARIED && percept !== undefined && history.seq.at(-1) === seq;
  return {
    names: unique(voices.flatMap(namesOf), MAX_NAMES),
    calls,
    shared: isVaried ? sharedBy(history, at, percept, voices.some(isDrift)) : null,
  };
}

/** Where in the history the calls are that the voices speak of: named themselves, or by the edit that a write made. */
function partsOf(voices: readonly Voice[], { seq, flags }: Columns): readonly number[] {
  const events = new Set(voices.flatMap(({ signal }) => signal.evidence.events));
  return seq.flatMap((one, i) =>
    events.has(one) || ((flags[i]! & WRITE) !== 0 && events.has(one + 1)) ? [i] : [],
  );
}

function isDrift({ category }: Voice): boolean {
  return category === 'TOOL_PARAMETER_DRIFT';
}

/** A text that degenerates does so in ever other words. */
function namesOf({ signal: { identity } }: Voice): number[] {
  const name = identity.startsWith('text:') ? 'text' : identity;
  return [short(textPrint(name))];
}

/** Only where it was one tool, and every call failed or was a rewording of the others. */
function sharedBy(
  { tool, frame, flags }: Columns,
  at: readonly number[],
  last: Percept,
  isReworded: boolean,
): Shared | null {
  const isAlike = (i: number): boolean => isReworded || (flags[i]! & (FAILED | SOFT)) !== 0;
  if (!at.every((i) => tool[i] === last.tool && isAlike(i))) return null;
  const hasTarget = last.frame !== combine(last.tool, 0) && at.every((i) => frame[i] === last.frame);
  const isBare = last.heard.length === 0;
  return {
    tool: short(last.tool),
    frame: hasTarget ? short(last.frame) : isBare ? short(last.kin) : 0,
    words: [...echoOf(last)].sort((a, b) => a - b).slice(0, MAX_WORDS),
  };
}

/** What two sightings of one loop come to; the newer one goes first. */
export function mergeKeys(known: LoopKeys, seen: LoopKeys): LoopKeys {
  return {
    names: unique([...seen.names, ...known.names], MAX_NAMES),
    calls: unique([...seen.calls, ...known.calls], MAX_CALLS),
    shared: mergeShared(known.shared, seen.shared),
  };
}

function mergeShared(known: Shared | null, seen: Shared | null): Shared | null {
  if (!known || !seen) return seen;
  if (known.tool !== seen.tool) return null;
  return {
    tool: seen.tool,
    frame: known.frame === seen.frame ? seen.frame : 0,
    words: known.words.filter((word) => seen.words.includes(word)),
  };
}

/** Is this call one of the loop's own? */
export function isOfLoop({ calls, shared }: LoopKeys, approach: Approach): boolean {
  if (calls.includes(short(approach.call))) return true;
  if (!shared || shared.tool !== short(approach.tool)) return false;
  if (shared.frame !== 0 && (shared.frame === short(approach.frame) || isBareKin(shared, approach)))
    return true;
  const { words } = shared;
  return words.length >= LEAST_WORDS && words.every((word) => approach.heard.includes(word));
}

/** Arguments without a word, such as numbers: only the tool is left to go by. */
function isBareKin({ frame }: Shared, { kin, heard }: Approach): boolean {
  return heard.length === 0 && frame === short(kin);
}

function unique(values: readonly number[], most: number): readonly number[] {
  return [...new Set(values)].slice(0, most);
}
