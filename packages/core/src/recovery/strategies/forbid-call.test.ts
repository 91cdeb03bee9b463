import { describe, expect, it } from 'vitest';
import { actOf, play } from '../../testing/play.js';
import { call, times } from '../../testing/trace.js';
import { decisionContextOf, testStrategy } from '../../testing/test-strategy.js';
import { isForbidden } from '../forbidden.js';
import type { ForbidAction } from '../strategy.js';
import { forbidCall } from './forbid-call.js';

testStrategy(forbidCall, [
  [
    'the repeated call',
    decisionContextOf('TOOL_REPETITION', 'block'),
    { labels: ['Bash(git status)'], text: expect.stringContaining('This call was not run') },
  ],
  [
    'every call of a round',
    decisionContextOf('TOOL_PING_PONG', 'block'),
    { labels: ['Bash(npm test)', 'Read(src/auth.ts)'] },
  ],
  ['a failing call', decisionContextOf('ERROR_REPETITION', 'block'), { labels: ['Bash(make)'] }],
  ['a loop of words has no call', decisionContextOf('OUTPUT_VERBATIM', 'block'), undefined],
]);

const long = 'find . -name "*.ts" -newer package.json -exec grep -l something';

function forbidden(args: unknown): ForbidAction {
  const act = actOf(play('default', times(5, call('Bash', args, 'nothing'))).at(-1));
  return forbidCall.plan({ ...act, rung: 'block' }) as ForbidAction;
}

describe('what is forbidden', () => {
  it.each([
    ['the call itself', { command: 'git status' }, true],
    ['the same in another spelling', { command: ' git status ' }, true],
    ['the same with an empty argument', { command: 'git status', timeout: null }, true],
    ['another call', { command: 'git diff' }, false],
    ['no arguments', undefined, false],
  ])('%s', (_, args, expected) => {
    expect(isForbidden(forbidden({ command: 'git status' }), { tool: 'Bash', args })).toBe(expected);
  });

  it('a long call is recognised exactly, although its label is cut', () => {
    const action = forbidden({ command: long + ' {}' });
    expect(action.labels).toEqual([]);
    expect(isForbidden(action, { tool: 'Bash', args: { command: long + ' {}' } })).toBe(true);
    expect(isForbidden(action, { tool: 'Bash', args: { command: long + ' else' } })).toBe(false);
  });

  it('another tool with the same arguments', () => {
    const action = forbidden({ command: 'git status' });
    expect(isForbidden(action, { tool: 'Shell', args: { command: 'git status' } })).toBe(false);
  });

  it('every call of a round', () => {
    const action = forbidCall.plan(decisionContextOf('TOOL_PING_PONG', 'block')) as ForbidAction;
    expect(isForbidden(action, { tool: 'Read', args: { path: 'src/auth.ts' } })).toBe(true);
    expect(isForbidden(action, { tool: 'Read', args: { path: 'src/other.ts' } })).toBe(false);
  });
});
