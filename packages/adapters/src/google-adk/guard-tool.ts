import {
  type AgentTool,
  type BasePlugin,
  type BaseTool,
  type InvocationContext,
  isAgentTool,
} from '@google/adk';
import { guardCall } from '../run/guard-call.js';
import type { Outcome, Run } from '../run/run.js';
import type { Entry } from './contents.js';

type Request = Parameters<BaseTool['runAsync']>[0];

/** Wraps a tool with the guard. All other members stay reachable. */
export function guardTool(tool: BaseTool, run: Run<Entry>, nested: BasePlugin): BaseTool {
  const inner = isAgentTool(tool) ? withPlugin(tool, nested) : tool;
  const runAsync = async (request: Request): Promise<unknown> =>
    guardCall<Entry, unknown>(
      run,
      { tool: tool.name, args: request.args },
      { work: async () => inner.runAsync(request), veto: (error) => ({ error }), read: outcomeOf },
    );
  return new Proxy(tool, {
    get(target, name) {
      if (name === 'runAsync') return runAsync;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** ADK itself reports tool failures in this form. */
function outcomeOf(result: unknown): Outcome {
  const { error } = (result ?? {}) as { readonly error?: unknown };
  return { result, ...(typeof error === 'string' && { isError: true }) };
}

interface Runnable {
  runAsync(context: InvocationContext): unknown;
}

/** An AgentTool starts a runner without plugins, so the guard is added when the agent starts. */
function withPlugin(tool: AgentTool, plugin: BasePlugin): BaseTool {
  const { agent } = tool as unknown as { readonly agent: Runnable };
  const runAsync = function (this: Runnable, context: InvocationContext): unknown {
    const { pluginManager } = context;
    if (!pluginManager.getPlugin(plugin.name)) pluginManager.registerPlugin(plugin);
    return agent.runAsync.call(this, context);
  };
  const guarded = Object.create(agent, { runAsync: { value: runAsync } }) as Runnable;
  return Object.create(tool, { agent: { value: guarded } }) as BaseTool;
}
