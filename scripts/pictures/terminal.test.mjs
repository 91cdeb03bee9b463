import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pictureOf, wordsOf } from './terminal.mjs';
import { ROOT } from '../tools.mjs';

it('19: the picture of the README shows what `rutbreak demo` prints; `node scripts/pictures/terminal.mjs` makes it anew', () => {
  const cli = join(ROOT, 'packages/cli/dist/cli.js');
  const { stdout } = spawnSync(process.execPath, [cli, 'demo', '--fast'], { encoding: 'utf8' });
  expect(stdout).toContain('npm test');
  expect(wordsOf(readFileSync(join(ROOT, 'docs/demo.svg'), 'utf8'))).toBe(stdout.trimEnd());
});

it('a line appears at its time, with its colours and without markup of its own', () => {
  const svg = pictureOf([
    { at: 1, text: '\u001b[1m$ a < b\u001b[22m' },
    { at: 2, text: 'plain' },
  ]);
  expect(svg).toContain('<tspan class="b">$ a &lt; b</tspan>');
  expect(svg).toMatch(/@keyframes l1\{0%\{visibility:hidden\}16\.67%\{visibility:visible\}\}/);
  expect(wordsOf(svg)).toBe('$ a < b\nplain');
});
