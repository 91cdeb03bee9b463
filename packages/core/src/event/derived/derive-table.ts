/**
 * Which tools write files, keep todo lists or run commands, and the names of their arguments. Names are
 * compared without case, `_` and `-`: `write_file`, `WriteFile` and `writeFile` are one name.
 */

export type ToolRole = 'edit' | 'todos' | 'shell' | 'tests';

const TOOLS: Readonly<Record<ToolRole, readonly string[]>> = {
  edit: [
    // Replaces one piece of text by another.
    ...['edit', 'multi_edit', 'edit_file', 'file_edit', 'notebook_edit', 'edit_block', 'edit_notebook'],
    ...['str_replace', 'str_replace_editor', 'str_replace_based_edit_tool', 'file_editor', 'text_editor'],
    ...['replace', 'replace_in_file', 'replace_string_in_file', 'multi_replace_string_in_file'],
    ...['search_replace', 'search_and_replace', 'insert', 'insert_content', 'insert_edit_into_file'],
    // A whole file.
    ...['write', 'write_file', 'write_to_file', 'file_write', 'create', 'create_file', 'create_text_file'],
    ...['create_new_file', 'new_file', 'save_file'],
    // A patch.
    ...['apply_patch', 'apply_diff', 'patch', 'patch_file'],
  ],
  todos: [
    ...['todo_write', 'write_todos', 'update_plan', 'manage_todo_list', 'update_todo_list', 'update_todos'],
    ...['todo', 'todos', 'task_tracker', 'write_plan', 'set_plan'],
  ],
  shell: [
    ...['bash', 'shell', 'sh', 'zsh', 'powershell', 'cmd', 'terminal', 'local_shell', 'shell_command'],
    ...['exec', 'exec_command', 'execute', 'execute_command', 'execute_bash', 'execute_shell', 'write_stdin'],
    ...['run', 'run_command', 'run_shell_command', 'run_terminal_cmd', 'run_in_terminal', 'bash_output'],
    ...['run_terminal_command', 'terminal_tool', 'bash_tool'],
  ],
  tests: ['run_tests', 'run_test', 'test', 'tests', 'pytest', 'jest', 'vitest', 'execute_tests'],
};

/** The argument for the file, the old piece, and so on; the first one present counts. */
export const ARGUMENTS = {
  path: [
    ...['file_path', 'path', 'file', 'filename', 'absolute_path', 'target_file', 'notebook_path'],
    ...['relative_path', 'relative_workspace_path', 'target_path'],
  ],
  before: ['old_string', 'old_str', 'old_text', 'old', 'search', 'find', 'old_content', 'search_text'],
  after: [
    ...['new_string', 'new_str', 'new_text', 'new', 'replace', 'replacement', 'insert_text', 'new_source'],
  ],
  content: ['content', 'contents', 'file_text', 'new_content', 'text', 'code_edit', 'code'],
  edits: ['edits', 'replacements', 'changes', 'operations'],
  patch: ['patch', 'diff', 'input', 'patch_text'],
  command: ['command', 'cmd', 'script', 'chars'],
  todos: ['todos', 'plan', 'todo_list', 'items', 'tasks', 'task_list'],
  goal: ['goal', 'objective', 'overall_goal'],
  /** Of one todo. */
  text: ['content', 'text', 'step', 'title', 'description', 'task', 'name'],
  status: ['status', 'state'],
  done: ['done', 'completed', 'is_completed', 'checked'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ArgumentRole = keyof typeof ARGUMENTS;

/** Commands of an editor tool that change nothing we could detect. */
export const LOOKING_COMMANDS: ReadonlySet<string> = new Set(['view', 'read', 'open', 'show', 'undoedit']);

/** The status values that agents use for todos. */
export const STATUSES: ReadonlyMap<string, string> = new Map([
  ...['pending', 'todo', 'open', 'notstarted', 'queued', ''].map((name) => [name, 'pending'] as const),
  ...['inprogress', 'active', 'doing', 'started', 'ongoing'].map((name) => [name, 'in_progress'] as const),
  ...['completed', 'complete', 'done', 'finished'].map((name) => [name, 'completed'] as const),
  ...['cancelled', 'canceled', 'skipped', 'dropped'].map((name) => [name, 'cancelled'] as const),
]);

/** In lower case: first lines of a result which say that a change was not made, although it is no error. */
export const NOT_DONE: readonly string[] = [
  ...['no replacement was performed', 'no replacements', 'no changes', 'no edit', 'did not match'],
  ...[
    'not found in file',
    'string to replace not found',
    'old_string not found',
    'rejected by',
    'user denied',
  ],
  ...['user rejected', "doesn't want to", 'was cancelled', 'was canceled', 'not applied', 'did not apply'],
  ...['your proposed edit has introduced', 'syntax error(s)', 'verification failed', 'hunk failed'],
];

/** Commands that show older output: a failed test run in it did not happen now. */
export const SHOWING_COMMANDS: ReadonlySet<string> = new Set([
  ...['cat', 'head', 'tail', 'less', 'more', 'grep', 'rg', 'ag', 'sed', 'awk', 'git', 'echo', 'printf', 'ls'],
  ...['find', 'nl', 'bat', 'diff', 'jq', 'gh', 'curl'],
]);

/** `mcp__files__Write_File` → `writefile` */
export function plainName(name: string): string {
  const own = name.slice(lastOf(name, '__', '.', '/', ':'));
  return squeezed(own === '' ? name : own);
}

export function squeezed(name: string): string {
  return name.replaceAll('_', '').replaceAll('-', '').replaceAll(' ', '').toLowerCase();
}

function lastOf(name: string, ...signs: readonly string[]): number {
  return Math.max(
    0,
    ...signs.map((sign) => (name.includes(sign) ? name.lastIndexOf(sign) + sign.length : 0)),
  );
}

export const ROLES: ReadonlyMap<string, ToolRole> = new Map(
  (Object.entries(TOOLS) as [ToolRole, readonly string[]][]).flatMap(([role, names]) =>
    names.map((name) => [squeezed(name), role] as const),
  ),
);
