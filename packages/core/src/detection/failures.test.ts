import { describe, expect, it } from 'vitest';
import type { CallEvent } from '../event/event.js';
import { perceive } from '../event/percept.js';
import { wordHash } from '../event/volatile-names.js';
import { call, failure } from '../testing/index.js';
import { failureWords, LASTING, TRANSIENT } from './failures.js';

const wordsOf = (event: CallEvent): readonly number[] => failureWords(perceive(event));
const hashes = (text: string): number[] => text.split(' ').map(wordHash);

describe('failureWords', () => {
  it.each([
    ['all of a plain error', failure('run', {}, 'Invalid widget found here'), 'invalid widget found here'],
    [
      'behind the last colon, whatever wraps it',
      failure('run', {}, 'Error calling tool: Error: connection to host refused'),
      'connection to host refused',
    ],
    [
      'without what merely quotes the arguments',
      failure('read', { path: 'docs/plan.md' }, 'Error: cannot find docs/plan.md anywhere'),
      'cannot find anywhere',
    ],
    [
      'the whole error where its last clause is too short',
      failure('run', {}, 'Error: build of lib failed: exit'),
      'build of lib failed exit',
    ],
    [
      'the arguments too, where an error has no other words',
      failure('read', { path: 'docs/plan.md' }, 'docs/plan.md'),
      'docs plan md',
    ],
    ['without numbers', failure('run', {}, 'Error: code 7 at step 12'), 'code at step'],
  ])('%s', (_, event, expected) => {
    expect(wordsOf(event)).toEqual(hashes(expected));
  });

  it('of an error without words something that tells it from others', () => {
    const [a, b] = [failure('run', {}, '17'), failure('run', {}, '23')].map(wordsOf);
    expect(a).toHaveLength(1);
    expect(a).not.toEqual(b);
    expect(wordsOf(call('run', {}, undefined, { isError: true }))).toHaveLength(1);
  });
});

describe('classes of failures', () => {
  it.each([
    ['denied', true, false],
    ['auth', true, false],
    ['unknown-tool', true, false],
    ['exhausted', true, false],
    ['network', true, true],
    ['unavailable', true, true],
    ['timeout', false, true],
    ['not-found', false, false],
    ['validation', false, false],
    ['other', false, false],
  ])('%s: an edit cannot cure it %s, time can %s', (reason, isLasting, isTransient) => {
    expect(LASTING.has(reason)).toBe(isLasting);
    expect(TRANSIENT.has(reason)).toBe(isTransient);
  });
});
