import { expect, it } from 'vitest';
import { readEnvironment } from './environment.js';

it.each([
  ['nothing set', {}, true],
  ['NO_COLOR', { NO_COLOR: '1' }, false],
  ['an empty NO_COLOR', { NO_COLOR: '' }, true],
  ['a dumb terminal', { TERM: 'dumb' }, false],
])('%s: colours %j', (_, env, mayColour) => expect(readEnvironment(env).mayColour).toBe(mayColour));
