import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { validate, ValidationSeverity } from 'dockerfile-utils';
import { afterAll, describe, expect, it } from 'vitest';
import { readJson, ROOT } from '../tools.mjs';
import { licencesIn, licenceText, refusedLicences } from './licences.mjs';
import { sizeTable } from './sizes.mjs';

const folder = mkdtempSync(join(tmpdir(), 'rutbreak-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function add(home, fields, files = {}) {
  const all = { 'package.json': JSON.stringify(fields), ...files };
  for (const [name, text] of Object.entries(all)) {
    const file = join(folder, 'node_modules', home, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** What the public packages lead to, by the rules of the lockfile. */
function shippedIn(packages) {
  const place = (from, name) => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
      if (packages[path] || at === '') return path;
    }
  };
  const waiting = ['core', 'proxy', 'gateway', 'adapters', 'loopbench', 'cli'].map(
    (name) => `packages/${name}`,
  );
  const found = new Set();
  for (const path of waiting) {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = place(path, name);
      if (!packages[next] || packages[next].link || found.has(next)) continue;
      found.add(next);
      waiting.push(next);
    }
  }
  return [...found];
}

describe('licences of others', () => {
  add('b', { name: 'b', version: '1.0.0', license: '(GPL-3.0 OR MIT)' });
  add('@a/one', { name: '@a/one', version: '2.0.0', license: 'ISC' }, { LICENSE: 'Permission is granted' });
  add('b/node_modules/c', { name: 'c', version: '3.0.0', license: 'MIT AND GPL-3.0' });
  const licences = licencesIn(join(folder, 'node_modules'));

  it('are found in scopes and nested folders, by name', () => {
    expect(licences.map(({ name }) => name)).toEqual(['@a/one', 'b', 'c']);
  });

  it('one of a choice is enough, and all of a list are needed', () => {
    expect(refusedLicences(licences)).toEqual(['c@3.0.0: MIT AND GPL-3.0']);
  });

  it('come with their texts', () => {
    expect(licenceText(licences)).toMatch(/@a\/one 2\.0\.0: ISC\n=+\n\nPermission is granted/);
  });

  it('of every package that ours install are allowed', () => {
    const { packages } = readJson(join(ROOT, 'package-lock.json'));
    const shipped = shippedIn(packages).map((path) => ({ name: path, ...packages[path] }));
    expect(shipped.length).toBeGreaterThan(50);
    expect(refusedLicences(shipped.map((one) => ({ ...one, licence: one.license ?? 'unknown' })))).toEqual(
      [],
    );
  });
});

it('sizes are a table', () => {
  const table = sizeTable([{ name: 'rutbreak', packed: 1500, unpacked: 4_200_400 }], {
    bytes: 9e6,
    packages: 3,
  });
  expect(table).toContain('| rutbreak | 2 kB | 4,200 kB |');
  expect(table).toContain('3 packages, 9,000 kB');
});

describe('the files for Docker', () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');

  it('the Dockerfile has no fault that a linter sees', () => {
    expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
    const wrong = validate('FROM node\nMAINTAINER me\nCMD x\nCMD y\nEXPOSE none\n');
    expect(wrong.filter(({ severity }) => severity === ValidationSeverity.ERROR)).not.toEqual([]);
  });

  it('it packs every public package, and runs the program as a user without rights', () => {
    const isPublic = (name) => readJson(join(ROOT, 'packages', name, 'package.json')).private !== true;
    const packed = [...dockerfile.matchAll(/-w packages\/(\w+)/g)].map(([, name]) => name);
    expect(packed.sort()).toEqual(readdirSync(join(ROOT, 'packages')).filter(isPublic).sort());
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toContain('node_modules/rutbreak/dist/cli.js');
    expect(readJson(join(ROOT, 'packages/cli/package.json')).bin.rutbreak).toBe('./dist/cli.js');
  });
});
