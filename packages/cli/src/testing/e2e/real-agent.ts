import type { MockCall } from '@rutbreak/proxy/testing';
import type { AgentId } from '../../agents/index.js';

/** Where one run takes place: nothing of it touches the user's own folders. */
export interface Stage {
  readonly home: string;
  readonly project: string;
  /** Of the model. */
  readonly url: string;
  /** Where the agent was installed. */
  readonly modules: string;
}

export interface Started {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** One real program: which version, how it is told of our model, and what can be done to it. */
export interface RealAgent {
  readonly agent: AgentId;
  readonly package: string;
  readonly version: string;
  /** Writes the settings that it needs to run here, before our hook goes into them. */
  readonly prepare: (stage: Stage) => void;
  readonly start: (stage: Stage, prompt: string) => Started;
  /** Continues the last run with another prompt. Absent if only its id names a run. */
  readonly resume?: (stage: Stage, prompt: string) => Started;
  /** The names of its shell tool, in the order of preference. */
  readonly shell: readonly string[];
  /** Makes a call of its shell tool; `step` changes what does not matter. */
  readonly shellCall: (name: string, command: string, step: number) => MockCall;
  /** Starts a sub-agent and waits for it. Absent if no single call does that. */
  readonly subAgentCall?: (prompt: string) => MockCall;
  /** Can its run be ended from a hook? */
  readonly canEnd: boolean;
  /** Does it show its user what a hook says, also where no terminal is? */
  readonly tellsUser?: true;
  /** Can a hook keep one call from running? Default true. */
  readonly canDeny?: false;
  /** Where it keeps transcripts that `scan` reads, below the home folder. */
  readonly transcripts: readonly string[] | undefined;
}
