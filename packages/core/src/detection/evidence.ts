import { labelOf } from '../event/label.js';
import { callsOf, type CallRecord, partsOf } from '../session/calls.js';
import type { EventContext } from '../session/session.js';
import type { CallFact, Evidence, Signal } from './detector.js';

const MAX_EVENTS = 20;
const MAX_TEXTS = 5;
const MAX_CALLS = 8;

/** One item that may repeat: its event and its label. */
export interface Occurrence {
  readonly seq: number;
  readonly label: string;
  /** Set for a call that the session may no longer hold. */
  readonly fact?: CallFact;
}

interface Facts {
  readonly window: number;
  /** May exceed the number of events still in the window. */
  readonly count?: number;
  /** The oldest and the newest, unless other ones say more. */
  readonly examples?: readonly string[];
}

/** Evidence of repeated items, oldest first. */
export function evidenceOf(
  found: readonly Occurrence[],
  { window, count = found.length, examples }: Facts,
): Evidence {
  // The label of an old event may be gone.
  const named = found.flatMap(({ label }) => (label === '' ? [] : [label]));
  const labels = [...new Set(named)];
  const ends = named.length === 0 ? [] : [named[0]!, named.at(-1)!];
  return {
    events: [...new Set(found.slice(-MAX_EVENTS).map(({ seq }) => seq))],
    elements: labels.slice(0, MAX_TEXTS),
    count,
    window,
    first: found[0]?.seq ?? 0,
    last: found.at(-1)?.seq ?? 0,
    examples: (examples ?? [...new Set(ends)]).slice(0, MAX_TEXTS),
    variations: labels.slice(1, MAX_TEXTS + 1),
    calls: bounded(
      different(found.flatMap(({ fact }) => (fact ? [fact] : []))),
      new Set(labels.slice(0, MAX_TEXTS)),
    ),
  };
}

export function factOf(call: Pick<CallRecord, 'label' | 'named' | 'call'>): CallFact {
  return { ...partsOf(call), key: call.call };
}

/** Adds to the signal the calls among its events, as far as the session still has them. */
export function withCalls(signal: Signal, { session, call }: EventContext): Signal {
  const { evidence } = signal;
  const events = new Set(evidence.events);
  const kept = callsOf(session).filter(({ seq }) => events.has(seq) && seq !== call?.seq);
  const own = call && events.has(call.seq) ? [call] : [];
  const calls = different([...(evidence.calls ?? []), ...[...kept, ...own].map(factOf)]);
  const named = new Set<unknown>([...Object.values(signal.data), ...evidence.elements]);
  return { ...signal, evidence: { ...evidence, calls: bounded(calls, named) } };
}

/** The call that belongs to a label. */
export function callNamed({ calls = [] }: Evidence, label: unknown): CallFact | undefined {
  return calls.find(({ tool, args }) => labelOf(tool, args) === label);
}

/** If there are too many, keep the named ones, then the newest. */
function bounded(calls: readonly CallFact[], named: ReadonlySet<unknown>): readonly CallFact[] {
  if (calls.length <= MAX_CALLS) return calls;
  const isNamed = ({ tool, args }: CallFact): boolean => named.has(labelOf(tool, args));
  const first = calls.filter(isNamed).slice(0, MAX_CALLS);
  const others = calls.filter((one) => !isNamed(one)).slice(-MAX_CALLS);
  const kept = [...first, ...others.slice(others.length - (MAX_CALLS - first.length))];
  return calls.filter((one) => kept.includes(one));
}

/** One call may have several labels, because its arguments came in another order. */
function different(calls: readonly CallFact[]): readonly CallFact[] {
  const byText = new Map(calls.map((one) => [`${one.key} ${labelOf(one.tool, one.args)}`, one]));
  return [...byText.values()];
}
