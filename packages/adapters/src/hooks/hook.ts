import type { AgentEvent, Capabilities } from '@rutbreak/core';

/** The coding agents whose hooks are spoken here. */
export const HOOK_AGENTS = ['claude-code', 'codex', 'gemini', 'opencode'] as const;
export type HookAgent = (typeof HOOK_AGENTS)[number];

/** What an agent told us through one of its hooks. */
export interface HookCall {
  /** The agent's own word for the moment, like `PreToolUse`. */
  readonly name: string;
  /** The agent and its run; a sub-agent has a session of its own. */
  readonly session: string;
  /** The same for two hooks that are told of one and the same thing: it is one event. */
  readonly key: string;
  /** The model, where the agent names it. */
  readonly model?: string;
  /** Which call of a tool it is about. */
  readonly call?: string;
  /** All calls of one step of the model are over. */
  readonly isRoundEnd?: true;
  /** This agent says when the calls of a step are over. It may run them one after another. */
  readonly marksRounds?: true;
  /** The call starts a sub-agent, whose hooks come under the same session until the call is over. */
  readonly startsAgent?: true;
  /** No answer to this hook can end the run. */
  readonly isEndless?: true;
  /** Nothing, where there is nothing to judge. */
  readonly event: AgentEvent | null;
  /** What can be done to the agent at this moment. No hook can wait for a person: instead of a pause the call is denied. */
  readonly capabilities: Capabilities;
}

/** What is to be done, before it is put in the agent's own form. */
export type HookAnswer =
  | { readonly kind: 'silent' }
  /** The model reads it; everything goes on. */
  | { readonly kind: 'tell'; readonly text: string }
  /** The call is not made, and the model reads why; `ends` where the run should end as well. */
  | { readonly kind: 'deny'; readonly text: string; readonly ends: boolean }
  /** The run ends and the person is told why. */
  | { readonly kind: 'end'; readonly text: string };

export const SILENT: HookAnswer = { kind: 'silent' };

/** How one agent's hooks speak. Only translates; nothing is decided here, and nothing throws. */
export interface HookProtocol {
  readonly agent: HookAgent;
  /** As people call it. */
  readonly title: string;
  /** `undefined` where it is not what this agent sends. */
  readonly read: (input: unknown) => HookCall | undefined;
  /** What goes to standard output; empty where there is nothing to say. */
  readonly write: (call: HookCall, answer: HookAnswer) => string;
}
