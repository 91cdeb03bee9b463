import { describe, expect, it } from 'vitest';
import { liftingIn, liftingInArgs, liftingInText } from './lifting.js';

describe('a command that lifts a block', () => {
  it.each([
    ['in a shell', { command: 'rutbreak session reset x' }, 'reset'],
    ['after another command', { command: 'cd /a && npx rutbreak session override x --yes' }, 'override'],
    [
      'by the path of the program',
      { command: 'node "/opt/rutbreak/dist/cli.js" session override x' },
      'override',
    ],
    ['with options between its words', { command: 'rutbreak session --data=/tmp/d reset x' }, 'reset'],
    ['as a list of words', { command: ['rutbreak', 'session', 'reset', 'x'] }, 'reset'],
    ['as a program and its arguments', { file: 'rutbreak', args: ['session', 'reset', 'x'] }, 'reset'],
    ['as plain text', 'rutbreak session reset x', 'reset'],
  ])('is known %s', (_, args, found) => {
    expect(liftingInArgs(args)).toBe(found);
  });

  it.each([
    ['another command of the program', { command: 'rutbreak session list' }],
    ['a search for the words', { command: 'grep -rn "session reset" docs' }],
    ['a page about it', { file_path: 'a.md', content: 'Run: rutbreak session reset ID' }],
    ['an edit of such a page', { path: 'a.md', old_str: 'x', new_str: 'rutbreak session reset ID' }],
    ['nothing', undefined],
  ])('%s is none', (_, args) => {
    expect(liftingInArgs(args)).toBeUndefined();
  });

  it('counts before it runs, not after', () => {
    const call = { tool: 'Bash', args: { command: 'rutbreak session reset x' } };
    expect(liftingIn({ kind: 'attempt', ...call })).toBe('reset');
    expect(liftingIn({ kind: 'call', ...call, result: '' })).toBeUndefined();
    expect(liftingIn(null)).toBeUndefined();
  });

  it.each([
    ['{"command":"rutbreak session reset x"}', 'reset'],
    ['{"command":["rutbreak","session","reset"', 'reset'],
    ['{"command":"echo hi"}{"command":"rutbreak session override x"}', 'override'],
    ['{"file_path":"a.md","content":"rutbreak session reset x"}', undefined],
  ])('%s, as text: %s', (text, found) => {
    expect(liftingInText(text)).toBe(found);
  });

  it('is not looked for without end', () => {
    const deep = (depth: number): unknown => (depth === 0 ? 'rutbreak session reset x' : [deep(depth - 1)]);
    expect(liftingInArgs(deep(5))).toBe('reset');
    expect(liftingInArgs(deep(50))).toBeUndefined();
    expect(liftingInArgs('a'.repeat(1_000_000))).toBeUndefined();
  });
});
