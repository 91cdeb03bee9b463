import { describe, expect, it } from 'vitest';
import { isShellText, readShellText } from './shell-text.js';

describe('the output of a shell tool', () => {
  it.each([
    [
      'Qwen Code, a command that worked',
      'Command: ls\nDirectory: (root)\nOutput: a\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)',
      { result: 'Output: a\nExit Code: 0\n', isError: false },
    ],
    [
      'a command that prints such a line itself',
      'Output: Exit Code: 1\nExit Code: 1\nExit Code: 0',
      { result: 'Output: Exit Code: 1\nExit Code: 1\nExit Code: 0', isError: false },
    ],
    [
      'Copilot CLI, whose shell id differs in each call',
      'no\n<shellId: 41 completed with exit code 1>\n',
      { result: 'no\n<exit code 1>', isError: true },
    ],
    ['anything else', 'hello', { result: 'hello', isError: false }],
  ])('%s', (_, text, expected) => expect(readShellText(text)).toEqual(expected));
});

describe('a text is the report of a shell', () => {
  it.each<[string, boolean, string]>([
    [
      'Gemini CLI',
      true,
      '<untrusted_context>\nOutput: no\nExit Code: 1\nProcess Group PGID: 71\n</untrusted_context>',
    ],
    ['Gemini CLI, a success', true, 'Output: yes\nProcess Group PGID: 71'],
    [
      'Qwen Code',
      true,
      'Command: ls\nDirectory: (root)\nOutput: a\nExit Code: 0\nProcess Group PGID: (none)',
    ],
    ['Copilot CLI', true, 'no\n<shellId: 41 completed with exit code 1>\n'],
    ['a file that speaks of an exit code', false, 'The job ended.\nExit Code: 1\n'],
    ['a log in which such a report is followed by more', false, 'Process Group PGID: 71\nand so on'],
    ['nothing', false, ''],
  ])('%s: %s', (_, expected, text) => expect(isShellText(text)).toBe(expected));
});
