// Every example runs as its reader would run it, against the built packages, and its guide shows it as it is.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const NAMES = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The first block in that language. */
function block(text: string, language: string): string {
  return new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(text)?.[1] ?? '';
}

describe.each(NAMES)('examples/%s', (name) => {
  const guide = readFileSync(join(ROOT, 'docs/guides', `${name}.md`), 'utf8');

  it('runs, and prints what its guide says', { timeout: 180_000 }, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['agent.mjs'], {
      cwd: join(import.meta.dirname, name),
      encoding: 'utf8',
      // Outside production, VoltAgent fetches a list of models from the network.
      env: { ...process.env, NODE_ENV: 'production' },
      timeout: 120_000,
    });
    expect({ status, stdout, stderr: withoutWarnings(stderr) }).toEqual({
      ...{ status: 0, stdout: block(guide, 'text'), stderr: '' },
    });
  });

  it('stands in its guide as it is', () => {
    expect(block(guide, 'js')).toBe(readFileSync(join(import.meta.dirname, name, 'agent.mjs'), 'utf8'));
  });
});

/** Frameworks warn of this version of Node, and the AI SDK of the way in which VoltAgent calls it. */
function withoutWarnings(stderr: string): string {
  return stderr.replaceAll(/^(?:\(.*[Ww]arning.*\n(?:\(Use `node --trace.*\n)?|AI SDK Warning: .*\n)/gm, '');
}
