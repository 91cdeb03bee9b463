import { oneLine } from '../../event/label.js';
import { pushBounded } from '../../session/window.js';
import { type Change, changesOf, mayChange } from '../changes.js';
import { defineDetector, type Signal } from '../detector.js';
import { signalOf } from '../finding.js';
import { integer } from '../options.js';
import { surest } from '../score.js';
import { packTrails, type Trail, unpackTrails, visit } from '../trail.js';

const options = {
  returns: integer(3, {
    min: 2,
    meaning: 'returns of a file to earlier contents, with nothing new, that make a loop',
  }),
  flips: integer(3, { min: 2, meaning: 'the same for a goal, the status of a todo or a setting' }),
  noops: integer(3, { min: 2, max: 24, meaning: 'edits of one file in a row that change nothing' }),
};

type Found = Signal<Change['kind'] | 'noop'> | undefined;

/** Edits in a row that changed nothing. */
interface Idle {
  readonly what: string;
  readonly seqs: readonly number[];
}

interface State {
  /** Packed. */
  readonly trails: string;
  readonly idle: Idle;
}

const BUSY: Idle = { what: '', seqs: [] };
const MAX_IDLE = 24;
const NONE: State = { trails: packTrails([]), idle: BUSY };

/** What was done is undone and done again: a file, a goal or a todo keeps coming back to where it was. */
export const returningState = defineDetector({
  meta: {
    id: 'returning-state',
    summary: 'A file, a goal, a todo or a setting keeps coming back to an earlier state.',
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

  init: () => NONE,

  step(state, moment, limits) {
    if (!mayChange(moment)) return { state };
    let known = unpackTrails(state.trails);
    let { idle } = state;
    let signal: Found;
    for (const change of changesOf(moment, known)) {
      const { trails, trail, returns } = follow(known, change, moment.seq);
      known = trails;
      idle = idleAfter(idle, change, moment.seq);
      const limit = change.kind === 'file' ? limits.returns : limits.flips;
      const back = signalAt(change.kind, change, trail.seqs, returns, limit);
      signal = surest(signal, signalAt('noop', change, idle.seqs, idle.seqs.length, limits.noops), back);
    }
    return { state: { trails: packTrails(known), idle }, ...(signal && { signal }) };
  },
});

/** Where something has been, with this change; a value that somebody else has put there meanwhile counts too. */
function follow(known: readonly Trail[], { key, before, after, hasLearned }: Change, seq: number) {
  const start = hasLearned === true ? known.filter((one) => one.key !== key) : known;
  const isThere = before === null || start.find((one) => one.key === key)?.values.at(-1) === before;
  const { trails } = isThere ? { trails: start } : visit(start, key, before, seq);
  const { isReturn, ...step } = visit(trails, key, after, seq);
  return { ...step, returns: isReturn ? step.trail.returns : 0 };
}

function idleAfter(idle: Idle, { what, before, after }: Change, seq: number): Idle {
  if (before === null) return idle;
  if (before !== after) return BUSY;
  return { what, seqs: pushBounded(idle.what === what ? idle.seqs : [], seq, MAX_IDLE) };
}

/** Nothing before the limit: to go back once or twice is how people work. */
function signalAt(
  messageId: Change['kind'] | 'noop',
  { key, what }: Change,
  seqs: readonly number[],
  count: number,
  limit: number,
): Found {
  if (count < limit) return undefined;
  const label = oneLine(what, 80);
  const found = [...new Set(seqs)].map((seq) => ({ seq, label }));
  const share = count / limit;
  return signalOf({
    messageId,
    share,
    found,
    identity: `${messageId}:${key}`,
    data: { what: label, count },
    window: found.length,
  });
}
