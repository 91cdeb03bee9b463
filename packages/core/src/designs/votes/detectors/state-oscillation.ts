import { defineDetector, type Signal } from '../../../detection/detector.js';
import { evidenceOf } from '../../../detection/evidence.js';
import { integer, type OptionsOf, ratio } from '../../../detection/options.js';
import { packTrails, type Trail, unpackTrails, visit } from '../../../detection/trail.js';
import { textPrint } from '../../../fingerprint/fingerprint.js';
import { oneLine } from '../../../event/label.js';
import { tidyPath } from '../../../fingerprint/normalise.js';
import { isBlank, stateHash, stateValues } from '../state-values.js';
import { pushBounded } from '../../../session/window.js';

interface Snapshot {
  readonly seq: number;
  readonly hash: number;
}

const options = {
  window: integer(10, { min: 2, max: 100, meaning: 'how many snapshots are looked at' }),
  uniqueBelow: ratio(0.3, { meaning: 'distinct / all snapshots below which the state oscillates' }),
  goalReturns: integer(2, { meaning: 'returns to an earlier goal, without a new one, that make a loop' }),
  editReturns: integer(2, { meaning: 'returns of a file to an earlier content: 2 is make, undo, make' }),
  todoReturns: integer(1, { meaning: 'returns of a todo to an earlier status' }),
};

type MessageId = 'repetition' | 'goal-flip-flop' | 'edit-undo' | 'todo-cycling';

/** The state of the work bounces: snapshots, goals, todos or a file's content come back. */
export const stateOscillation = defineDetector({
  meta: {
    id: 'state-oscillation',
    summary: 'The state of the work keeps coming back to where it was.',
    listens: ['state', 'edit'],
    options,
    messages: {
      repetition: {
        text: '{{distinct}} distinct states in {{count}} snapshots',
        category: 'STATE_OSCILLATION',
      },
      'goal-flip-flop': { text: 'the goal is back to: {{what}}', category: 'GOAL_DRIFT' },
      'edit-undo': { text: '{{what}} made, undone and made again', category: 'STATE_REGRESSION' },
      'todo-cycling': { text: 'todo is back to an earlier status: {{what}}', category: 'STATE_OSCILLATION' },
    },
  },

  init: () => ({ snapshots: [] as readonly Snapshot[], trails: packTrails([]) }),

  step(state, { event, seq }, limits) {
    if (event.kind === 'edit') {
      const key = `edit:${textPrint(tidyPath(event.path))}`;
      const { before } = event;
      const known = unpackTrails(state.trails);
      const start = before === undefined ? known : visit(known, key, textPrint(before), seq).trails;
      const visits = [{ kind: 'edit-undo' as const, key, what: event.path, value: textPrint(event.after) }];
      const { trails, signal } = follow(start, visits, seq, limits);
      return { state: { ...state, trails: packTrails(trails) }, ...(signal && { signal }) };
    }
    if (event.kind !== 'state' || isBlank(event)) return { state };
    const snapshots = pushBounded(state.snapshots, { seq, hash: stateHash(event, seq) }, limits.window);
    const { trails, signal } = follow(unpackTrails(state.trails), stateValues(event, seq), seq, limits);
    const found = signal ?? findRepetition(snapshots, limits);
    return { state: { snapshots, trails: packTrails(trails) }, ...(found && { signal: found }) };
  },
});

function findRepetition(
  snapshots: readonly Snapshot[],
  limits: OptionsOf<typeof options>,
): Signal<MessageId> | undefined {
  const distinct = new Set(snapshots.map(({ hash }) => hash)).size;
  if (distinct / snapshots.length >= limits.uniqueBelow) return undefined;
  const found = snapshots.map(({ seq, hash }) => ({ seq, label: `state ${hash.toString(36)}` }));
  return {
    messageId: 'repetition',
    score: 1 - 0.3 * (distinct / snapshots.length),
    urgency: 'warn',
    identity: `states:${Math.min(...snapshots.map(({ hash }) => hash))}`,
    data: { distinct, count: snapshots.length },
    evidence: evidenceOf(found, { window: limits.window }),
  };
}

type Visit = {
  readonly kind: Exclude<MessageId, 'repetition'>;
  readonly key: string;
  readonly what: string;
  readonly value: number;
};

function follow(
  start: readonly Trail[],
  visits: readonly Visit[],
  seq: number,
  limits: OptionsOf<typeof options>,
): { trails: readonly Trail[]; signal?: Signal<MessageId> } {
  const most = {
    'goal-flip-flop': limits.goalReturns,
    'edit-undo': limits.editReturns,
    'todo-cycling': limits.todoReturns,
  };
  let trails = start;
  let signal: Signal<MessageId> | undefined;
  for (const { kind, key, what, value } of visits) {
    const step = visit(trails, key, value, seq);
    trails = step.trails;
    if (!step.isReturn || step.trail.returns < most[kind]) continue;
    const label = oneLine(what, 80);
    const found = step.trail.seqs.map((at) => ({ seq: at, label }));
    const evidence = evidenceOf(found, { window: limits.window });
    signal ??= {
      messageId: kind,
      score: 0.92,
      urgency: 'warn',
      identity: key,
      data: { what: label, count: found.length },
      evidence,
    };
  }
  return { trails, ...(signal && { signal }) };
}
