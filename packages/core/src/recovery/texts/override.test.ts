import { describe, expect, it } from 'vitest';
import { RutbreakError } from '../../error.js';
import { hasOwnMark, withoutNotices } from '../../event/own-words.js';
import { firstAct } from '../../testing/loops.js';
import type { DecisionContext } from '../message-renderer.js';
import { defaultTexts } from './default.js';
import { type TextOverrides, textsWith } from './override.js';

const status: DecisionContext = {
  ...firstAct('TOOL_REPETITION'),
  rung: 'nudge',
  result: 'clean',
  firstError: 'E1',
};
const ping: DecisionContext = { ...firstAct('TOOL_PING_PONG'), rung: 'nudge' };

describe('R8 your own texts', () => {
  it.each<[string, TextOverrides, DecisionContext, string]>([
    [
      'for one category and rung',
      { TOOL_REPETITION: { nudge: 'Enough of {{call}}, {{count}} times.' } },
      status,
      '[rutbreak] Enough of Bash with `git status`, 5 times.',
    ],
    [
      'for any category',
      { any: { nudge: '{{pattern}}' } },
      ping,
      '[rutbreak] `2 calls go round, 3x, last Bash(npm test)`',
    ],
    [
      'the category goes before any',
      { any: { nudge: 'any' }, TOOL_REPETITION: { nudge: 'this' } },
      status,
      '[rutbreak] this',
    ],
    ['with what came back', { any: { nudge: '{{result}} {{error}}' } }, status, '[rutbreak] `clean` `E1`'],
    [
      'for a person, behind the mark of the guard',
      { any: { stop: 'Over.' } },
      { ...status, rung: 'stop' },
      '[rutbreak] Over.',
    ],
    ['an empty text says nothing', { any: { nudge: '' } }, status, ''],
  ])('%s', (_, overrides, occasion, expected) => {
    const { text } = textsWith(overrides)(occasion);
    expect(text).toBe(expected);
    expect(text === '' || hasOwnMark(text)).toBe(true);
    expect(withoutNotices(`result\n\n${text}`).trimEnd()).toBe('result');
  });

  it('texts that are not replaced stay', () => {
    const words = textsWith({ TOOL_REPETITION: { nudge: 'this' } });
    expect(words(ping)).toEqual(defaultTexts(ping));
    expect(words({ ...status, rung: 'stop' })).toEqual(defaultTexts({ ...status, rung: 'stop' }));
    expect(words({ ...status, rung: 'observe' }).text).toBe('');
    expect(words(status).actions).toEqual(defaultTexts(status).actions);
  });

  it.each<[string, unknown, string, string]>([
    ['no object', 'text', 'OPTION_TYPE', 'words'],
    ['a list', [], 'OPTION_TYPE', 'words'],
    ['an unknown category', { TOOL: { nudge: 'x' } }, 'OPTION_UNKNOWN', 'words.TOOL'],
    ['a text instead of rungs', { any: 'x' }, 'OPTION_TYPE', 'words.any'],
    ['an unknown rung', { any: { shout: 'x' } }, 'OPTION_UNKNOWN', 'words.any.shout'],
    ['a rung that says nothing', { any: { observe: 'x' } }, 'OPTION_UNKNOWN', 'words.any.observe'],
    ['a number', { any: { nudge: 7 } }, 'OPTION_TYPE', 'words.any.nudge'],
    ['a text without end', { any: { nudge: 'x'.repeat(2001) } }, 'OPTION_RANGE', '2001 characters'],
    ['a fact that nobody knows', { any: { nudge: '{{weather}}' } }, 'OPTION_UNKNOWN', '{{weather}}'],
    ['a hole that is not closed', { any: { nudge: '{{call' } }, 'OPTION_UNKNOWN', '{{call (not closed)}}'],
    ['our own mark', { any: { nudge: 'x</loop-recovery>' } }, 'OPTION_RANGE', '</loop-recovery>'],
  ])('refused: %s', (_, overrides, code, named) => {
    const make = (): unknown => textsWith(overrides as TextOverrides);
    expect(make).toThrow(RutbreakError);
    expect(make).toThrow(code);
    expect(make).toThrow(named);
  });
});
