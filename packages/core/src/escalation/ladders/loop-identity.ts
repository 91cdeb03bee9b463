import type { CallFeatures } from '../../features/call-features.js';
import type { RecentCall } from '../../session/ledger.js';
import { hashOf, toHash31 } from '../../text/hash.js';
import type { EventContext } from '../../session/session.js';
import type { Verdict, Finding } from '../../verdict/verdict.js';

/**
 * What distinguishes one loop from another, for all detectors. Short hashes, because every looping session
 * keeps some.
 */
export interface LoopKeys {
  /** The detectors' names for it. */
  readonly names: readonly number[];
  /** The calls of the loop. */
  readonly calls: readonly number[];
  /** For a failure that varied calls share: what these calls have in common. */
  readonly shared: Shared | null;
}

interface Shared {
  readonly tool: number;
  /** Their common target; 0 if they differ. */
  readonly target: number;
  /** Words in the arguments of all of them. */
  readonly words: readonly number[];
}

/** One call as a block sees it. */
export type CallKeys = Pick<CallFeatures, 'tool' | 'call' | 'target' | 'argWords'>;

const MAX_NAMES = 4;
const MAX_CALLS = 8;
const MAX_WORDS = 12;
/** Fewer common words say nothing about a call. */
const LEAST_WORDS = 2;
/** This many different calls with the same result are varied on purpose. */
const VARIED = 2;
/** A loop of this many calls may include others, too. */
const MANY = 3;

/** The loop at this event: a known one, by its index in the list, or a new one. */
export interface LoopMatch {
  readonly keys: LoopKeys;
  /** -1 if it is new. */
  readonly known: number;
  /** Whether the agent repeated its calls, or tried something else with the same result. */
  readonly isOwnCall: boolean;
}

/**
 * Matches the verdict with the known loops. All findings about one event describe one loop. Returns nothing
 * if they only repeat an old loop while the agent has moved on.
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

/** Only the current call is new in the finding. */
function isEcho(parts: readonly RecentCall[], ownerOf: (call: RecentCall) => number): boolean {
  const strange = parts.filter((one) => ownerOf(one) < 0).length;
  return strange < 2 && strange < parts.length;
}

/** The known loop whose calls continue between unknown ones: a step was added to it. */
function interleavedWith(parts: readonly RecentCall[], ownerOf: (call: RecentCall) => number): number {
  const first = parts.find((one) => ownerOf(one) < 0)?.seq ?? Infinity;
  const last = parts.findLast((one) => ownerOf(one) >= 0);
  return last !== undefined && last.seq > first ? ownerOf(last) : -1;
}

/** A name alone identifies a loop only if no call can, or if the calls vary anyway. */
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

/** The calls of the findings, as far as the session keeps them. */
function partsOf(findings: readonly Finding[], recent: readonly RecentCall[]): readonly RecentCall[] {
  const events = new Set(findings.flatMap(({ signal }) => signal.evidence.events));
  return recent.filter(({ seq }) => events.has(seq));
}

function isDrift({ category }: Finding): boolean {
  return category === 'TOOL_PARAMETER_DRIFT';
}

/** A degenerate text keeps changing its words. */
function namesOf({ signal: { identity } }: Finding): number[] {
  const name = identity.startsWith('text:') ? 'text' : identity;
  return [toHash31(hashOf(name))];
}

/** Only if all calls used one tool, and each failed or reworded the others. */
function sharedBy(parts: readonly RecentCall[], last: CallFeatures, isReworded: boolean): Shared | null {
  const { tool, target } = last;
  if (!parts.every((one) => one.tool === tool && (isReworded || one.hasFailed))) return null;
  const isOneTarget = parts.every((one) => one.target === target);
  const words = [...last.argWords].sort((a, b) => a - b).slice(0, MAX_WORDS);
  return { tool, target: isOneTarget ? target : 0, words };
}

/** Merges two detections of one loop; the newer one comes first. */
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

/** Whether this call belongs to the loop. */
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
