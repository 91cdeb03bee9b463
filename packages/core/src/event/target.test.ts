import { describe, expect, it } from 'vitest';
import { fileChange, fileTarget } from './target.js';

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
    { name: 'a tool with a meaningless name', tool: 'thread_list', args: { path: 'a.ts' } },
    { name: 'a word that merely contains a verb', tool: 'spreadsheet', args: { path: 'a.ts' } },
    { name: 'arguments without a file', tool: 'read_file', args: { query: 'x' } },
    { name: 'a path that is not a text', tool: 'read_file', args: { path: 7 } },
    { name: 'no arguments', tool: 'read_file', args: undefined },
    { name: 'a bare text', tool: 'read_file', args: 'a.ts' },
    { name: 'null', tool: 'read_file', args: null },
    {
      name: 'a shell with a directory, for any command',
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
    'finds the whole new content under %s',
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
  ])('does not mistake a piece for the content: $name', ({ tool, more }) => {
    expect(fileTarget(tool, { path: 'a.log', content: 'line', ...more })).toEqual({
      kind: 'write',
      path: 'a.log',
    });
  });

  it('an empty content is a content', () => {
    expect(fileTarget('write_file', { path: 'a.ts', content: '' })?.content).toBe('');
  });
});

describe('fileChange', () => {
  it.each([
    ['old_string', 'new_string'],
    ['old_str', 'new_str'],
    ['old', 'new'],
    ['search', 'replace'],
    ['oldText', 'newText'],
    ['old_text', 'new_text'],
    ['find', 'replacement'],
  ])('one piece replaced by another, under %s and %s', (old, fresh) => {
    const args = { path: './src//a.ts', [old]: 'x', [fresh]: 'y' };
    expect(fileChange('edit', args)).toEqual({ path: 'src/a.ts', from: 'x', to: 'y' });
  });

  it.each([
    ['an empty piece is a piece', 'edit', { path: 'a', old: '', new: '' }, { path: 'a', from: '', to: '' }],
    ['the whole content', 'write_file', { path: 'a', content: 'x' }, { path: 'a', to: 'x' }],
    [
      'a piece rather than the whole, where both are there',
      'edit',
      { path: 'a', content: 'x', old: '1', new: '2' },
      { path: 'a', from: '1', to: '2' },
    ],
    [
      'an editor tool says in its command that it writes',
      'editor',
      { command: 'str_replace', path: 'a', old_str: '1', new_str: '2' },
      { path: 'a', from: '1', to: '2' },
    ],
  ])('%s', (_, tool, args, expected) => {
    expect(fileChange(tool, args)).toEqual(expected);
  });

  it.each([
    ['a read', 'read_file', { path: 'a', old: 'x', new: 'y' }],
    ['an old text without a new one', 'edit', { path: 'a', old: 'x' }],
    ['a new text without an old one', 'edit', { path: 'a', new: 'x' }],
    ['texts that are none', 'edit', { path: 'a', old: 1, new: 2 }],
    ['no file', 'edit', { old: 'x', new: 'y' }],
    ['what is appended', 'append_file', { path: 'a', content: 'x' }],
    ['nothing', 'edit', undefined],
    [
      'a getter that throws',
      'edit',
      {
        path: 'a',
        get old(): string {
          throw new Error('no');
        },
      },
    ],
  ])('tells nothing of %s', (_, tool, args) => {
    expect(fileChange(tool, args)).toBeUndefined();
  });
});
