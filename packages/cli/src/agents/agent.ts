import type { HookAnswer, HookCall } from '@rutbreak/adapters/hooks';
import type { Surroundings } from '../transcripts/places.js';
import type { AgentId } from './ids.js';
import type { Settings } from './settings.js';

/** The output of the hook process. */
export interface Reply {
  readonly stdout: string;
  readonly stderr?: string;
  /** Some agents accept a veto only as this exit code. */
  readonly exitCode?: 2;
}

/** How the support of an agent was tested. */
interface Support {
  readonly tested: 'run with the real program' | 'by its documentation';
  /** The version that was run, or the page that was read. */
  readonly against: string;
  readonly date: string;
}

export type Scope = 'home' | 'project';

/** Where an agent keeps its hooks, for one scope. */
export interface Place {
  readonly scope: Scope;
  /** The agent is in use if this folder exists. */
  readonly folder: string;
  /** The files that `init` writes. */
  readonly files: readonly string[];
  /** Other files that may contain a hook. */
  readonly others?: readonly string[];
}

/** Everything known about one coding agent. */
export interface Agent {
  readonly id: AgentId;
  readonly title: string;
  readonly support: Support;
  /** `undefined` if the agent does not send such input. */
  readonly read: (input: unknown) => HookCall | undefined;
  readonly reply: (call: HookCall, answer: HookAnswer) => Reply;
  /** The name in the hook's command, where two agents share a file. */
  readonly hookName?: AgentId;
  /** Other agents that run the hooks of this agent's settings. */
  readonly alsoReadBy?: readonly AgentId[];
  /** Recognises the agent by what it sends. */
  readonly isSender?: (input: Readonly<Record<string, unknown>>) => boolean;
  /** Sub-agents report under the session of their parent. */
  readonly nestsAgents?: true;
  readonly places: (around: Surroundings) => readonly Place[];
  readonly settings: Settings;
  /** The input that the agent sends after the same call failed in the same way. */
  readonly trial: (step: number, session: string) => object;
  /** The step that makes the agent run the hook for the first time. */
  readonly firstRun: string;
  /** Steps for the user after `init`. */
  readonly afterInit?: string;
  /** Settings that turn hooks off: what they do, and how to undo it. */
  readonly switchedOff?: (
    settings: Readonly<Record<string, unknown>>,
  ) => { readonly text: string; readonly todo: string } | undefined;
}
