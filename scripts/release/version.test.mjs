import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson, ROOT } from '../tools.mjs';
import { cutVersion, pendingIn, sectionFor, withSection } from './version.mjs';

const NAMES = readdirSync(join(ROOT, 'packages'));
const versionsIn = (root) =>
  NAMES.map((name) => readJson(join(root, 'packages', name, 'package.json')).version);

describe('npm run release:version', () => {
  const root = mkdtempSync(join(tmpdir(), 'rutbreak-version-'));
  const add = (name, text) => writeFileSync(join(root, '.changeset', name), text);
  const git = (...args) =>
    spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root });
  let before = '';
  beforeAll(() => {
    for (const name of NAMES) {
      mkdirSync(join(root, 'packages', name), { recursive: true });
      cpSync(join(ROOT, 'packages', name, 'package.json'), join(root, 'packages', name, 'package.json'));
    }
    mkdirSync(join(root, '.changeset'));
    for (const name of ['package.json', 'package-lock.json', '.prettierrc.json', '.changeset/config.json'])
      cpSync(join(ROOT, name), join(root, name));
    writeFileSync(join(root, 'CHANGELOG.md'), '# Changelog\n\nAll of it.\n\n## 0.0.1\n\nThe first.\n');
    before = versionsIn(root)[0];
    add('one.md', "---\n'rutbreak': minor\n'@rutbreak/core': patch\n---\n\nA new command.\n\nMore of it.\n");
    add('two.md', "---\n'@rutbreak/proxy': patch\n---\n\nA mended proxy.\n");
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-qm', 'all');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('gives all packages and the lockfile one new version, writes what changed, and uses the changesets up', () => {
    const [major, minor] = before.split('.').map(Number);
    const { version, changes } = cutVersion(root);
    expect({ version, changes }).toEqual({ version: `${major}.${minor + 1}.0`, changes: 2 });
    expect(new Set(versionsIn(root))).toEqual(new Set([version]));
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain(
      `"@rutbreak/core": "${before}"`,
    );
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toBe(
      `# Changelog\n\nAll of it.\n\n## ${version}\n\n### New and changed\n\n- \`rutbreak\`, \`@rutbreak/core\`: A new command.\n\n  More of it.\n\n### Fixed\n\n- \`@rutbreak/proxy\`: A mended proxy.\n\n## 0.0.1\n\nThe first.\n`,
    );
    expect(pendingIn(root)).toEqual([]);
  });

  it('makes the next version of changesets that come later', () => {
    const now = versionsIn(root)[0];
    add('three.md', "---\n'@rutbreak/gateway': patch\n---\n\nLater.\n");
    const { version } = cutVersion(root);
    const [major, minor, patch] = now.split('.').map(Number);
    expect(version).toBe(`${major}.${minor}.${patch + 1}`);
  });
});

describe('what is released', () => {
  const { packages } = readJson(join(ROOT, 'package-lock.json'));
  const [version] = versionsIn(ROOT);

  it('has one version everywhere', () => {
    expect(new Set(versionsIn(ROOT))).toEqual(new Set([version]));
    for (const name of NAMES) expect(packages[`packages/${name}`].version).toBe(version);
  });

  it('has a section in CHANGELOG.md', () => {
    expect(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`);
  });

  it('can be read from every changeset that waits', () => {
    for (const { packages: names, text } of pendingIn(ROOT)) {
      expect(names.length).toBeGreaterThan(0);
      expect(text).not.toBe('');
    }
  });
});

it.each([
  [
    'the first version',
    '# Changelog\n\nIntro.\n',
    '# Changelog\n\nIntro.\n\n## 1.0.0\n\n### Fixed\n\n- `a`: b\n',
  ],
])('%s stands below the introduction', (_, before, after) => {
  const section = sectionFor('1.0.0', [{ packages: ['a'], kind: 'patch', text: 'b' }]);
  expect(withSection(before, section)).toBe(after);
});
