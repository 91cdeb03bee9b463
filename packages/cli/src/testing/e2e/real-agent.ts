import type { MockCall } from '@rutbreak/proxy/testing';
import type { AgentId } from '../../agents/index.js';

/** The place of one run: nothing touches the user's own folders. */
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

/** How to start an MCP server. */
export interface Server {
  readonly command: string;
  readonly args: readonly string[];
}

/** One real program: its version, how to point it at our model, and what a guard can do to it. */
export interface RealAgent {
  readonly agent: AgentId;
  readonly package: string;
  readonly version: string;
  /** Writes the settings that it needs here, before our hook is added. */
  readonly prepare: (stage: Stage) => void;
  readonly start: (stage: Stage, prompt: string) => Started;
  /** Continues the last run with another prompt. Absent if a run can only be named by its id. */
  readonly resume?: (stage: Stage, prompt: string) => Started;
  /** The names of its shell tool, in order of preference. */
  readonly shell: readonly string[];
  /** Makes a call of its shell tool; `step` changes irrelevant parts. */
  readonly shellCall: (name: string, command: string, step: number) => MockCall;
  /** Starts a sub-agent and waits for it. Absent if no single call does that. */
  readonly subAgentCall?: (prompt: string) => MockCall;
  /** Adds an MCP server to its settings, after `prepare`. */
  readonly addServer?: (stage: Stage, server: Server) => void;
  /** It also runs the hooks that stand in Claude Code's settings of a project. */
  readonly runsClaudeHooks?: true;
  /** Whether a hook can end its run. */
  readonly canEnd: boolean;
  /** Does it show its user what a hook says, also where no terminal is? */
  readonly tellsUser?: true;
  /** Whether a hook can deny a single call. Default true. */
  readonly canDeny?: false;
  /** Its transcripts for `scan`, relative to the home folder. */
  readonly transcripts: readonly string[] | undefined;
}
