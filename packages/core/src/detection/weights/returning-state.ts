import type { EditEvent, StateEvent } from '../../event/event.js';
import type { CallFeatures } from '../../features/call-features.js';
import { fingerprint } from '../../fingerprint/fingerprint.js';
import type { EventContext } from '../../session/session.js';
import { hashOf, mix } from '../../text/hash.js';
import { oneLine } from '../../event/label.js';
import type { MechanismFinding } from '../mechanisms/found.js';
import { isUndoing, type Trail } from '../mechanisms/returns.js';

/** A setting that is restored hours later follows a schedule. */
const APART_MS = 1_200_000;

export interface Step {
  readonly key: number;
  readonly from?: number;
  readonly to: number;
  readonly kind: 'state' | 'piece' | 'failure' | 'setting';
}

type Limits = Readonly<Record<'returns' | 'pieces' | 'noChange', number>>;
type MessageId = 'back' | 'compared' | 'failure' | 'nothing';

/** An outcome that changed since then is a reason to set it again. */
export function isReasoned(
  { kind }: Step,
  changes: number,
  { event, session, progress }: EventContext,
): boolean {
  const isRhythm = (progress?.gap ?? 0) >= APART_MS;
  return event.kind === 'call' && kind === 'setting' && (session.ledger.changes > changes || isRhythm);
}

/** What the trail shows after this step. */
export function findReturn(
  before: Trail,
  trail: Trail,
  { kind, key }: Step,
  trails: readonly Trail[],
  context: EventContext,
  limits: Limits,
): Omit<MechanismFinding<MessageId>, 'identity'> | undefined {
  const { events, returns, repeats } = trail;
  if (kind !== 'failure' && kind !== 'setting' && repeats > before.repeats && repeats >= 2)
    return { messageId: 'nothing', share: repeats / limits.noChange, events, count: repeats };
  if (returns === before.returns || (kind !== 'failure' && isUndoing(trail))) return undefined;
  const others = kind === 'failure' && trails.some((one) => one.key !== key && one.returns > 0) ? 1 : 0;
  const limit = kind === 'piece' ? limits.pieces : limits.returns;
  const messageId = kind === 'failure' ? 'failure' : isComparison(trail, context) ? 'compared' : 'back';
  return { messageId, share: (returns + others) / limit, events, count: returns, ...namedBy(context) };
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

export function stepOf({ event, features, progress, ledgerBefore, session }: EventContext): Step | undefined {
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
