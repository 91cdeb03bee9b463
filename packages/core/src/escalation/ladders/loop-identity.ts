import type { CallFeatures } from '../../features/call-features.js';
import type { RecentCall } from '../../session/ledger.js';
import { hashOf, toHash31 } from '../../text/hash.js';
import type { EventContext } from '../../session/session.js';
import type { Verdict, Finding } from '../../verdict/verdict.js';

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
  /** What all of them are about; 0 where they differ. */
  readonly target: number;
  /** Words in the arguments of all of them. */
  readonly words: readonly number[];
}

/** One call as a block looks at it. */
export type CallKeys = Pick<CallFeatures, 'tool' | 'call' | 'target' | 'argWords'>;

const MAX_NAMES = 4;
const MAX_CALLS = 8;
const MAX_WORDS = 12;
/** Fewer words in common say nothing about a call. */
const LEAST_WORDS = 2;
/** So many different calls that come to the same are varied on purpose. */
const VARIED = 2;
/** A loop of so many calls may well have others too. */
const MANY = 3;

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
  { findings }: Verdict,
  context: EventContext,
  loops: readonly LoopKeys[],
): LoopMatch | undefined {
  const sure = findings.filter(({ signal }) => signal.urgency !== 'note');
  const heard = sure.length > 0 ? sure : findings;
  const { features, session } = context;
  const matchOf = (of: readonly Finding[], known: number, isOwnCall: boolean): LoopMatch => {
    const taken = loops.flatMap(({ calls }, i) => (i === known ? [] : calls));
    const { calls, ...keys } = keysOf(of, context);
    return { keys: { ...keys, calls: calls.filter((call) => !taken.includes(call)) }, known, isOwnCall };
  };
  const named = loops.findLastIndex((one) => isNamed(one, heard.flatMap(namesOf), features !== undefined));
  if (!features) return matchOf(heard, named, true);
  const own = loops.findLastIndex((one) => isOfLoop(one, features));
  if (own >= 0) return matchOf(heard, own, true);
  if (named >= 0) return matchOf(heard, named, keysOf(heard, context).shared !== null);

  const { recent } = session.ledger;
  const ownerOf = ({ call }: RecentCall): number => loops.findLastIndex(({ calls }) => calls.includes(call));
  const telling = heard.filter((finding) => !isEcho(partsOf([finding], recent), ownerOf));
  if (telling.length === 0) return undefined;
  return matchOf(telling, interleavedWith(partsOf(telling, recent), ownerOf), true);
}

/** Only the call at hand is new in what it says. */
function isEcho(parts: readonly RecentCall[], ownerOf: (call: RecentCall) => number): boolean {
  const strange = parts.filter((one) => ownerOf(one) < 0).length;
  return strange < 2 && strange < parts.length;
}

/** The known loop whose calls go on between the strange ones: a step that was added to it. */
function interleavedWith(parts: readonly RecentCall[], ownerOf: (call: RecentCall) => number): number {
  const first = parts.find((one) => ownerOf(one) < 0)?.seq ?? Infinity;
  const last = parts.findLast((one) => ownerOf(one) >= 0);
  return last !== undefined && last.seq > first ? ownerOf(last) : -1;
}

/** A name alone says that it is the same loop only where no call could say it, or where the calls vary anyway. */
function isNamed({ names, calls, shared }: LoopKeys, said: readonly number[], isCall: boolean): boolean {
  if (isCall && shared === null && calls.length < MANY) return false;
  return names.some((name) => said.includes(name));
}

function keysOf(findings: readonly Finding[], { session, seq, features }: EventContext): LoopKeys {
  const { recent } = session.ledger;
  const parts = partsOf(findings, recent);
  const calls = unique(parts.map(({ call }) => call).reverse(), MAX_CALLS);
  const isVaried = calls.length >= VARIED && features !== undefined && recent.at(-1)?.seq === seq;
  return {
    names: unique(findings.flatMap(namesOf), MAX_NAMES),
    calls,
    shared: isVaried ? sharedBy(parts, features, findings.some(isDrift)) : null,
  };
}

/** The calls that the findings speak of, as far as they are kept. */
function partsOf(findings: readonly Finding[], recent: readonly RecentCall[]): readonly RecentCall[] {
  const events = new Set(findings.flatMap(({ signal }) => signal.evidence.events));
  return recent.filter(({ seq }) => events.has(seq));
}

function isDrift({ category }: Finding): boolean {
  return category === 'TOOL_PARAMETER_DRIFT';
}

/** A text that degenerates does so in ever other words. */
function namesOf({ signal: { identity } }: Finding): number[] {
  const name = identity.startsWith('text:') ? 'text' : identity;
  return [toHash31(hashOf(name))];
}

/** Only where it was one tool, and every call failed or was a rewording of the others. */
function sharedBy(parts: readonly RecentCall[], last: CallFeatures, isReworded: boolean): Shared | null {
  const { tool, target } = last;
  if (!parts.every((one) => one.tool === tool && (isReworded || one.hasFailed))) return null;
  const isOneTarget = parts.every((one) => one.target === target);
  const words = [...last.argWords].sort((a, b) => a - b).slice(0, MAX_WORDS);
  return { tool, target: isOneTarget ? target : 0, words };
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
    target: known.target === seen.target ? seen.target : 0,
    words: known.words.filter((word) => seen.words.includes(word)),
  };
}

/** Is this call one of the loop's own? */
export function isOfLoop({ calls, shared }: LoopKeys, approach: CallKeys): boolean {
  if (calls.includes(approach.call)) return true;
  if (!shared || shared.tool !== approach.tool) return false;
  if (shared.target !== 0 && shared.target === approach.target) return true;
  const { words } = shared;
  return words.length >= LEAST_WORDS && words.every((word) => approach.argWords.includes(word));
}

function unique(values: readonly number[], most: number): readonly number[] {
  return [...new Set(values)].slice(0, most);
}
