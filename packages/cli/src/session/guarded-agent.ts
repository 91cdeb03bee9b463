/** An agent must not lift what the guard decided about it: only a person may. */
import type { AgentEvent } from '@rutbreak/core';

/** Variables that agents set for the commands that they run. */
const MARKS: readonly (readonly [variable: string, title: string])[] = [
  ['CLAUDECODE', 'Claude Code'],
  ['CODEX_THREAD_ID', 'Codex CLI'],
  ['CODEX_SANDBOX', 'Codex CLI'],
  ['GEMINI_CLI', 'Gemini CLI'],
  ['OPENCODE', 'opencode'],
  ['CURSOR_AGENT', 'Cursor'],
  ['COPILOT_CLI', 'GitHub Copilot CLI'],
  ['QWEN_CODE', 'Qwen Code'],
  ['CLINE_ACTIVE', 'Cline'],
];

/** The agent that runs this command; `undefined` if a person does, as far as the environment says. */
export function agentIn(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return MARKS.find(([variable]) => (env[variable] ?? '') !== '')?.[1];
}

const LIFTING = ['reset', 'override'] as const;
export type Lifting = (typeof LIFTING)[number];

const LIFTS = /(?:rutbreak|cli\.js)["']?\s+session\s+(reset|override)\b/;
const LONGEST = 20_000;

/** The command with which an agent is about to lift a block, if that is what it is about to run. */
export function liftingIn(event: AgentEvent | null): Lifting | undefined {
  if (event?.kind !== 'attempt') return undefined;
  const text = JSON.stringify(event.args ?? null).slice(0, LONGEST);
  return LIFTING.find((one) => one === LIFTS.exec(text)?.[1]);
}

export const ONLY_A_PERSON =
  '[rutbreak] This command was not run: only a person can lift what the loop guard decided. Tell the user what is in the way, and go on with something else.';

/** The words for a person; the commands in them can be run as they stand. */
export function wayBack(session: string): string {
  const id = /^[\w@%+=:,./-]+$/.test(session) ? session : `'${session.replaceAll("'", "'\\''")}'`;
  return `To let it go on for half an hour: rutbreak session override ${id} --for 30m\nTo start afresh: rutbreak session reset ${id}`;
}
