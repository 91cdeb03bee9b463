/** Carries out the actions of a decision other than its text, and records the outcome of each. */
import type { Act } from '@rutbreak/core';

/** Actions that only the host program can perform. A callback that fails returns false or throws. */
export interface HostActions {
  readonly checkpoint?: (about: HostContext) => unknown;
  readonly rollBack?: (about: HostContext) => unknown;
  /** Returns the name of the model to use from now on. */
  readonly switchModel?: (about: HostContext) => string | undefined;
}

export interface HostContext {
  readonly session: string;
  readonly decision: Act;
}

export interface ActionOutcome {
  readonly action: string;
  readonly result: 'carried out' | 'not carried out';
  /** The reason, if the action failed. */
  readonly why?: string;
}

/** Actions that the proxy performs itself, by action name. Each returns true, or the reason why it failed. */
export type OwnActions = Readonly<Record<string, () => true | string>>;

const UNSUPPORTED = 'this proxy cannot do it';

export function carryOut(
  { actions }: Act,
  own: OwnActions,
  host: Readonly<Record<string, (() => unknown) | undefined>>,
): readonly ActionOutcome[] {
  return actions.map((action) => {
    const attempt = Object.hasOwn(own, action) ? own[action] : undefined;
    const done = attempt ? attempt() : askHost(action, host);
    return done === true
      ? { action, result: 'carried out' }
      : { action, result: 'not carried out', why: done };
  });
}

function askHost(action: string, host: Parameters<typeof carryOut>[2]): true | string {
  if (!Object.hasOwn(host, action)) return UNSUPPORTED;
  const callback = host[action];
  if (!callback) return 'the host has no callback for it';
  try {
    return callback() === false ? 'the host could not do it' : true;
  } catch (error) {
    return `the host failed: ${error instanceof Error ? error.message : String(error)}`.slice(0, 200);
  }
}

/** The host's callbacks under the action names that presets use. */
export function hostCallbacks(
  host: HostActions,
  about: HostContext,
): Readonly<Record<string, (() => unknown) | undefined>> {
  const { checkpoint, rollBack } = host;
  return {
    checkpoint: checkpoint && (() => checkpoint(about)),
    'roll-back': rollBack && (() => rollBack(about)),
  };
}
