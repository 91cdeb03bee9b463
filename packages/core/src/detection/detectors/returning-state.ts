import { defineDetector, says } from '../detector.js';
import { keepTrail, NO_TRAILS, stepTrail, type Trail, trailOf } from '../mechanisms/returns.js';
import { signalFrom } from '../mechanisms/found.js';
import { integer } from '../options.js';
import { findReturn, isReasoned, stepOf } from '../weights/returning-state.js';

const options = {
  returns: integer(3, { min: 2, meaning: 'returns to an earlier state that make a loop' }),
  pieces: integer(4, { min: 2, meaning: 'the same, where only a piece of a file is known' }),
  noChange: integer(4, { min: 2, meaning: 'edits in a row that change nothing and make a loop' }),
};

interface State {
  readonly trails: readonly Trail[];
  /** How many outcomes had changed when a setting was last set. */
  readonly changes: number;
}

/** A change is undone and redone, or a failure that was gone is back. */
export const returningState = defineDetector({
  meta: {
    id: 'returning-state',
    summary: 'A file, a setting, a plan or a failure keeps coming back to what it was.',
    listens: ['call', 'edit', 'state'],
    family: 'calls',
    mechanism: 'return',
    needs: 'features',
    options,
    memory: 'run',
    messages: {
      back: says('STATE_OSCILLATION', 'stop', 'an earlier state is back, {{count}}x: {{call}}'),
      compared: says(
        'STATE_OSCILLATION',
        'redirect',
        'an earlier state is back, {{count}}x, with other work between: {{call}}',
      ),
      failure: says('ERROR_WHACK_A_MOLE', 'stop', 'failures take turns, {{count}} came back: {{call}}'),
      nothing: says('FIX_REPETITION', 'stop', 'an edit changed nothing, {{count}}x in a row'),
    },
  },

  init: (): State => ({ trails: NO_TRAILS, changes: 0 }),

  step(state, context, limits) {
    const step = stepOf(context);
    if (!step) return { state };
    const { key, from, to } = step;
    const isNew = isReasoned(step, state.changes, context);
    const known = isNew ? state.trails.filter((one) => one.key !== key) : state.trails;
    const before = trailOf(known, key);
    const trail = stepTrail(before, from, to, context.seq);
    const trails = keepTrail(known, trail);
    const found = findReturn(before, trail, step, trails, context, limits);
    const signal = found && signalFrom(context, { ...found, identity: `state:${key}` });
    const { changes } = context.session.ledger;
    return { state: { trails, changes }, ...(signal && { signal }) };
  },
});
