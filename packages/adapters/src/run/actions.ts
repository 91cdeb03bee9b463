import { type Act, type Capabilities, planRecovery, type PlannedStrategy } from '@rutbreak/core';
import type { ActionName } from '@rutbreak/core/edge';
import type { ActionResult, HostActions } from './action-types.js';
import { failOpen, failOpenLater } from './fail-open.js';
import type { AdapterOptions } from './options.js';

/** The actions that presets ask for, and the capability that each needs. */
const BY_GUARD = {
  'user-message': 'injectMessage',
  'append-to-result': 'appendToResult',
  'drop-loop-from-context': 'resetContext',
  reset: 'resetContext',
  'halt-generation': 'haltStream',
  'forbid-call': 'veto',
  'ask-a-person': 'pause',
} as const satisfies Partial<Readonly<Record<ActionName, keyof Capabilities>>>;

/** The actions that only your program can perform, and the callback of each. */
const BY_HOST = {
  'warn-user': 'warnUser',
  checkpoint: 'checkpoint',
  'switch-model': 'switchModel',
  'roll-back': 'rollBack',
  'decompose-task': 'decomposeTask',
} as const satisfies Partial<Readonly<Record<ActionName, keyof HostActions>>>;

/** The stop itself performs these: the run ends, and `stopOf` says why. */
const BY_STOP: readonly string[] = ['summarise-and-stop', 'mark-blocked'] satisfies readonly ActionName[];

/** Who performs an action: the guard, your callback of this name, or nobody. */
export type Support =
  { readonly by: 'guard' | 'nobody' } | { readonly by: 'host'; readonly callback: keyof HostActions };

export function supportOf(action: string, capabilities: Capabilities): Support {
  if (BY_STOP.includes(action)) return { by: 'guard' };
  const callback = (BY_HOST as Readonly<Record<string, keyof HostActions>>)[action];
  if (callback) return { by: 'host', callback };
  const capability = (BY_GUARD as Readonly<Record<string, keyof Capabilities>>)[action];
  return { by: capability !== undefined && capabilities[capability] === true ? 'guard' : 'nobody' };
}

/** Performs a decision's actions. Returns a promise only if a callback is asynchronous. */
export function carryOut(
  act: Act,
  session: string,
  options: AdapterOptions,
  capabilities: Capabilities,
): Promise<unknown> | undefined {
  const asked = new Set([...act.actions, ...rollBackIn(act, options)]);
  const waiting = [...asked].map((action) => {
    const support = supportOf(action, capabilities);
    if (support.by !== 'host') {
      report(options, session, resultOf(action, support.by === 'guard'));
      return;
    }
    return callHost(action, support.callback, { act, session, options });
  });
  const promises = waiting.filter((one) => one instanceof Promise);
  return promises.length > 0 ? Promise.all(promises) : undefined;
}

/** The guard also requests this when core knows which files to restore and your program can do it. */
function rollBackIn(act: Act, { actions }: AdapterOptions): readonly ActionName[] {
  return actions?.rollBack && planOf('roll-back', act) ? ['roll-back'] : [];
}

/** A strategy has the name of its action, except this one. */
function planOf(action: string, act: Act): PlannedStrategy['action'] | undefined {
  const id = action === 'roll-back' ? 'rollback' : action;
  return planRecovery(act).find(({ strategy }) => strategy === id)?.action;
}

interface About {
  readonly act: Act;
  readonly session: string;
  readonly options: AdapterOptions;
}

function callHost(action: string, name: keyof HostActions, about: About): unknown {
  const { act, session, options } = about;
  const callback = options.actions?.[name];
  if (!callback) {
    const reason = `No callback: give \`actions.${name}\` to the adapter.`;
    report(options, session, { action, status: 'not carried out', reason });
    return;
  }
  const plan = planOf(action, act);
  const failed = { action, status: 'not carried out', reason: `\`actions.${name}\` failed.` } as const;
  const request = { action, session, text: act.text, act, ...(plan && { plan }) };
  const started = failOpen<unknown>(options, failed, () => callback(request));
  if (!(started instanceof Promise)) {
    report(options, session, started === failed ? failed : resultOf(action, true));
    return;
  }
  return failOpenLater<ActionResult>(options, failed, async () => {
    await started;
    return resultOf(action, true);
  }).then((result) => report(options, session, result));
}

function resultOf(action: string, isDone: boolean): ActionResult {
  if (isDone) return { action, status: 'carried out' };
  return {
    action,
    status: 'not carried out',
    reason: 'The framework has no API for it, or the options turn it off.',
  };
}

function report(options: AdapterOptions, session: string, result: ActionResult): void {
  failOpen(options, undefined, () => options.onAction?.(result, session));
}

/** The first text position that the preset names; undefined if it names none. */
export function placeOf({ actions }: Act): 'result' | 'message' | undefined {
  const place = actions.find((action) => action === 'user-message' || action === 'append-to-result');
  return place === undefined ? undefined : place === 'user-message' ? 'message' : 'result';
}

/** Whether the text was only for the user, who has read it. */
export function isForUserOnly(act: Act, { actions }: AdapterOptions): boolean {
  return actions?.warnUser !== undefined && act.actions.includes('warn-user') && placeOf(act) === undefined;
}
