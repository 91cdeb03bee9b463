import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitsAfter, problemOf, problemsOf } from './commits.mjs';

describe('a commit subject', () => {
  it.each([
    ['with a type passes', 'docs: explain the presets'],
    ['with a scope passes', 'feat(cli): add demo'],
    ['with two scopes passes', 'fix(core,cli): read empty traces'],
    ['of a breaking change passes', 'feat(core)!: rename the option'],
    ['that git wrote for a revert passes', 'Revert "feat(cli): add demo"'],
  ])('%s', (_, subject) => expect(problemOf(subject)).toBeUndefined());

  it.each([
    ['without a type fails', 'Add demo', /type\(scope\)/],
    ['with an unknown type fails', 'wip: demo', /type\(scope\)/],
    ['without a space after the colon fails', 'feat:demo', /type\(scope\)/],
    ['that is too long fails', `feat: ${'x'.repeat(100)}`, /longer than 100/],
    ['that ends with a full stop fails', 'feat: add demo.', /full stop/],
  ])('%s', (_, subject, problem) => expect(problemOf(subject)).toMatch(problem));
});

describe('the history', () => {
  let home;
  const git = (...args) => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
    const done = spawnSync('git', [...identity, ...args], { cwd: home, encoding: 'utf8' });
    expect(done.stderr, args.join(' ')).not.toMatch(/fatal/);
    return done.stdout.trim();
  };
  const commit = (subject) => {
    git('commit', '--allow-empty', '--message', subject);
    return git('rev-parse', 'HEAD');
  };

  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'rutbreak-commits-'))));
  afterEach(() => rmSync(home, { recursive: true }));

  it('counts the commits after the base and leaves out merges', () => {
    git('init', '--initial-branch', 'main');
    const base = commit('Once upon a time');
    commit('feat: one');
    git('checkout', '-b', 'side');
    commit('Two without a type');
    git('checkout', 'main');
    git('merge', '--no-ff', '--message', "Merge branch 'side'", 'side');
    const { commits } = commitsAfter(base, home);
    expect(commits).toHaveLength(2);
    expect(problemsOf(commits)).toEqual([
      expect.stringContaining('"Two without a type" is not "type(scope)'),
    ]);
  });

  it('skips the check where the base is unknown', () => {
    git('init');
    commit('One');
    expect(commitsAfter('0'.repeat(40), home)).toEqual({
      skipped: expect.stringContaining('does not contain 0000000000'),
    });
  });

  it('skips the check where there is no repository', () =>
    expect(commitsAfter('0'.repeat(40), home)).toEqual({ skipped: 'there is no git history here' }));
});
