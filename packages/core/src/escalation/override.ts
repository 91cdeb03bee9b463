/** How hard it is to say "no, keep going": each step of escalation makes it harder. */
export type Friction = 'simple' | 'confirm' | 'turns-off' | 'permission';

/**
 * A person's request to let a loop go on.
 *
 * @example
 * ```ts
 * import { createGuard, type OverrideRequest } from '@rutbreak/core';
 * const session = createGuard().session('run-1');
 * const status = { tool: 'Bash', args: { command: 'git status' }, result: 'clean' };
 * const decisions = [1, 2, 3, 4, 5].map(() => session.after(status));
 * const last = decisions.at(-1)!;
 * const request: OverrideRequest = { reason: 'The test needs five runs.' };
 * last.kind; // => 'act'
 * 'type' in session.override(request); // => true
 * ```
 */
export interface OverrideRequest {
  /** Why the person thinks that this is not a loop. */
  readonly reason?: string;
  /** Milliseconds; the core has no clock. */
  readonly at?: number;
  /** The person has read the finding and confirms. */
  readonly isConfirmed?: boolean;
  /** The person knows that detection is off for the rest of the session. */
  readonly acceptsOff?: boolean;
  /** `LOOP_DETECTION_OVERRIDE=true` is set, or the rescue command is used. */
  readonly isPermitted?: boolean;
}

/**
 * What is logged of every override.
 *
 * @example
 * ```ts
 * import { createGuard, type OverrideRecord } from '@rutbreak/core';
 * const session = createGuard().session('run-1');
 * const status = { tool: 'Bash', args: { command: 'git status' }, result: 'clean' };
 * const decisions = [1, 2, 3, 4, 5].map(() => session.after(status));
 * const last = decisions.at(-1)!;
 * const lineOf = ({ session, reason }: OverrideRecord): string => `${session}: ${reason}`;
 * const done = session.override({ reason: 'wanted' });
 * last.kind === 'act' && 'type' in done && lineOf(done); // => 'run-1: wanted'
 * ```
 */
export interface OverrideRecord {
  /** The category of the loop that was found. */
  readonly type: string;
  readonly resetCount: number;
  readonly session: string;
  readonly at: number | null;
  readonly reason: string;
}

/**
 * Nothing was changed; the hint says what is still needed.
 *
 * @example
 * ```ts
 * import { createGuard, type OverrideRefusal } from '@rutbreak/core';
 * const codeOf = (refusal: OverrideRefusal): string => refusal.code;
 * const answer = createGuard().session('run-1').override({});
 * 'kind' in answer && codeOf(answer); // => 'OVERRIDE_NOTHING'
 * ```
 */
export interface OverrideRefusal {
  readonly kind: 'refused';
  readonly code:
    'OVERRIDE_SHAPE' | 'OVERRIDE_NOTHING' | 'OVERRIDE_CONFIRM' | 'OVERRIDE_ACCEPT' | 'OVERRIDE_PERMISSION';
  readonly friction: Friction;
  /** How often the loop was detected, or the session was reset; 0 for never. */
  readonly resetCount: number;
  readonly hint: string;
}

const MAX_REASON = 500;

/** By the number of resets, or of rungs reached. */
export function frictionAt(count: number): Friction {
  if (count <= 1) return 'simple';
  if (count === 2) return 'confirm';
  return count === 3 ? 'turns-off' : 'permission';
}

/** What an override still needs, or nothing. */
export function refusalOf(
  count: number,
  brief: string,
  request: OverrideRequest,
): OverrideRefusal | undefined {
  const friction = frictionAt(count);
  const refuse = (code: OverrideRefusal['code'], hint: string): OverrideRefusal => ({
    ...{ kind: 'refused', code, friction, resetCount: count, hint },
  });
  if (!isSound(request))
    return refuse(
      'OVERRIDE_SHAPE',
      'Use { reason?: text, at?: milliseconds, isConfirmed?, acceptsOff?, isPermitted? }.',
    );
  const { isConfirmed, acceptsOff, isPermitted } = request;
  if (count === 0) return refuse('OVERRIDE_NOTHING', 'There is no intervention in this session to override.');
  if (friction === 'permission' && isPermitted !== true)
    return refuse(
      'OVERRIDE_PERMISSION',
      `After ${count} detections or resets, set LOOP_DETECTION_OVERRIDE=true, or use \`rutbreak session override\`.`,
    );
  if (friction === 'turns-off' && acceptsOff !== true && isPermitted !== true)
    return refuse(
      'OVERRIDE_ACCEPT',
      `From the third detection or reset on, the override turns detection off for this session: accept that with acceptsOff.`,
    );
  if (friction === 'confirm' && isConfirmed !== true && isPermitted !== true)
    return refuse('OVERRIDE_CONFIRM', `Finding: ${brief}. Confirm with isConfirmed to continue anyway.`);
  return undefined;
}

function isSound(request: unknown): boolean {
  if (typeof request !== 'object' || request === null) return false;
  const { reason, at } = request as Readonly<Record<string, unknown>>;
  const isTime = at === undefined || (typeof at === 'number' && Number.isFinite(at));
  return isTime && (reason === undefined || typeof reason === 'string');
}

/** From the third on, detection stays off. */
export function turnsOff(count: number): boolean {
  return frictionAt(count) === 'turns-off' || frictionAt(count) === 'permission';
}

export function recordOf(
  type: string,
  resetCount: number,
  session: string,
  { at, reason = '' }: OverrideRequest,
): OverrideRecord {
  return { type, resetCount, session, at: at ?? null, reason: reason.slice(0, MAX_REASON) };
}
