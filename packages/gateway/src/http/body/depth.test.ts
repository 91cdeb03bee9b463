import { describe, expect, it } from 'vitest';
import { complexityOf } from './depth.js';

const of = (json: string) => complexityOf(Buffer.from(json));

describe('the complexity of a body', () => {
  it.each([
    ['nothing', ''],
    ['an object', '{"a":[1,2,{"b":"c"}]}'],
    ['a hundred levels', `${'['.repeat(100)}${']'.repeat(100)}`],
    ['lists side by side', `[${'[],'.repeat(40_000)}[]]`],
    ['brackets and commas in a text', JSON.stringify('[{,'.repeat(200_000))],
    ['quotes and backslashes in a text', JSON.stringify('\\"[,'.repeat(200_000))],
    ['a text that does not end', `"${'[,'.repeat(200_000)}`],
    ['a text of backslashes that does not end', `"${'\\'.repeat(400_001)}`],
  ])('%s is fine', (_, json) => {
    expect(of(json)).toBeUndefined();
  });

  it.each([
    ['a level more', `${'['.repeat(101)}${']'.repeat(101)}`, 'deep'],
    ['levels that do not end', '{"a":'.repeat(100_000), 'deep'],
    ['two million numbers', `[${'0,'.repeat(2_000_000)}0]`, 'values'],
    ['as many members', `{${'"a":0,'.repeat(300_000)}"a":0}`, 'values'],
    ['as many values after a text with an escaped quote', `["\\"",${'0,'.repeat(300_000)}0]`, 'values'],
  ])('%s is too much', (_, json, problem) => {
    expect(of(json)).toBe(problem);
  });
});
