import { describe, expect, it } from 'vitest';
import { fileTarget } from './target.js';

describe('fileTarget', () => {
  it.each([
    { tool: 'read_file', kind: 'read' },
    { tool: 'readFile', kind: 'read' },
    { tool: 'ReadFile', kind: 'read' },
    { tool: 'READ', kind: 'read' },
    { tool: 'fs.read-file', kind: 'read' },
    { tool: 'mcp__files__view', kind: 'read' },
    { tool: 'get_file_contents', kind: 'read' },
    { tool: 'write_file', kind: 'write' },
    { tool: 'Edit', kind: 'write' },
    { tool: 'create_or_update_file', kind: 'write' },
    { tool: 'str_replace', kind: 'write' },
    { tool: 'apply_patch', kind: 'write' },
  ])('$tool is a $kind', ({ tool, kind }) => {
    expect(fileTarget(tool, { path: 'a.ts' })).toEqual({ kind, path: 'a.ts' });
  });

  it.each([
    { name: 'a tool whose name says nothing', tool: 'thread_list', args: { path: 'a.ts' } },
    { name: 'a word that only contains one that tells', tool: 'spreadsheet', args: { path: 'a.ts' } },
    { name: 'arguments without a file', tool: 'read_file', args: { query: 'x' } },
    { name: 'a path that is no text', tool: 'read_file', args: { path: 7 } },
    { name: 'no arguments', tool: 'read_file', args: undefined },
    { name: 'a bare text', tool: 'read_file', args: 'a.ts' },
    { name: 'null', tool: 'read_file', args: null },
    {
      name: 'a shell with a directory, whatever the command says',
      tool: 'run',
      args: { command: 'npm run update', path: '.' },
    },
    {
      name: 'a getter that throws',
      tool: 'read_file',
      args: {
        get path(): string {
          throw new Error('no');
        },
      },
    },
  ])('tells nothing for $name', ({ tool, args }) => {
    expect(fileTarget(tool, args)).toBeUndefined();
  });

  it.each([
    'file_path',
    'path',
    'file',
    'filename',
    'filepath',
    'absolute_path',
    'target_file',
    'notebook_path',
  ])('finds the file under %s', (key) => {
    expect(fileTarget('read', { [key]: 'a.ts' })?.path).toBe('a.ts');
  });

  it.each([
    { given: './src//a.ts', path: 'src/a.ts' },
    { given: ' src/a.ts ', path: 'src/a.ts' },
    { given: 'src\\lib\\..\\a.ts', path: 'src/a.ts' },
    { given: '/repo/src/a.ts', path: '/repo/src/a.ts' },
    { given: '', path: '' },
  ])('gives "$given" one spelling', ({ given, path }) => {
    expect(fileTarget('read', { path: given })?.path).toBe(path);
  });

  it.each([
    { command: 'view', kind: 'read' },
    { command: 'create', kind: 'write' },
    { command: 'str_replace', kind: 'write' },
  ])('an editor tool says in its command that it is a $kind: $command', ({ command, kind }) => {
    expect(fileTarget('text_editor', { command, path: 'a.ts' })?.kind).toBe(kind);
  });

  it.each(['content', 'contents', 'file_text', 'new_content', 'text'])(
    'knows the whole new content from %s',
    (key) => {
      expect(fileTarget('write_file', { path: 'a.ts', [key]: 'x' })?.content).toBe('x');
    },
  );

  it.each([
    { name: 'append', tool: 'append_file', more: {} },
    { name: 'insert', tool: 'editor', more: { command: 'insert' } },
    { name: 'apply a patch', tool: 'apply_patch', more: {} },
    { name: 'write in append mode', tool: 'write_file', more: { mode: 'append' } },
    { name: 'write in mode a', tool: 'write_file', more: { mode: 'a' } },
    { name: 'write with an append flag', tool: 'write_file', more: { append: true } },
  ])('takes a piece for no content: $name', ({ tool, more }) => {
    expect(fileTarget(tool, { path: 'a.log', content: 'line', ...more })).toEqual({
      kind: 'write',
      path: 'a.log',
    });
  });

  it('takes an empty content for a content', () => {
    expect(fileTarget('write_file', { path: 'a.ts', content: '' })?.content).toBe('');
  });
});
