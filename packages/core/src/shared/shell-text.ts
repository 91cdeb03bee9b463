/** Lines that Gemini CLI and Qwen Code add about the process. The numbers differ in each call. */
const PROCESS_LINES =
  /^(?:(?:Process Group PGID|Background PIDs|Signal): .*|Error: \(none\)|<\/?untrusted_context>)\n?/gm;
/** The first lines of Qwen Code repeat the call: the same answer to another command would look like another answer. */
const REPEATED_CALL = /^Command: [^]*?\nDirectory: .*\n/;
const EXIT_LINE = /^Exit Code: (.*)$/gm;
/** The last line of a command in Copilot CLI. The shell id differs in each call. */
const COPILOT_EXIT = /<shellId: \S+ completed with exit code (\d+)>\s*$/;

/** The agent's own last line: no other text is taken for the report of a shell. */
const SHELL_REPORT = /^Process Group PGID: (?:\d+|\(none\))\s*(?:<\/untrusted_context>\s*)?$(?![^])/m;

export interface ShellResult {
  readonly result: string;
  readonly isError: boolean;
}

/** The output of a shell tool without the process details, and whether the command failed. */
export function readShellText(text: string): ShellResult {
  const copilot = COPILOT_EXIT.exec(text)?.[1];
  if (copilot !== undefined)
    return { result: text.replace(COPILOT_EXIT, `<exit code ${copilot}>`), isError: copilot !== '0' };
  // The command may print such a line itself; the agent's own line is at the end.
  const exit = [...text.matchAll(EXIT_LINE)].at(-1)?.[1];
  const result = text.replace(REPEATED_CALL, '').replace(PROCESS_LINES, '');
  return { result, isError: exit !== undefined && exit.trim() !== '0' };
}

/** Whether a shell tool of one of these agents wrote the text. Only needed where texts of other tools arrive, too. */
export function isShellText(text: string): boolean {
  return COPILOT_EXIT.test(text) || SHELL_REPORT.test(text);
}
