import type { Capabilities } from '@rutbreak/core';
import type { AdapterOptions } from '../run/options.js';
import type { Stop } from '../run/run.js';
import type { RecordedTool } from './recorded.js';
import type { ScriptedCall, ScriptedModel } from './script.js';

/** How a run ended, for the program that started it. */
export interface Ended {
  readonly text: string;
  readonly stop: Stop | undefined;
  /** All output, for comparison. */
  readonly seen: unknown;
}

/** One framework with its own offline model. */
export interface Stage {
  readonly capabilities: Capabilities;
  /** An agent with the tools `search` and `fail`; guarded if options are given. */
  readonly make: (model: ScriptedModel, options?: AdapterOptions) => Agent;
  /**
   * A guarded agent with the tools of a recorded run, which may take a hundred steps. `live.test.ts` replays for stages
   * without it.
   */
  readonly equip?: (model: ScriptedModel, tools: readonly RecordedTool[], options: AdapterOptions) => Agent;
  /** How agents call agents in this framework. */
  readonly team: Team;
}

export interface Agent {
  readonly run: (prompt: string) => Promise<Ended>;
  /** The same, streamed. */
  readonly stream?: (prompt: string) => Promise<Ended>;
}

/** An agent that delegates tasks to sub-agents, in its framework's way. */
export interface Team {
  /** The call with which the first agent delegates a task. */
  readonly ask: (task: string) => Omit<ScriptedCall, 'id'>;
  /** Both agents are guarded if options are given. */
  readonly make: (boss: ScriptedModel, subAgent: ScriptedModel, options?: AdapterOptions) => Agent;
}
