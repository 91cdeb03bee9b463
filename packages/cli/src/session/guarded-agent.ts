/** An agent must not lift what the guard decided about it: only a person may. */

/** Variables that agents set for their commands. */
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

/** The agent that runs this command; `undefined` if a person does, according to the environment. */
export function agentIn(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return MARKS.find(([variable]) => (env[variable] ?? '') !== '')?.[1];
}

/** Quotes a word for a POSIX shell where that is needed. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The commands with which a person lifts a block on this machine. They can be run as they are. */
export function wayBack(session: string): string {
  const id = quoted(session);
  return `To let it continue for half an hour: rutbreak session override ${id} --for 30m\nTo start again from zero: rutbreak session reset ${id}`;
}

/** The same for a session of a gateway; `url` if the commands must name the gateway. */
export function wayBackOnGateway(session: string, canOverride: boolean, url?: string): readonly string[] {
  const words = `${quoted(session)}${url === undefined ? '' : ` --gateway ${quoted(url)}`}`;
  return [
    ...(canOverride ? [`To let it go on: rutbreak session override ${words}`] : []),
    `To lift the pause or block: rutbreak session reset ${words}`,
  ];
}
