import type { Capabilities } from '@rutbreak/core';
import type { AdapterOptions } from '../run/options.js';
import type { Stop } from '../run/run.js';
import type { ScriptedCall, ScriptedModel } from './script.js';

/** How a run ended, as the program that started it sees it. */
export interface Ended {
  readonly text: string;
  readonly stop: Stop | undefined;
  /** Everything it got, for comparison. */
  readonly seen: unknown;
}

/** One framework with its own offline double. */
export interface Stage {
  readonly capabilities: Capabilities;
  /** An agent with the tools `search` and `fail`; guarded where options are given. */
  readonly make: (model: ScriptedModel, options?: AdapterOptions) => Agent;
  /** How agents call agents there. */
  readonly team: Team;
}

export interface Agent {
  readonly run: (prompt: string) => Promise<Ended>;
  /** The same as a stream. */
  readonly stream?: (prompt: string) => Promise<Ended>;
}

/** One agent that gives tasks to sub-agents, in the way of its framework. */
export interface Team {
  /** The call of the first agent by which a sub-agent is given a task. */
  readonly ask: (task: string) => Omit<ScriptedCall, 'id'>;
  /** Both are guarded where options are given. */
  readonly make: (boss: ScriptedModel, subAgent: ScriptedModel, options?: AdapterOptions) => Agent;
}
