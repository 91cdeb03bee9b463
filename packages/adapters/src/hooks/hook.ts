import type { AgentEvent, Capabilities } from '@rutbreak/core';

/** The coding agents whose hook formats are supported. */
export const HOOK_AGENTS = ['claude-code', 'codex', 'gemini', 'opencode'] as const;
export type HookAgent = (typeof HOOK_AGENTS)[number];

/** One hook input, translated. */
export interface HookCall {
  /** The agent's name for the hook, like `PreToolUse`. */
  readonly name: string;
  /** Identifies the agent and its run. A sub-agent has its own session. */
  readonly session: string;
  /** Equal for two hooks that report the same event. */
  readonly key: string;
  /** The model, if the agent names it. */
  readonly model?: string;
  /** Identifies the tool call. */
  readonly call?: string;
  /** The step of the model that the call belongs to, if the agent names it. */
  readonly step?: string;
  /** All calls of the model's step are done. */
  readonly isRoundEnd?: true;
  /** The agent reports when the calls of a step are done. It may run them one after another. */
  readonly marksRounds?: true;
  /** The call starts a sub-agent, whose hooks carry the same session id until the call ends. */
  readonly startsAgent?: true;
  /** A sub-agent makes the call, under the session id of its parent. */
  readonly isNested?: true;
  /** No answer to this hook can end the run. */
  readonly isEndless?: true;
  /** The event for detection, if there is one. */
  readonly event: AgentEvent | null;
  /**
   * The interventions possible in this hook. No hook can wait for a person, so the guard denies the call instead of
   * pausing.
   */
  readonly capabilities: Capabilities;
}

/** The guard's reaction, before it is written in the agent's format. */
export type HookAnswer =
  | { readonly kind: 'silent' }
  /**
   * The run continues. The model reads the text, unless it is the same as `user`: then it is meant for the user, and the
   * model reads it only where the agent has no channel to the user.
   */
  | {
      readonly kind: 'tell';
      readonly text: string;
      readonly user?: string;
      /** The text is a question to the user as well. */
      readonly asks?: true;
    }
  /** The call does not run, and the model reads why. `ends` if the run should end as well; `user` is for the user. */
  | { readonly kind: 'deny'; readonly text: string; readonly ends: boolean; readonly user?: string }
  /** The run ends, and the user reads why. */
  | { readonly kind: 'end'; readonly text: string };

/** Many agents show this field to the user. */
export function forUser(answer: HookAnswer): { readonly systemMessage?: string } {
  const user = answer.kind === 'tell' || answer.kind === 'deny' ? answer.user : undefined;
  return user === undefined ? {} : { systemMessage: user };
}

/** A text that is the same as the one for the user is only for the user. */
export function isForModel(answer: HookAnswer): boolean {
  return answer.kind !== 'tell' || answer.user !== answer.text;
}

/** The form of Claude Code, which several agents have taken over, for an answer that lets the run continue. */
export function toldIn(event: string, answer: Extract<HookAnswer, { kind: 'tell' }>): object {
  const hookSpecificOutput = { hookEventName: event, additionalContext: answer.text };
  return { ...forUser(answer), ...(isForModel(answer) && { hookSpecificOutput }) };
}

export const SILENT: HookAnswer = { kind: 'silent' };

/** Translates one agent's hook format. Makes no decisions and never throws. */
export interface HookProtocol {
  readonly agent: HookAgent;
  /** The product name. */
  readonly title: string;
  /** Returns `undefined` if the input is not from this agent. */
  readonly read: (input: unknown) => HookCall | undefined;
  /** The text for standard output; empty for no reaction. */
  readonly write: (call: HookCall, answer: HookAnswer) => string;
}
