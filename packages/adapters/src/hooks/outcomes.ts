/** What becomes of the actions of a decision at the hooks of a coding agent. */
import type { ActionName } from '@rutbreak/core/edge';
import type { HookCall } from './hook.js';

export interface ActionOutcome {
  readonly action: string;
  readonly result: 'carried out' | 'not carried out';
  /** The missing capability, if the action was not carried out. */
  readonly why?: string;
}

/** Why an agent shows its user nothing while the run continues. The others do. */
const NO_USER_CHANNEL: Readonly<Record<string, string>> = {
  cursor: 'its hooks show the user a message only with a refusal',
  cline: 'its hooks show the user a message only when they end the run',
  windsurf: 'its hooks can refuse a call, and say nothing else',
  kiro: 'its hooks can refuse a call, and say nothing else',
};

type Hook = Pick<HookCall, 'capabilities' | 'session' | 'isEndless'>;

const NO_HISTORY = 'hooks do not get the history of the model';
const NO_CALLBACK = 'a hook has no callback of the host';
const NO_TASKS = 'hooks have no tasks; the text is all that the model gets';

/** True, or the missing capability. */
const SUPPORT: Readonly<Record<ActionName, (hook: Hook) => true | string>> = {
  'append-to-result': ({ capabilities }) =>
    capabilities.appendToResult === true || 'its hooks can refuse a call, and say nothing else',
  'user-message': () => 'hooks have no message of the user; the text goes with the result',
  'warn-user': ({ session }) => NO_USER_CHANNEL[agentOf(session)] ?? true,
  'halt-generation': () => 'hooks do not see what the model writes',
  'forbid-call': ({ capabilities }) =>
    capabilities.veto === true || 'a refusal of its hooks ends the whole run',
  'drop-loop-from-context': () => NO_HISTORY,
  reset: () => NO_HISTORY,
  checkpoint: () => NO_CALLBACK,
  'roll-back': () => NO_CALLBACK,
  'switch-model': () => NO_CALLBACK,
  'decompose-task': () => NO_TASKS,
  'ask-a-person': ({ capabilities }) =>
    capabilities.pause === true || 'no hook can wait; the calls are refused until a person lifts that',
  'summarise-and-stop': ({ isEndless }) => isEndless !== true || 'no answer of its hooks ends the run',
  'mark-blocked': () => NO_TASKS,
};

export function outcomeOf(action: ActionName, hook: Hook): ActionOutcome {
  const done = SUPPORT[action](hook);
  return done === true ? { action, result: 'carried out' } : { action, result: 'not carried out', why: done };
}

/** The outcome of each action that a decision asks for. */
export function outcomesOf(
  actions: readonly ActionName[],
  hook: Hook,
  showsUser = true,
): readonly ActionOutcome[] {
  return actions.map((action) =>
    action === 'warn-user' && !showsUser
      ? { action, result: 'not carried out', why: '`notifications.toast` is off' }
      : outcomeOf(action, hook),
  );
}

/** A session is named after its agent. */
function agentOf(session: string): string {
  return session.slice(0, session.indexOf('/'));
}
