import type { Refusal } from '@rutbreak/core';
import { count } from '../text.js';
import type { Place } from '../transcripts/trace.js';
import type { Finding } from './finding.js';

/** An event that was left out. */
export interface LeftOut {
  readonly event: number;
  /** The `kind` of the event. */
  readonly kind: unknown;
  readonly refusal: Refusal;
}

const MAX_LISTED = 5;

/** One message per reason, even if many events share it: a recorder repeats its mistakes. */
export function* leftOutFindings(where: Place, id: string, all: readonly LeftOut[]): Generator<Finding> {
  for (const group of byReason(all)) {
    const [first] = group;
    const { kind, refusal } = first;
    if (isUnknownKind(first)) {
      const what = `skipped ${count(group.length, 'event')} of unknown kind "${String(kind)}"`;
      yield { kind: 'note', where, what: `trace ${id}: ${what}, the first at ${first.event}.` };
    } else {
      const what = `trace ${id}: left out ${listed(group)}: ${refusal.code}`;
      yield { kind: 'problem', where, what, hint: refusal.hint, many: group.length };
    }
  }
}

/** Not an error: a newer program may have written it. An event without any kind is one. */
function isUnknownKind({ kind, refusal }: LeftOut): boolean {
  return refusal.code === 'EVENT_KIND' && typeof kind === 'string';
}

function byReason(all: readonly LeftOut[]): Iterable<[LeftOut, ...LeftOut[]]> {
  const groups = new Map<string, [LeftOut, ...LeftOut[]]>();
  for (const one of all) {
    const group = groups.get(reasonOf(one));
    if (group) group.push(one);
    else groups.set(reasonOf(one), [one]);
  }
  return groups.values();
}

function reasonOf(one: LeftOut): string {
  return isUnknownKind(one) ? `kind ${String(one.kind)}` : `${one.refusal.code} ${one.refusal.hint}`;
}

/** `event 4`, `events 4, 5, 9`, `events 4, 5, 6, 7, 8 and 113 more` */
function listed(group: readonly LeftOut[]): string {
  const shown = group.slice(0, MAX_LISTED).map(({ event }) => event);
  const more = group.length - shown.length;
  return `${group.length === 1 ? 'event' : 'events'} ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
