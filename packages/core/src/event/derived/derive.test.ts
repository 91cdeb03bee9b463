import { describe, expect, it } from 'vitest';
import { deriveEvents, isDerived, restatesCall, withDerived } from './derive.js';
import type { CallEvent, EditEvent } from '../event.js';
import { textPrint } from '../../fingerprint/fingerprint.js';

const hash = (text: string): string => textPrint(text).toString(36);
const call = (tool: string, args: unknown, result: unknown = 'ok', isError = false): CallEvent => ({
  kind: 'call',
  ...{ tool, args, result },
  ...(isError && { isError }),
});
const edit = (path: string, before: string | undefined, after: string): object => ({
  ...{ kind: 'edit', path, after: hash(after), derived: true },
  ...(before !== undefined && { before: hash(before) }),
});
const state = (...todos: readonly (readonly [string, string])[]): object => ({
  kind: 'state',
  todos: todos.map(([text, status]) => ({ text, status })),
  derived: true,
});
const error = (type: string, message: string): object => ({ kind: 'error', type, message, derived: true });

const CODEX_PATCH = [
  '*** Begin Patch',
  '*** Update File: src/a.ts',
  '@@ function a() {',
  ' const one = 1;',
  '-const two = 2;',
  '+const two = 3;',
  '*** Add File: src/b.ts',
  '+export {};',
  '*** Delete File: src/c.ts',
  '*** End Patch',
].join('\n');
const CODEX_EDITS = [
  edit('src/a.ts', 'const one = 1;\nconst two = 2;', 'const one = 1;\nconst two = 3;'),
  edit('src/b.ts', undefined, 'export {};'),
  edit('src/c.ts', undefined, ''),
];
const DIFF = [
  'diff --git a/x.py b/x.py',
  '--- a/x.py',
  '+++ b/x.py',
  '@@ -1,2 +1,2 @@',
  ' import os',
  '-a = 1',
  '+a = 2',
  '--- /dev/null',
  '+++ b/new.py',
  '@@ -0,0 +1 @@',
  '+b = 1',
].join('\n');

type Row = readonly [name: string, call: CallEvent, derived: readonly object[]];

