import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { foldersIn, longSheetsIn, problemsOf } from './folders.mjs';

const folder = (sources, folders = 0, path = 'packages/a/src/room') => ({ path, sources, folders });

it.each([
  ['two sources are enough', folder(2), []],
  ['fifteen sources are allowed', folder(15), []],
  ['a source and a folder are two things', folder(1, 1), []],
  ['a folder with one source is named', folder(1), ['holds one thing']],
  ['a folder with one folder in it is named', folder(0, 1), ['holds one thing']],
  ['a folder with sixteen sources is named', folder(16), ['holds 16 sources']],
  ['a catalogue may hold one source', folder(1, 0, 'a/detectors'), []],
  ['a catalogue may hold forty sources', folder(40, 0, 'a/formats'), []],
])('%s', (_, given, expected) => {
  const problems = problemsOf([given]);
  expect(problems).toEqual(expected.map((part) => expect.stringContaining(part)));
});

it('tests, pages, data and built files are no sources', () => {
  const root = mkdtempSync(join(tmpdir(), 'rutbreak-folders-'));
  const paths = [
    'a.ts',
    'a.test.ts',
    'a.md',
    'in/b.mjs',
    'in/b.test.mjs',
    'in/deep/c.css',
    'data/d.json',
    'dist/e.js',
  ];
  try {
    for (const path of paths) {
      mkdirSync(dirname(join(root, 'src', path)), { recursive: true });
      writeFileSync(join(root, 'src', path), '');
    }
    expect(foldersIn('src', root)).toEqual([
      { path: 'src', sources: 1, folders: 1 },
      { path: 'src/in', sources: 1, folders: 1 },
      { path: 'src/in/deep', sources: 1, folders: 0 },
    ]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

it('names style sheets of more than 250 lines', () => {
  const root = mkdtempSync(join(tmpdir(), 'rutbreak-sheets-'));
  try {
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'src/long.css'), 'a {}\n'.repeat(251));
    writeFileSync(join(root, 'src/short.css'), 'a {}\n'.repeat(250));
    expect(longSheetsIn(foldersIn('src', root), root)).toEqual([
      'src/long.css has 251 lines; 250 are allowed',
    ]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
