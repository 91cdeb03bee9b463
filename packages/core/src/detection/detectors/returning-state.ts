import type { StateEvent } from '../../event/event.js';
import { textPrint } from '../../event/fingerprint.js';
import { oneLine } from '../../event/label.js';
import { tidyPath } from '../../event/normalise.js';
import { stateValues } from '../../event/state-values.js';
import type { Percept } from '../../event/percept.js';
import { fileChange, isSetter } from '../../event/target.js';
import type { Moment } from '../../session/session.js';
import { defineDetector, type Signal } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { integer, type OptionsOf } from '../options.js';
import { limitScore } from '../score.js';
import { type Trail, visit } from '../trail.js';

interface Change {
  readonly kind: 'file' | 'goal' | 'todo' | 'setting';
  readonly key: string;
  readonly what: string;
  readonly before: number | null;
  readonly after: number;
}

const options = {
  returns: integer(3, { min: 2, meaning: 'returns of a file to earlier contents, with nothing new, that make a loop' }),
  flips: integer(3, { min: 2, meaning: 'the same for a goal or the status of a todo' }),
  noops: integer(3, { min: 2, meaning: 'edits in a row that change nothing' }),
};

type Limits = OptionsOf<typeof options>;

/** What was done is undone and done again: a file, a goal or a todo keeps coming back to where it was. */
export const returningState = defineDetector({
  meta: {
    id: 'returning-state',
    summary: 'A file, a goal or a todo keeps coming back to an earlier state.',
    listens: ['edit', 'call', 'state'],
    family: 'state',
    isClose: true,
    memory: 'task',
    options,
    messages: {
      file: { text: '{{what}} went back to an earlier content {{count}}x', category: 'STATE_REGRESSION' },
      goal: { text: 'the goal went back and forth {{count}}x: {{what}}', category: 'GOAL_DRIFT' },
      todo: { text: 'a todo went back and forth {{count}}x: {{what}}', category: 'STATE_OSCILLATION' },
      setting: { text: '{{what}} went to and fro {{count}}x', category: 'STATE_OSCILLATION' },
      noop: { text: '{{count}} edits of {{what}} changed nothing', category: 'FIX_REPETITION' },
    },
  },

  init: () => ({ trails: [] as readonly Trail[], idle: [] as readonly number[] }),

  step(state, moment, limits) {
    let { trails, idle } = state;
    let signal: Signal<'file' | 'goal' | 'todo' | 'setting' | 'noop'> | undefined;
    for (const change of changesOf(moment, trails)) {
      if (change.kind === 'file') idle = change.before === change.after ? [...idle, moment.seq].slice(-12) : [];
      if (idle.length >= limits.noops) signal = signalOf('noop', change, idle, idle.length / limits.noops);
      if (change.before !== null) trails = visit(trails, change.key, change.before, moment.seq).trails;
      const step = visit(trails, change.key, change.after, moment.seq);
      trails = step.trails;
      const limit = change.kind === 'file' ? limits.returns : limits.flips;
      if (step.isReturn && step.trail.returns >= limit) signal ??= signalOf(change.kind, change, step.trail.seqs, step.trail.returns / limit);
    }
    return { state: { trails, idle }, ...(signal && { signal }) };
  },
});

function signalOf<Id extends 'file' | 'goal' | 'todo' | 'setting' | 'noop'>(messageId: Id, { key, what }: Change, seqs: readonly number[], share: number): Signal<Id> {
  const label = oneLine(what, 80);
  const found = [...new Set(seqs)].map((seq) => ({ seq, label }));
  const data = { what: label, count: found.length };
  return { messageId, score: limitScore(share), urgency: 'warn', identity: `${messageId}:${key}`, data, evidence: evidenceOf(found, { window: 8 }) };
}

function changesOf({ event, seq, percept }: Moment, trails: readonly Trail[]): readonly Change[] {
  if (event.kind === 'state') return stateChanges(event, seq);
  if (event.kind === 'edit') {
    const what = tidyPath(event.path);
    const before = event.before === undefined ? null : textPrint(event.before);
    return [{ kind: 'file', key: `hash:${what}`, what, before, after: textPrint(event.after) }];
  }
  if (event.kind !== 'call' || percept?.outcome.failed !== 'no') return [];
  const change = fileChange(event.tool, event.args);
  if (!change) return isSetter(event.tool) ? [settingOf(event.tool, percept)] : [];
  // Contents are not known, but differences add up: what is undone brings the old sum back.
  const key = `sum:${change.path}`;
  const before = trails.find((one) => one.key === key)?.values.at(-1) ?? 0;
  return [{ kind: 'file', key, what: change.path, before, after: (before + textPrint(change.to) - textPrint(change.from)) % 0x20000000000000 }];
}

/** Something is set to one value, to another, and back again. */
function settingOf(tool: string, { call }: Percept): Change {
  return { kind: 'setting', key: `set:${tool}`, what: tool, before: null, after: call };
}

function stateChanges(event: StateEvent, seq: number): readonly Change[] {
  const kinds = { 'goal-flip-flop': 'goal', 'todo-cycling': 'todo', 'edit-undo': 'file' } as const;
  return stateValues(event, seq).map(({ kind, key, what, value }) => ({ kind: kinds[kind], key, what, before: null, after: value }));
}
