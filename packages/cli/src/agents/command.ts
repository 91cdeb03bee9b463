/** The command with which agents start this program. */
import { existsSync } from 'node:fs';
import type { AgentId } from './ids.js';

const PLAIN = /^[\w@%+=:,./~-]+$/;

/** Some agents treat a failed hook as a veto, so the command must succeed even without Node or this program. */
const NEVER_FAILS = ' || exit 0';
/** These agents accept a veto only as exit code 2; every other exit code becomes 0. */
const ONLY_VETO_FAILS = ' || test $? -ne 2 || exit 2';
const TAKES_EXIT_CODE: ReadonlySet<AgentId> = new Set(['windsurf', 'kiro']);

/**
 * Node can hang before its first line, as without memory, and some agents then wait for ever. Shorter than the limit in
 * any settings, and longer than a hook takes where everything is slow. macOS has no such program.
 */
const LIMIT = ['-s', 'KILL', '8'];
const LIMITER = ['/usr/bin/timeout', '/bin/timeout'].find((file) => existsSync(file));
/** These end such a hook themselves: for them, another process would only cost time. VS Code shares a file with Copilot. */
const ENDS_HOOKS: ReadonlySet<AgentId> = new Set(['claude-code', 'codex', 'copilot', 'vscode']);

/** With absolute paths: an agent's PATH is not the user's. `script` starts this program; a hook has a faster start. */
export function commandFor(
  node: string,
  script: string,
  agent: AgentId,
  flags: readonly string[] = [],
  limiter: string | null = LIMITER ?? null,
): string {
  const start = script.replace(/cli\.js$/, 'hook.cjs');
  const limit = limiter === null || ENDS_HOOKS.has(agent) ? [] : [limiter, ...LIMIT];
  return hookCommand([...limit, node, start].map(quoted).join(' '), agent, flags);
}

/** `start` is the command that starts this program. */
export function hookCommand(start: string, agent: AgentId, flags: readonly string[] = []): string {
  return `${[start, 'hook', agent, ...flags.map(quoted)].join(' ')}${endOf(agent)}`;
}

function endOf(agent: AgentId): string {
  if (!TAKES_EXIT_CODE.has(agent)) return NEVER_FAILS;
  // Both agents continue after any other exit code, and cmd.exe has no `test`.
  return process.platform === 'win32' ? '' : ONLY_VETO_FAILS;
}

/** The shell must not interpret it: `$(…)` in a path is not a command. */
function quoted(part: string): string {
  if (PLAIN.test(part)) return part;
  return process.platform === 'win32' ? `"${part}"` : `'${part.replaceAll("'", "'\\''")}'`;
}
