import { describe, expect, it } from 'vitest';
import { changesFiles } from './shell.js';

describe('changesFiles', () => {
  it.each([
    'rm -rf dist',
    '  cp a.ts b.ts',
    'cd src && mkdir lib',
    'cd src; touch a.ts',
    'cd src ;\n rm a.ts',
    'ls || mv a b',
    'cat patch.diff | patch -p1',
    'sudo rm /tmp/x',
    'sudo env A=1 B=2 tee out.txt',
    'FOO=bar touch a',
    'find . | xargs rm',
    'if true; then rm a; fi',
    'apply_patch <<EOF\n*** Begin Patch',
    'sed -i s/a/b/ f.ts',
    'perl -pi -e s/a/b/ f.ts',
    'git commit -m done',
    'git checkout main',
    'npm install left-pad',
    'npm i',
    'cd app && npm ci',
    'pip install requests',
    'apt-get install jq',
    'go get example.com/x',
    'echo hi > out.txt',
    'echo hi >> out.txt',
    'echo hi\t>\tout.txt',
    'make > /tmp/log && true',
  ])('yes: %s', (line) => {
    expect(changesFiles(line)).toBe(true);
  });

  it.each([
    '',
    '   ',
    'ls -la',
    'cat a.ts',
    'grep -rn rm src',
    'echo rm',
    'npm test',
    'npm run install-hooks',
    'npm -g install x',
    'git status',
    'git log --oneline',
    'git -C . commit',
    'sed -n 1,10p f.ts',
    'sed s/a/b/ -i',
    'make 2>&1',
    'make 2> errors',
    'make > /dev/null',
    'make >> /dev/null && ls',
    'node -e "a => b"',
    'test a -gt b',
    'echo done >',
    'sudo',
    'FOO=bar',
    'RM a',
    'Touch base with the team',
    'format the table; then sort it',
  ])('no: %s', (line) => {
    expect(changesFiles(line)).toBe(false);
  });

  it('looks at the first 2,000 characters', () => {
    expect(changesFiles(`${'x'.repeat(1990)} && rm a`)).toBe(true);
    expect(changesFiles(`${'x'.repeat(1996)} && rm a`)).toBe(false);
  });

  it('takes a time in proportion to the length, whatever is in it', () => {
    const start = performance.now();
    for (const odd of ['> ', '& ', '; ', '= ', '\t\n', 'git ', 'sudo ']) changesFiles(odd.repeat(500_000));
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
