import type { EditEvent, StateEvent } from '../../event/event.js';
import { oneLine } from '../../event/label.js';
import type { CallFeatures } from '../../features/call-features.js';
import type { EventContext } from '../../session/session.js';
import { hashOf, mix } from '../../text/hash.js';
import { defineDetector } from '../detector.js';
import { signalFrom } from '../mechanisms/found.js';
import { isUndoing, keepTrail, NO_TRAILS, stepTrail, type Trail, trailOf } from '../mechanisms/returns.js';
import { integer } from '../options.js';
import { fingerprint } from '../../fingerprint/fingerprint.js';

const options = {
  returns: integer(3, { min: 2, meaning: 'returns to an earlier state that make a loop' }),
  pieces: integer(4, { min: 2, meaning: 'the same, where only a piece of a file is known' }),
  noChange: integer(4, { min: 2, meaning: 'edits in a row that change nothing and make a loop' }),
};

const APART_MS = 1_200_000;

interface State {
  readonly trails: readonly Trail[];
  /** How many outcomes had changed when a setting was last set. */
  readonly changes: number;
}

interface Step {
  readonly key: number;
  readonly from?: number;
  readonly to: number;
  readonly kind: 'state' | 'piece' | 'failure' | 'setting';
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
      back: {
        text: 'an earlier state is back, {{count}}x: {{call}}',
        category: 'STATE_OSCILLATION',
        cap: 'stop',
      },
      compared: {
        text: 'an earlier state is back, {{count}}x, with other work between: {{call}}',
        category: 'STATE_OSCILLATION',
        cap: 'redirect',
      },
      failure: {
        text: 'failures take turns, {{count}} came back: {{call}}',
        category: 'ERROR_WHACK_A_MOLE',
        cap: 'stop',
      },
      nothing: {
        text: 'an edit changed nothing, {{count}}x in a row',
        category: 'FIX_REPETITION',
        cap: 'stop',
      },
    },
  },

  init: (): State => ({ trails: NO_TRAILS, changes: 0 }),

  step(state, context, limits) {
    const step = stepOf(context);
    if (!step) return { state };
    const { changes } = context.session.ledger;
    // An outcome that changed since then is a reason to set it again.
    const isSetting = context.event.kind === 'call' && step.kind === 'setting';
    // A setting that is restored hours later follows a schedule.
    const isRhythm = (context.progress?.gap ?? 0) >= APART_MS;
    const isReasoned = isSetting && (changes > state.changes || isRhythm);
    const trails = isReasoned ? state.trails.filter(({ key }) => key !== step.key) : state.trails;
    const before = trailOf(trails, step.key);
    const trail = stepTrail(before, step.from, step.to, context.seq);
    const next = { trails: keepTrail(trails, trail), changes };
    const signal = found(before, trail, step, next.trails, context, limits);
    return { state: next, ...(signal && { signal }) };
  },
});

type Limits = Readonly<Record<keyof typeof options, number>>;

function found(
  before: Trail,
  trail: Trail,
  { kind, key }: Step,
  trails: readonly Trail[],
  context: EventContext,
  limits: Limits,
) {
  const { events, returns, repeats } = trail;
  if (kind !== 'failure' && kind !== 'setting' && repeats > before.repeats && repeats >= 2)
    return signalFrom(context, {
      messageId: 'nothing',
      share: repeats / limits.noChange,
      events,
      count: repeats,
      identity: `state:${key}`,
    });
  if (returns === before.returns || (kind !== 'failure' && isUndoing(trail))) return undefined;
  const others = kind === 'failure' && trails.some((one) => one.key !== key && one.returns > 0) ? 1 : 0;
  const limit = kind === 'piece' ? limits.pieces : limits.returns;
  const messageId = kind === 'failure' ? 'failure' : isComparison(trail, context) ? 'compared' : 'back';
  return signalFrom(context, {
    messageId,
    share: (returns + others) / limit,
    events,
    count: returns,
    identity: `state:${key}`,
    ...namedBy(context),
  });
}

/** An edit or a plan is no call: it is named by its file, or by what it is. */
function namedBy({ event }: EventContext): { readonly data?: { readonly call: string } } {
  if (event.kind === 'edit') return { data: { call: oneLine(event.path, 60) } };
  return event.kind === 'state' ? { data: { call: 'the plan' } } : {};
}

/** Other calls in between succeeded: the agent may try two states alternately on purpose. */
function isComparison({ events }: Trail, { session }: EventContext): boolean {
  const since = session.ledger.recent.filter((one) => one.seq > events[0]! && !one.isAct && !one.isNote);
  const isOwn = (seq: number): boolean => events.includes(seq);
  const others = since.filter(({ seq }) => !isOwn(seq));
  return others.length > 0 && !others.some(({ hasFailed }) => hasFailed);
}

function stepOf({ event, features, progress, ledgerBefore, session }: EventContext): Step | undefined {
  if (event.kind === 'edit') return editStep(event);
  if (event.kind === 'state') return goalStep(event);
  if (!features || !progress || !ledgerBefore) return undefined;
  if (features.outcome.failure !== 'no') return failureStep(features, session.ledger.acts > 0);
  return writeStep(features);
}

function editStep({ path, before, after }: EditEvent): Step {
  const key = mix(hashOf(path), 4);
  return { key, to: hashOf(after), kind: 'state', ...(before !== undefined && { from: hashOf(before) }) };
}

function goalStep({ goal, todos, files, error }: StateEvent): Step {
  return { key: 12_345, to: fingerprint([goal, todos, files, error]).print % 0x7fffffff, kind: 'setting' };
}

/** A failing check: the failure it shows is its state. */
function failureStep({ call, outcome }: CallFeatures, hasActed: boolean): Step | undefined {
  return hasActed ? { key: mix(call, 8), to: outcome.words, kind: 'failure' } : undefined;
}

function writeStep(features: CallFeatures): Step | undefined {
  const { effect, pathHash, oldHash, newHash, contentHash, entity, call, outcome } = features;
  if (effect !== 'write') return undefined;
  if (pathHash !== 0 && oldHash !== 0 && newHash !== 0)
    return { key: mix(pathHash, 5), from: oldHash, to: newHash, kind: 'piece' };
  if (pathHash !== 0)
    return contentHash === 0 ? undefined : { key: mix(pathHash, 6), to: contentHash, kind: 'state' };
  return outcome.kind === 'information' ? undefined : { key: mix(entity, 7), to: call, kind: 'setting' };
}
