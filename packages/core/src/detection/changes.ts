import type { CallEvent, EditEvent, StateEvent } from '../event/event.js';
import { textPrint } from '../event/fingerprint.js';
import { tidyPath } from '../event/normalise.js';
import type { Percept } from '../event/percept.js';
import { stateValues } from '../event/state-values.js';
import { fileChange } from '../event/target.js';
import { toolName } from '../event/tool-name.js';
import { type Columns, columnsOf } from '../session/history.js';
import type { Moment } from '../session/session.js';
import type { Trail } from './trail.js';

/** Something got a value, as far as one event tells. */
export interface Change {
  readonly kind: 'file' | 'goal' | 'todo' | 'setting';
  readonly key: string;
  readonly what: string;
  /** What it had before, where the event says so. */
  readonly before: number | null;
  readonly after: number;
  /** Calls brought something new since its last change: to and fro with that is an experiment. */
  readonly hasLearned?: boolean;
}

const NONE: readonly Change[] = [];

/** Most calls change nothing, and then nobody has to look at the values so far. */
export function mayChange({ event, percept }: Moment): boolean {
  if (event.kind !== 'call') return true;
  if (percept?.outcome.failed !== 'no' || percept.kind === 'read') return false;
  return percept.path !== null || toolName(event.tool).isSetter;
}

/** All that the event changes; `trails` are the values so far. */
export function changesOf(moment: Moment, trails: readonly Trail[]): readonly Change[] {
  const { event, seq, percept, session } = moment;
  if (event.kind === 'state') return stateChanges(event, seq);
  if (event.kind === 'edit') return [editChange(event)];
  const change = event.kind === 'call' && percept ? callChange(event, percept, trails) : undefined;
  if (!change) return NONE;
  const since = trails.find(({ key }) => key === change.key)?.seqs.at(-1);
  return [
    since === undefined ? change : { ...change, hasLearned: saysNew(columnsOf(session.history), since) },
  ];
}

function stateChanges(event: StateEvent, seq: number): readonly Change[] {
  const kinds = { 'goal-flip-flop': 'goal', 'todo-cycling': 'todo', 'edit-undo': 'file' } as const;
  return stateValues(event, seq).map(({ kind, key, what, value }) => ({
    kind: kinds[kind],
    ...{ key, what, before: null, after: value },
  }));
}

function editChange({ path, before, after }: EditEvent): Change {
  const what = tidyPath(path);
  return {
    kind: 'file',
    key: `hash:${what}`,
    what,
    before: before === undefined ? null : textPrint(before),
    after: textPrint(after),
  };
}

/** Only what worked has changed anything. */
function callChange(event: CallEvent, percept: Percept, trails: readonly Trail[]): Change | undefined {
  if (percept.outcome.failed !== 'no' || percept.kind === 'read') return undefined;
  const written = percept.path === null ? undefined : writing(event, trails);
  if (written || !toolName(event.tool).isSetter) return written;
  return { kind: 'setting', key: `set:${event.tool}`, what: event.tool, before: null, after: percept.call };
}

/** A quarter of what a number holds exactly, so that sums of three stay exact. */
const RANGE = 2 ** 51;

/**
 * A call that writes to a file. Where it replaces one piece by another, the contents are not known; but differences add
 * up, and what is undone brings the old sum back.
 */
function writing({ tool, args }: CallEvent, trails: readonly Trail[]): Change | undefined {
  const change = fileChange(tool, args);
  if (!change) return undefined;
  const { path, from, to } = change;
  const what = { kind: 'file' as const, what: path };
  if (from === undefined) return { ...what, key: `content:${path}`, before: null, after: textPrint(to) };
  const key = `sum:${path}`;
  const before = trails.find((one) => one.key === key)?.values.at(-1) ?? 0;
  const difference = (textPrint(to) % RANGE) - (textPrint(from) % RANGE);
  return { ...what, key, before, after: (before + difference + RANGE) % RANGE };
}

/** Did a call after this event, but before the last one, bring words that were not there before? Numbers aside. */
function saysNew({ seq, skeleton }: Columns, since: number): boolean {
  for (let i = skeleton.length - 2; i >= 0 && seq[i]! > since; i--) {
    if (skeleton.indexOf(skeleton[i]!) === i) return true;
  }
  return false;
}