describe('file changes of a call, agent by agent', () => {
  const pieces = { old_string: 'a', new_string: 'b' };
  it.each<Row>([
    ['Claude Code: Edit', call('Edit', { file_path: '/r/a.ts', ...pieces }), [edit('/r/a.ts', 'a', 'b')]],
    [
      'Claude Code: Write',
      call('Write', { file_path: '/r/a.ts', content: 'x' }),
      [edit('/r/a.ts', undefined, 'x')],
    ],
    [
      'Claude Code: MultiEdit is one change of the file',
      call('MultiEdit', { file_path: 'a', edits: [pieces, { old_string: 'c', new_string: 'd' }] }),
      [edit('a', 'a\nc', 'b\nd')],
    ],
    [
      'Claude Code: NotebookEdit',
      call('NotebookEdit', { notebook_path: 'n.ipynb', new_source: 'print()' }),
      [edit('n.ipynb', undefined, 'print()')],
    ],
    [
      'Claude Code: a tool of an MCP server',
      call('mcp__fs__write_file', { path: 'a', content: 'x' }),
      [edit('a', undefined, 'x')],
    ],
    ['Codex: apply_patch as a text', call('apply_patch', CODEX_PATCH), CODEX_EDITS],
    ['Codex: apply_patch as a function', call('apply_patch', { input: CODEX_PATCH }), CODEX_EDITS],
    [
      'Codex: apply_patch through the shell',
      call(
        'shell',
        { command: `apply_patch <<'EOF'\n${CODEX_PATCH}\nEOF` },
        'Success. Updated the following files:\nM src/a.ts',
      ),
      CODEX_EDITS,
    ],
    [
      'Codex: apply_patch through the shell, as a list',
      call('functions.shell', { command: ['apply_patch', CODEX_PATCH] }),
      CODEX_EDITS,
    ],
    [
      'opencode: edit',
      call('edit', { filePath: 'a.ts', oldString: 'a', newString: 'b' }),
      [edit('a.ts', 'a', 'b')],
    ],
    ['opencode: patch', call('patch', { patchText: CODEX_PATCH }), CODEX_EDITS],
    [
      'Gemini CLI: replace',
      call('replace', { file_path: 'a.ts', ...pieces, instruction: 'x' }),
      [edit('a.ts', 'a', 'b')],
    ],
    [
      'Gemini CLI: write_file',
      call('write_file', { file_path: 'a.ts', content: 'x' }),
      [edit('a.ts', undefined, 'x')],
    ],
    [
      'Cline: replace_in_file',
      call('replace_in_file', { path: 'a.ts', diff: '------- SEARCH\na\n=======\nb\n+++++++ REPLACE' }),
      [edit('a.ts', 'a', 'b')],
    ],
    [
      'Roo: apply_diff',
      call('apply_diff', {
        path: 'a.ts',
        diff: '<<<<<<< SEARCH\n:start_line:3\n-------\na\n=======\nb\n>>>>>>> REPLACE',
      }),
      [edit('a.ts', 'a', 'b')],
    ],
    [
      'Cline: write_to_file',
      call('write_to_file', { path: 'a.ts', content: 'x' }),
      [edit('a.ts', undefined, 'x')],
    ],
    [
      'aider: blocks with the name above, with and without a fence',
      call(
        'apply_patch',
        'I change both.\n\na.py\n```python\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n```\n\n**b.py**\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE',
      ),
      [edit('a.py', 'a', 'b'), edit('b.py', undefined, 'new')],
    ],
    [
      'SWE-agent: a range of lines in the open file',
      call(
        'edit',
        { command: 'edit 3:4\nx = 1\ny = 2\nend_of_edit' },
        '[File: /repo/a.py (120 lines total)]\n1:import os',
      ),
      [edit('/repo/a.py', undefined, 'x = 1\ny = 2')],
    ],
    [
      'SWE-agent: str_replace_editor as a command line',
      call('str_replace_editor', {
        command: `str_replace_editor str_replace /repo/a.py --old_str 'x = "1"' --new_str 'it'"'"'s'`,
      }),
      [edit('/repo/a.py', 'x = "1"', "it's")],
    ],
    ['SWE-agent: create', call('create', { command: 'create a.py' }), [edit('a.py', undefined, '')]],
    [
      'OpenHands: str_replace',
      call(
        'str_replace_editor',
        { command: 'str_replace', path: '/w/a.py', old_str: 'a', new_str: 'b' },
        'The file /w/a.py has been edited.',
      ),
      [edit('/w/a.py', 'a', 'b')],
    ],
    [
      'OpenHands: create',
      call('str_replace_editor', { command: 'create', path: '/w/a.py', file_text: 'x' }),
      [edit('/w/a.py', undefined, 'x')],
    ],
    [
      'Anthropic: insert',
      call('str_replace_based_edit_tool', { command: 'insert', path: 'a', insert_line: 3, new_str: 'x' }),
      [edit('a', undefined, 'x')],
    ],
    [
      'Cursor: edit_file',
      call('edit_file', { target_file: 'a', instructions: 'i', code_edit: 'x' }),
      [edit('a', undefined, 'x')],
    ],
    [
      'a unified diff has an edit for each file',
      call('apply_patch', { patch: DIFF }),
      [edit('x.py', 'import os\na = 1', 'import os\na = 2'), edit('new.py', undefined, 'b = 1')],
    ],
  ])('%s', (_, given, derived) => expect(deriveEvents(given)).toEqual(derived));

  it('a change without effect has equal hashes', () => {
    const [event] = deriveEvents(call('Edit', { file_path: 'a', old_string: 'same', new_string: 'same' }));
    expect(event).toMatchObject({ before: hash('same'), after: hash('same') });
  });

  it('a patch and its reverse have swapped hashes', () => {
    const undo = CODEX_PATCH.replace('-const two = 2;\n+const two = 3;', '-const two = 3;\n+const two = 2;');
    const [there] = deriveEvents(call('apply_patch', CODEX_PATCH));
    const [back] = deriveEvents(call('apply_patch', undo));
    expect(there).toMatchObject({ kind: 'edit' });
    const { before, after } = there as EditEvent;
    expect(back).toMatchObject({ before: after, after: before });
  });

  const write = { file_path: 'a', content: 'x' };
  it.each<readonly [string, CallEvent]>([
    ['a call that failed', call('Write', write, 'EACCES', true)],
    ['a result that begins with an error', call('Write', write, 'Error: file has not been read yet')],
    [
      'a piece that was not found',
      call(
        'str_replace_editor',
        { command: 'str_replace', path: 'a', old_str: 'a', new_str: 'b' },
        'No replacement was performed, old_str `a` did not appear verbatim in a.',
      ),
    ],
    ['a person who said no', call('Edit', write, "The user doesn't want to proceed with this tool use.")],
    ['a record that says no', call('Write', write, { success: false })],
    ['a look', call('str_replace_editor', { command: 'view', path: 'a' })],
    ['a read', call('Read', { file_path: 'a' }, 'x')],
    ['no path', call('Write', { content: 'x' })],
    ['no content', call('Write', { file_path: 'a' })],
    ['no arguments', call('Edit', undefined)],
    ['a tool of another name', call('search', write)],
  ])('nothing is derived from %s', (_, given) => expect(deriveEvents(given)).toEqual([]));

  it("errors mentioned in a file's content do not undo its edit", () => {
    const shown = 'The file a.ts has been updated.\n12\tthrow new TypeError: no\n13\tfailed()';
    expect(
      deriveEvents(call('Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }, shown)),
    ).toHaveLength(1);
  });
});

describe('plan changes of a call', () => {
  const three = state(['Read', 'completed'], ['Write', 'in_progress'], ['Test', 'pending']);
  it.each<Row>([
    [
      'Claude Code: TodoWrite',
      call('TodoWrite', {
        todos: [
          { content: 'Read', status: 'completed', activeForm: 'Reading' },
          { content: 'Write', status: 'in_progress', activeForm: 'Writing' },
          { content: 'Test', status: 'pending', activeForm: 'Testing' },
        ],
      }),
      [three],
    ],
    [
      'Codex: update_plan',
      call(
        'update_plan',
        {
          explanation: 'why',
          plan: [
            { step: 'Read', status: 'completed' },
            { step: 'Write', status: 'in_progress' },
            { step: 'Test', status: 'pending' },
          ],
        },
        'Plan updated',
      ),
      [three],
    ],
    [
      'VS Code: manage_todo_list',
      call('manage_todo_list', {
        todoList: [
          { id: 1, title: 'Read', status: 'completed' },
          { id: 2, title: 'Write', status: 'in-progress' },
          { id: 3, title: 'Test', status: 'not-started' },
        ],
      }),
      [three],
    ],
    [
      'Gemini CLI: write_todos',
      call('write_todos', { todos: [{ description: 'Read', status: 'cancelled' }] }),
      [state(['Read', 'cancelled'])],
    ],
    [
      'Roo: a checklist as text',
      call('update_todo_list', { todos: '[x] Read\n[-] Write\n[ ] Test' }),
      [three],
    ],
    [
      'OpenHands: task_tracker',
      call('task_tracker', {
        command: 'plan',
        task_list: [
          { id: '1', title: 'Read', status: 'done', notes: '' },
          { title: 'Write', status: 'in_progress' },
          { title: 'Test', status: 'todo' },
        ],
      }),
      [three],
    ],
    [
      'LangChain: flags',
      call('write_todos', { items: [{ text: 'Read', done: true }] }),
      [state(['Read', 'completed'])],
    ],
    [
      'a goal',
      call('update_plan', { goal: 'Ship it', plan: [] }),
      [{ kind: 'state', goal: 'Ship it', todos: [], derived: true }],
    ],
    [
      'a list that was refused',
      call('TodoWrite', { todos: [{ content: 'a', status: 'pending' }] }, 'no', true),
      [],
    ],
    ['a list that is only asked for', call('task_tracker', { command: 'view' }), []],
  ])('%s', (_, given, derived) => expect(deriveEvents(given)).toEqual(derived));
});

describe('test runs that failed', () => {
  it.each<readonly [string, string, string, string, string]>([
    [
      'pytest',
      'pytest -q',
      'E   TypeError: unsupported\nFAILED tests/test_a.py::test_one - TypeError: unsupported\n===== 1 failed, 3 passed in 0.12s =====',
      'TypeError',
      'FAILED tests/test_a.py::test_one - TypeError: unsupported',
    ],
    ['pytest without names', 'pytest', "E       KeyError: 'x'\n1 failed in 0.03s", 'KeyError', '1 failed'],
    [
      'jest',
      'npx jest',
      ' FAIL  src/a.test.ts\n  ● adds › one\n\n    TypeError: x is not a function\n\nTests:       1 failed, 4 passed, 5 total',
      'TypeError',
      '● adds › one',
    ],
    [
      'vitest',
      'npm test',
      ' FAIL  src/a.test.ts > adds\n   × adds one 12ms\nAssertionError: expected 1 to be 2\n Test Files  1 failed (1)\n      Tests  1 failed | 3 passed (4)',
      'AssertionError',
      '× adds one',
    ],
    [
      'go test',
      'go test ./...',
      '--- FAIL: TestAdd (0.00s)\n    a_test.go:9: got 1\nFAIL\nFAIL\texample.com/a\t0.01s',
      'test',
      '--- FAIL: TestAdd',
    ],
    [
      'cargo test',
      'cargo test',
      'test tests::adds ... FAILED\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored',
      'test',
      'test tests::adds ... FAILED',
    ],
    [
      'mocha',
      'npx mocha',
      '  3 passing (12ms)\n  1 failing\n\n  1) adds one:\n     AssertionError: 1 == 2',
      'AssertionError',
      '1) adds one:',
    ],
    [
      'PHPUnit',
      'vendor/bin/phpunit',
      '1) ATest::testOne\nFailed asserting that 1 is 2.\n\nFAILURES!\nTests: 3, Assertions: 3, Failures: 1.',
      'test',
      '1) ATest::testOne',
    ],
    [
      'JUnit under Maven',
      'mvn test',
      '[ERROR]   ATest.adds:12 expected: <1> but was: <2>\n[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0',
      'test',
      '[ERROR]   ATest.adds:12 expected: <1> but was: <2>',
    ],
    [
      'JUnit under Gradle',
      './gradlew test',
      'ATest > adds() FAILED\n    java.lang.NullPointerException: x\n5 tests completed, 1 failed',
      'NullPointerException',
      'ATest > adds() FAILED',
    ],
    [
      'unittest',
      'python -m unittest',
      'ERROR: test_one (a.ATest)\nValueError: no\n\nFAILED (errors=1)',
      'ValueError',
      'ERROR: test_one (a.ATest)',
    ],
    ['RSpec', 'bundle exec rspec', '  1) Cart adds\n\n3 examples, 1 failure', 'test', '1) Cart adds'],
    ['node --test', 'node --test', 'not ok 1 - adds\n# pass 2\n# fail 1', 'test', 'not ok 1 - adds'],
    [
      'colours',
      'npx jest',
      '\u001b[31m● adds\u001b[39m\n\u001b[1mTests:\u001b[22m \u001b[31m1 failed\u001b[39m, 1 total',
      'test',
      '● adds',
    ],
  ])('%s', (_, command, result, type, message) => {
    const expected = [error(type, message)];
    expect(deriveEvents(call('Bash', { command }, result))).toEqual(expected);
    // Some agents report a failed command as an error, others do not.
    expect(deriveEvents(call('execute_command', { command }, result, true))).toEqual(expected);
  });

  it.each<readonly [string, CallEvent]>([
    ['a run that passed', call('Bash', { command: 'pytest' }, '3 passed, 0 failed in 0.1s')],
    ['a run that passed under jest', call('Bash', { command: 'jest' }, 'Tests:       4 passed, 4 total')],
    ['a command that failed', call('Bash', { command: 'ls x' }, "ls: cannot access 'x': No such file", true)],
    ['a log that is only shown', call('Bash', { command: 'cat log.txt' }, '1 failed in 0.03s')],
    ['a search in a log', call('Bash', { command: 'grep -n failed log.txt' }, '1 failed in 0.03s')],
    ['a file that is read', call('Read', { file_path: 'log.txt' }, '1 failed in 0.03s')],
    ['a sentence about failures', call('Bash', { command: './status' }, 'The deploy failed for 3 hosts')],
  ])('no error is derived from %s', (_, given) => expect(deriveEvents(given)).toEqual([]));

  it('finds the output in the fields of common protocols, and at the ends of a long one', () => {
    const long = `${'line\n'.repeat(50_000)}--- FAIL: TestAdd\nFAIL`;
    const expected = [error('test', '--- FAIL: TestAdd')];
    expect(deriveEvents(call('bash', { command: 'go test' }, { stdout: long, stderr: '' }))).toEqual(
      expected,
    );
    expect(deriveEvents(call('run_tests', {}, { content: [{ type: 'text', text: long }] }))).toEqual(
      expected,
    );
  });
});

describe('an event and its derived events', () => {
  const write: CallEvent = {
    kind: 'call',
    tool: 'Write',
    args: { file_path: 'a', content: 'x' },
    at: 5,
    round: 2,
  };

  it('the event comes first; derived events have its time and no round', () => {
    expect(withDerived(write)).toEqual([write, { ...edit('a', undefined, 'x'), at: 5 }]);
  });

  it('the event stands alone if nothing can be derived', () => {
    expect(withDerived({ kind: 'message', text: 'Write a' })).toEqual([{ kind: 'message', text: 'Write a' }]);
    expect(withDerived(call('search', {}))).toHaveLength(1);
  });

  it('derived edits and errors repeat what the call said; a list of todos does not', () => {
    const [, edited] = withDerived(write);
    const [, listed] = withDerived(call('TodoWrite', { todos: [{ content: 'a', status: 'pending' }] }));
    expect([edited, listed].map((one) => isDerived(one!))).toEqual([true, true]);
    expect([edited, listed].map((one) => restatesCall(one!))).toEqual([true, false]);
    expect(isDerived({ kind: 'edit', path: 'a', after: 'x' })).toBe(false);
  });
});
