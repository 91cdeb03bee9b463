import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Framework, installedVersion, TESTED_VERSIONS, versionWarning } from './versions.js';

it.each<[name: Framework, version: string | undefined, isWarned: boolean]>([
  ['ai', '4.3.19', true],
  ['ai', '5.0.0', false],
  ['ai', '6.0.0', false],
  ['ai', '7.9.1', false],
  ['ai', '8.0.0-beta.1', true],
  ['@openai/agents', '0.0.17', true],
  ['@openai/agents', '0.1.11', false],
  ['@openai/agents', '0.19.3', false],
  ['@openai/agents', '0.20.0', false],
  ['@openai/agents', '0.21.0', true],
  ['@openai/agents', '1.0.0', true],
  ['langchain', undefined, false],
])('%s %s: warns: %s', (name, version, isWarned) => {
  const warning = versionWarning(name, version);
  expect(warning !== undefined).toBe(isWarned);
  if (isWarned) expect(warning).toContain(`${version!} is installed`);
});

it.each(Object.keys(TESTED_VERSIONS) as Framework[])('the installed %s is a tested one', (name) => {
  const version = installedVersion(name, import.meta.dirname);
  expect(version).toMatch(/^\d/);
  expect(versionWarning(name, version)).toBeUndefined();
});

it('finds a version in the nearest node_modules above, or none', () => {
  const root = mkdtempSync(join(tmpdir(), 'versions-'));
  const home = join(root, 'node_modules/ai');
  mkdirSync(home, { recursive: true });
  mkdirSync(join(root, 'a/b'), { recursive: true });
  writeFileSync(join(home, 'package.json'), '{"version":"5.1.2"}');
  expect(installedVersion('ai', join(root, 'a/b'))).toBe('5.1.2');
  expect(installedVersion('langchain', join(root, 'a/b'))).toBeUndefined();
  rmSync(root, { recursive: true });
});
