import { describe, expect, it } from 'vitest';
import { textPrint } from '../fingerprint/fingerprint.js';
import { isReading, toolName, verbOf, wordsOf } from './tool-name.js';

describe('wordsOf', () => {
  it.each([
    ['flag_set', ['flag', 'set']],
    ['setFlag', ['set', 'flag']],
    ['SetFlag', ['set', 'flag']],
    ['SET-FLAG', ['set', 'flag']],
    ['app.flags/set', ['app', 'flags', 'set']],
    ['HTTPGet', ['http', 'get']],
    ['readURL', ['read', 'url']],
    ['READ', ['read']],
    ['mcp__files__view2', ['mcp', 'files', 'view']],
    ['2read', ['read']],
    ['été_read', ['t', 'read']],
    ['', []],
    ['42', []],
  ])('%s → %s', (name, words) => {
    expect(wordsOf(name)).toEqual(words);
  });

  it('looks at the first 80 characters', () => {
    expect(wordsOf(`${'x'.repeat(75)}_read_on`)).toEqual(['x'.repeat(75), 'read']);
  });
});

describe('toolName', () => {
  it.each([
    ['read_file', 'read'],
    ['getPage', 'read'],
    ['fetch', 'read'],
    ['write_file', 'write'],
    ['create_issue', 'write'],
    ['edit', 'write'],
    // Both words: it may write, so it does not count as a read.
    ['read_and_replace', 'write'],
    // Without a file these may mean anything.
    ['update_status', 'write'],
    ['apply', undefined],
    ['save', undefined],
    ['bash', undefined],
    ['spreadsheet', undefined],
  ])('%s alone is a %s', (tool, access) => {
    expect(toolName(tool).access).toBe(access);
  });

  it.each([
    ['sleep', 'wait'],
    ['browser_wait', 'wait'],
    ['TodoWrite', 'note'],
    ['update_plan', 'note'],
    ['think', 'note'],
    ['sendMail', 'send'],
    ['post_comment', 'send'],
    ['deploy', 'send'],
    ['addRow', 'send'],
    ['waiter_list', undefined],
    ['address_of', undefined],
    ['bash', undefined],
  ])('%s does: %s', (tool, deed) => {
    expect(toolName(tool).deed).toBe(deed);
  });

  it('takes the first word that names an action', () => {
    expect(toolName('wait_then_post').deed).toBe('wait');
    expect(toolName('post_and_wait').deed).toBe('send');
  });

  it.each([
    ['flag_set', true],
    ['toggleLamp', true],
    ['cms_put', true],
    ['git.checkout', true],
    ['settings', false],
    ['reset', false],
    ['asset_get', false],
    ['input', false],
  ])('%s sets something: %s', (tool, isSetter) => {
    expect(toolName(tool).isSetter).toBe(isSetter);
  });

  it.each([
    ['save_file', 'save'],
    ['apply_patch', 'apply'],
    ['read_file', 'read'],
    ['str_replace_editor', 'replace'],
    ['lint', undefined],
  ])('the verb of %s is %s', (tool, verb) => {
    expect(toolName(tool).verb).toBe(verb);
    expect(verbOf(tool)).toBe(verb);
  });

  it('has its own fingerprint', () => {
    expect(toolName('Read').print).toBe(textPrint('Read'));
    expect(toolName('read').print).not.toBe(toolName('Read').print);
  });
});

it.each([
  ['read', true],
  ['tail', true],
  ['write', false],
  ['save', false],
])('%s reads: %s', (verb, expected) => {
  expect(isReading(verb)).toBe(expected);
});
