import type { Usage } from './usage.js';
import { tightenEvents } from './loose-values.js';

/** The newest form of the trace format that this program reads. */
const TRACE_VERSION = 1;

/** Recorded events of one agent run. They are not validated here: the core reports bad ones. */
export interface Trace {
  readonly id: string;
  readonly events: readonly unknown[];
  readonly agent?: string;
  readonly model?: string;
  /** The agent's working folder. */
  readonly project?: string;
  /** The expected verdict, if a person has labelled the trace. */
  readonly label?: Label;
  /** The usage of each answer, by the index of its first event. */
  readonly usages?: readonly (Usage | undefined)[];
  /** Results whose calls were not read, and parts of an unknown kind, if no call was read at all. */
  readonly unread?: number;
}

/** As in `corpus/`: whether it loops, and by which event that must be found. */
export interface Label {
  readonly expect: 'loop' | 'no_loop';
  readonly by?: number;
}

/** The file name for piped input. */
export const STDIN_NAME = '(stdin)';

export interface Place {
  readonly file: string;
  readonly line: number;
  /** The position in a list, from 1. */
  readonly item?: number;
}

/** A problem and a hint. */
export interface Problem {
  readonly kind: 'bad';
  readonly problem: string;
  readonly hint: string;
}

export type Entry = { readonly place: Place } & (
  | { readonly kind: 'trace'; readonly trace: Trace }
  /** Information about the file that is not an error. */
  | { readonly kind: 'note'; readonly note: string }
  | NotUnderstood
  | Problem
);

/** Lines in shapes that the format's reader does not know; their place is that of the first. */
interface NotUnderstood {
  readonly kind: 'not-understood';
  readonly lines: number;
  readonly example: string;
}

export function tellNotUnderstood({ lines, example, place }: NotUnderstood & { place: Place }): string {
  return `${lines} ${lines === 1 ? 'line' : 'lines'} not understood, first at line ${place.line} (${example})`;
}

/** A value in our own format: a trace, or a list of them. */
export function* entriesOf(value: unknown, place: Place): Generator<Entry> {
  if (!Array.isArray(value)) yield entryOf(value, place);
  else for (const [i, item] of value.entries()) yield entryOf(item, { ...place, item: i + 1 });
}

function entryOf(value: unknown, place: Place): Entry {
  const read = readTrace(value, place);
  return 'kind' in read ? { ...read, place } : { kind: 'trace', trace: read, place };
}

function readTrace(value: unknown, place: Place): Trace | Problem {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return bad('is not a trace', 'A trace is an object: {"id": "…", "events": […]}.');
  }
  const { id, events, version, kind, agent, model } = value as Readonly<Record<string, unknown>>;
  const refusal = checkVersion(version);
  if (refusal) return refusal;
  if (!Array.isArray(events)) {
    return typeof kind === 'string'
      ? bad(
          'is a single event, not a trace',
          'Put the events of one run together: {"id": "…", "events": […]}.',
        )
      : bad('is not a trace: it has no list of `events`', 'A trace is {"id": "…", "events": […]}.');
  }
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number') {
    return bad('has a bad `id`', 'Use a text as the `id`.');
  }
  // A trace without an id gets its place as its name, so that its findings can be identified.
  return {
    id: String(id ?? placeName(place)),
    ...(typeof agent === 'string' && { agent }),
    ...(typeof model === 'string' && { model }),
    ...labelOf(value as Readonly<Record<string, unknown>>),
    events: tightenEvents(events),
  };
}

function labelOf({ expect, by_event: by }: Readonly<Record<string, unknown>>): { readonly label?: Label } {
  if (expect !== 'loop' && expect !== 'no_loop') return {};
  return { label: { expect, ...(typeof by === 'number' && { by }) } };
}

function checkVersion(version: unknown): Problem | undefined {
  if (version === undefined || version === null || version === TRACE_VERSION) return undefined;
  if (typeof version === 'number' && version > TRACE_VERSION) {
    const hint = `This program reads up to version ${TRACE_VERSION}: upgrade it (npm install rutbreak@latest).`;
    return bad(`is a trace of version ${version}`, hint);
  }
  return bad('has a bad `version`', `Use ${TRACE_VERSION}, or leave it out.`);
}

function bad(problem: string, hint: string): Problem {
  return { kind: 'bad', problem, hint };
}

/** `runs/a.jsonl:3`, with the item if the line is a list. */
export function placeName({ file, line, item }: Place): string {
  return item === undefined ? `${file}:${line}` : `${file}:${line} (item ${item})`;
}
