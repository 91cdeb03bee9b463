import type { Capabilities } from '@rutbreak/core';
import type { ActionRequest } from './run/action-types.js';
import type { MessageDialect } from './run/history.js';
import { createKeyedRuns } from './runs/keyed-runs.js';
import type { AdapterOptions as SharedOptions } from './run/options.js';
import type { Run, Stop } from './run/run.js';

export type { ActionRequest, ActionResult, HostActions } from './run/action-types.js';
export type { Answer } from './run/options.js';
export type { Stop } from './run/run.js';

/** The interventions that hooks support. With `ask`, they can pause the agent too. */
export const CAPABILITIES: Capabilities = {
  appendToResult: true,
  injectMessage: true,
  veto: true,
  endRun: true,
};

export type AdapterOptions = Omit<SharedOptions, 'session' | 'keepsHistory'>;

/** The fields of a hook input that the guard reads. */
interface HookInput {
  readonly hook_event_name: string;
  readonly session_id: string;
  /** Set for sub-agents. */
  readonly agent_id?: string;
  readonly tool_name?: string;
  readonly tool_input?: unknown;
  readonly tool_response?: unknown;
  readonly error?: string;
  readonly prompt?: string;
}

type HookOutput = Readonly<Record<string, unknown>>;
type Hook = (input: HookInput) => Promise<HookOutput>;

/** Options of `query`. */
interface QueryOptions {
  readonly hooks?: object;
}

/** Adds the guard's hooks before your own: `query({ prompt, options: guarded(options) })`. */
export function guarded<O extends QueryOptions>(options: O, settings: AdapterOptions = {}): O {
  const warnings = createWarnings();
  const actions = { warnUser: warnings.keep, ...settings.actions };
  const runs = createKeyedRuns(CAPABILITIES, dialect, { ...settings, actions });
  const own = Object.entries(HOOKS).map(([name, hook]) => {
    const given = (options.hooks as Readonly<Record<string, readonly unknown[]>> | undefined)?.[name] ?? [];
    const ours: Hook = async (input) => {
      const run = runs.of(keyOf(input));
      return { ...(await hook(run, input)), ...warnings.take(run.id) };
    };
    return [name, [{ hooks: [ours] }, ...given]];
  });
  const used = { ...options, hooks: { ...options.hooks, ...(Object.fromEntries(own) as object) } };
  STOPS.set(used, runs.stops);
  return used;
}

const STOPS = new WeakMap<object, () => readonly Stop[]>();

/** Why the guard ended runs with these options, newest last; empty if it ended none. */
export function stopsOf(options: object): readonly Stop[] {
  return STOPS.get(options)?.() ?? [];
}

/** Claude Code shows a hook's `systemMessage` to the user. */
function createWarnings() {
  const waiting = new Map<string, string>();
  return {
    keep: ({ session, text }: ActionRequest): void => void waiting.set(session, text),
    take(session: string): HookOutput {
      const systemMessage = waiting.get(session);
      waiting.delete(session);
      return systemMessage === undefined ? NOTHING : { systemMessage };
    },
  };
}

/** One run for each Claude Code session, and one for each sub-agent in it. */
function keyOf({ session_id: session, agent_id: agent }: HookInput): string {
  return agent === undefined ? session : `${session}/${agent}`;
}

const NOTHING: HookOutput = {};

const HOOKS: Readonly<
  Record<string, (run: Run<string>, input: HookInput) => Promise<HookOutput> | HookOutput>
> = {
  async UserPromptSubmit(run, { prompt = '' }) {
    run.answered('');
    await run.request([prompt]);
    return NOTHING;
  },
  async PreToolUse(run, { tool_name: tool = '', tool_input: args }) {
    const passage = await run.before({ tool, args });
    const denial = passage.kind === 'veto' && {
      hookSpecificOutput: {
        ...{ hookEventName: 'PreToolUse', permissionDecision: 'deny' },
        permissionDecisionReason: passage.text,
      },
    };
    return { ...denial, ...ending(run) };
  },
  PostToolUse(run, { tool_name: tool = '', tool_input: args, tool_response: result }) {
    run.after({ tool, args }, { result });
    return { ...spoken(run, 'PostToolUse'), ...ending(run) };
  },
  PostToolUseFailure(run, { tool_name: tool = '', tool_input: args, error = '' }) {
    run.after({ tool, args }, { result: error, isError: true });
    return { ...spoken(run, 'PostToolUseFailure'), ...ending(run) };
  },
  /** All calls of a step are done, so the next ones belong to another round. */
  async PostToolBatch(run) {
    run.answered('');
    await run.request([]);
    return ending(run);
  },
};

function spoken(run: Run<string>, hookEventName: string): HookOutput {
  const additionalContext = run.takeTexts();
  return additionalContext === '' ? NOTHING : { hookSpecificOutput: { hookEventName, additionalContext } };
}

/** Claude Code shows the user only `systemMessage`; `stopReason` may stay invisible. */
function ending(run: Run<string>): HookOutput {
  const stop = run.stopped();
  return stop ? { continue: false, stopReason: stop.text, systemMessage: stop.text } : NOTHING;
}

/** Hooks do not show the history, so the prompt is all that the guard knows. */
const dialect: MessageDialect<string> = {
  shape: 'anthropic',
  read: (content) => ({ role: 'user', content }),
  userText: (prompt) => prompt,
  callIds: () => [],
  note: (messages, text) => [...messages, text],
  append: (messages, text) => [...messages, text],
};
