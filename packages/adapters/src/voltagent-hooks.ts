import type { AgentHooks, ToolExecuteOptions } from '@voltagent/core';
import type { Message } from './language-model/parts.js';
import { failureOf } from './run/failure.js';
import type { Call, Outcome, Run } from './run/run.js';
import type { Runs } from './runs/runs.js';

interface OpenCall {
  readonly run: Run<Message>;
  readonly call: Call;
}

/** Your own hooks run after the guard's. */
export function hooksOf(runs: Runs<Message>, own: AgentHooks = {}): AgentHooks {
  // All hooks of a call receive the same options object.
  const open = new WeakMap<object, OpenCall>();
  const close = (options: ToolExecuteOptions | undefined, outcome: Outcome): void => {
    const opened = options && open.get(options);
    if (!opened) return;
    open.delete(options);
    opened.run.after(opened.call, outcome);
  };
  return {
    ...own,
    async onToolStart(about) {
      const { tool, options } = about;
      const { callId = '', messages } = options?.toolContext ?? {};
      const run = runs.ofCall(callId, messages as readonly Message[] | undefined);
      const call = { tool: tool.name, args: about.args as unknown };
      const passage = await run.before(call);
      if (passage.kind === 'veto') throw vetoOf(passage.text);
      if (options) open.set(options, { run, call });
      await own.onToolStart?.(about);
    },
    onToolError(about) {
      close(about.options, failureOf(about.originalError));
      return own.onToolError?.(about);
    },
    onToolEnd(about) {
      if (about.error === undefined) close(about.options, { result: about.output });
      return own.onToolEnd?.(about);
    },
  };
}

/** VoltAgent also shows the model the error's stack, so this error has none. */
function vetoOf(text: string): Error {
  const error = new Error(text);
  delete error.stack;
  return error;
}
